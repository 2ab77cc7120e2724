// The desk types down the column: after a line is saved, the cursor stands in the next open line.
const refused = document.querySelector("[data-refused] [aria-invalid=true], [data-refused] input[type=text]");
const after = Number(new URLSearchParams(window.location.search).get("next"));
const next = Array.from(document.querySelectorAll("[data-line]")).find(
  (line) => Number(line.closest("tr").id.slice("table-".length)) > after,
);

if (refused) refused.focus();
else if (after && next) next.querySelector("input[type=text]").focus();
