// The desk types down the column: after a line is saved, the cursor stands in the next open line.
const refused = document.querySelector("[data-refused] [aria-invalid=true], [data-refused] input[type=text]");
const saved = new URLSearchParams(window.location.search).get("next");
const rows = Array.from(document.querySelectorAll("tr[data-key]"));
const at = rows.findIndex((row) => row.dataset.key === saved);
const next = at < 0 ? null : rows.slice(at + 1).find((row) => row.querySelector("[data-line]"));

if (refused) refused.focus();
else if (next) next.querySelector("input[type=text]").focus();
