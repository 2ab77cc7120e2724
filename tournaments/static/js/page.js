// What every page may use: copying, dialogs, and a place to say something to screen readers.
import "./copy.js";
import "./dialog.js";
import "./live.js";
import "./tables.js";

export function announce(words) {
  const region = document.getElementById("live-region");
  if (region) region.textContent = words;
}

// On a phone the row of pages is wider than the screen: bring this page's entry into view.
const current = document.querySelector(".nav__link[aria-current]");
if (current) current.closest(".nav__list").scrollLeft = current.offsetLeft - 32;
