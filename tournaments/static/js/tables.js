// A table wider than its place scrolls inside it; then, and only then, it can be reached and scrolled by keyboard.
function mark() {
  for (const wrap of document.querySelectorAll(".table-wrap")) {
    const scrolls = wrap.scrollWidth > wrap.clientWidth + 1 || wrap.scrollHeight > wrap.clientHeight + 1;
    if (!scrolls) {
      wrap.removeAttribute("tabindex");
      wrap.removeAttribute("role");
      continue;
    }
    wrap.tabIndex = 0;
    wrap.setAttribute("role", "group");
    const title = wrap.querySelector("caption") ?? wrap.closest("section")?.querySelector("h2") ?? document.querySelector("h1");
    if (title && !wrap.hasAttribute("aria-label")) wrap.setAttribute("aria-label", title.textContent.trim());
  }
}

mark();
window.addEventListener("resize", mark);
document.addEventListener("live:change", mark);
