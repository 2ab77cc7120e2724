// A personal link carries its secret behind "#", which is never sent by itself. This page moves it into the form's POST
// and wipes it from the address before anything else can read it.
// <form data-enter method="post"> with <input type="hidden" name="token">; [data-enter-missing] is shown when there is no secret.
const form = document.querySelector("[data-enter]");
const secret = decodeURIComponent(window.location.hash.replace(/^#/, ""));

window.history.replaceState(null, "", window.location.pathname + window.location.search);
if (form && secret) {
  form.elements.token.value = secret;
  form.requestSubmit();
} else {
  for (const element of document.querySelectorAll("[data-enter-missing]")) element.hidden = false;
  for (const element of document.querySelectorAll("[data-enter-waiting]")) element.hidden = true;
}
