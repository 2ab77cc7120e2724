// A personal link carries its secret behind "#", which is never sent by itself. This page moves it into the form's POST
// and wipes it from the address before anything else can read it. Without a secret, or without script, the form stands open.
// <form data-enter method="post"> with <input name="token">; [data-enter-waiting hidden] is shown while the secret is sent.
const form = document.querySelector("[data-enter]");

function exchange() {
  const secret = window.location.hash.replace(/^#/, "");
  window.history.replaceState(null, "", window.location.pathname + window.location.search);
  if (!form || !secret) return;
  form.elements.token.value = secret;
  for (const element of document.querySelectorAll("[data-enter-waiting]")) element.hidden = false;
  for (const element of document.querySelectorAll("[data-enter-missing]")) element.hidden = true;
  form.submit();
}

window.addEventListener("hashchange", exchange);
exchange();
