// Rows that were opened stay open when the table is renewed.
const opened = new Set();

document.addEventListener(
  "toggle",
  (event) => {
    const key = event.target.dataset?.why;
    if (!key || !event.target.isConnected) return;
    if (event.target.open) opened.add(key);
    else opened.delete(key);
  },
  true,
);

document.addEventListener("live:change", () => {
  for (const key of opened) {
    const row = document.querySelector(`details[data-why="${CSS.escape(key)}"]`);
    if (row) row.open = true;
  }
});
