// What explains a row is asked for when the row is opened, at the table's data-why-url and the row's number. Rows that
// were opened stay open when the table is renewed, and say what they said until the new answer is there.
const opened = new Map();

function put(details, html) {
  const body = details.querySelector(".standing__said");
  body.querySelector("[data-said]")?.remove();
  body.insertAdjacentHTML("afterbegin", html);
}

async function explain(details, number) {
  const base = details.closest("[data-why-url]")?.dataset.whyUrl;
  if (!base) return;
  try {
    const response = await fetch(`${base}${number}/`, { credentials: "same-origin" });
    if (response.status !== 200) return;
    const html = await response.text();
    if (opened.has(number)) opened.set(number, html);
    if (details.isConnected) put(details, html);
  } catch {
    // Without a line the link in the row is left; opening it again asks again.
  }
}

document.addEventListener(
  "toggle",
  (event) => {
    const details = event.target;
    if (!details.matches?.(".standing__why") || !details.isConnected) return;
    const number = details.closest("[data-key]").dataset.key;
    if (!details.open) {
      opened.delete(number);
      return;
    }
    if (!opened.has(number)) opened.set(number, "");
    explain(details, number);
  },
  true,
);

document.addEventListener("live:change", () => {
  for (const [number, html] of opened) {
    const details = document.querySelector(`[data-key="${CSS.escape(number)}"] .standing__why`);
    if (!details) continue;
    if (html) put(details, html);
    details.open = true;
  }
});
