// <button data-copy="id of the field"> copies the field's value; the words stand on the surrounding .copybox.
async function copy(button) {
  const field = document.getElementById(button.dataset.copy);
  const words = button.closest(".copybox")?.dataset ?? {};
  const label = button.querySelector("[data-copy-word]") ?? button;
  const before = button.dataset.wordBefore ?? label.textContent;
  button.dataset.wordBefore = before;
  const done = (await write(field)) ? words.copied : words.copyFailed;
  if (!done) return;
  label.textContent = done;
  const region = document.getElementById("live-region");
  if (region) region.textContent = done;
  window.setTimeout(() => {
    label.textContent = before;
  }, 4000);
}

async function write(field) {
  field.focus();
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // over plain http the clipboard interface does not exist; the old command still works there
    return document.execCommand("copy");
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-copy]");
  if (button) copy(button);
});
