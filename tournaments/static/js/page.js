// What every page may use: copying, dialogs, and a place to say something to screen readers.
import "./copy.js";
import "./dialog.js";
import "./live.js";

export function announce(words) {
  const region = document.getElementById("live-region");
  if (region) region.textContent = words;
}

// htmx sends the CSRF token of the page with every request that changes something.
document.addEventListener("htmx:configRequest", (event) => {
  const token = document.querySelector("input[name=csrfmiddlewaretoken]");
  if (token && event.detail.verb !== "get") event.detail.headers["X-CSRFToken"] = token.value;
});
