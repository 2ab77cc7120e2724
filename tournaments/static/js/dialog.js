// data-dialog-open="<id>" opens a <dialog>, data-dialog-close closes it, a tap beside it too.
document.addEventListener("click", (event) => {
  const opener = event.target.closest?.("[data-dialog-open]");
  if (opener) {
    document.getElementById(opener.dataset.dialogOpen)?.showModal();
    return;
  }
  if (event.target.closest?.("[data-dialog-close]") || event.target.matches?.("dialog[open]")) {
    event.target.closest("dialog").close();
  }
});
