// Dialogs stand outside the live part of the page: when it changes, they echo the clock as it is shown now.
document.addEventListener("live:change", (event) => {
  const shown = event.target.querySelector("[data-order]");
  if (!shown) return;
  for (const name of ["order", "sitting"]) {
    for (const field of document.querySelectorAll(`dialog input[name=${name}]`)) field.value = shown.dataset[name];
  }
});
