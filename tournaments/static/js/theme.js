// Loaded before the first paint, as a plain script, so that a chosen theme never flashes.
(() => {
  const KEY = "theme";
  const root = document.documentElement;
  const read = () => {
    try {
      return localStorage.getItem(KEY) || "auto";
    } catch {
      return "auto";
    }
  };
  const apply = (theme) => {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
    for (const button of document.querySelectorAll("[data-theme-switch] button")) {
      button.setAttribute("aria-pressed", String(button.value === theme));
    }
  };
  apply(read());
  document.addEventListener("DOMContentLoaded", () => {
    for (const group of document.querySelectorAll("[data-theme-switch]")) group.hidden = false;
    apply(read());
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-theme-switch] button");
    if (!button) return;
    try {
      localStorage.setItem(KEY, button.value);
    } catch {
      // storage is blocked: the choice holds for this page
    }
    apply(button.value);
  });
})();
