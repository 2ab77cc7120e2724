// [data-find] filters the [data-find-row] rows of its [data-find-in]: every word typed has to occur in the row.
// [data-find-none] is shown where nothing is left; a row that is found first is scrolled to on Enter.
function fold(text) {
  return text.normalize("NFKC").toLocaleLowerCase().replace(/\s+/g, " ");
}

function filter(field) {
  const area = field.closest("[data-find-in]");
  const words = fold(field.value).trim().split(" ").filter(Boolean);
  let left = 0;
  for (const row of area.querySelectorAll("[data-find-row]")) {
    const text = fold(row.textContent);
    row.hidden = !words.every((word) => text.includes(word));
    if (!row.hidden) left += 1;
  }
  const none = area.querySelector("[data-find-none]");
  if (none) none.hidden = left > 0;
}

for (const field of document.querySelectorAll("[data-find]")) {
  field.addEventListener("input", () => filter(field));
  if (field.value) filter(field);
}
document.addEventListener("live:change", () => {
  for (const field of document.querySelectorAll("[data-find]")) if (field.value) filter(field);
});
