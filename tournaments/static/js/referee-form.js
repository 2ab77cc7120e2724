// What the pages of a referee's phone share: one step at a time, words with values in them, a problem that is said,
// and what was entered, kept on the phone (codes and figures only) until the server has acknowledged it.
export const all = (selector, root = document) => Array.from(root.querySelectorAll(selector));

export const fill = (words, values) => words.replace(/%\((\w+)\)[sd]/g, (_, name) => values[name] ?? "");

export const signed = (points) => (points > 0 ? `+${points}` : points < 0 ? `\u2212${-points}` : "0");

// What is kept under a name in this window; `blocked` is told where the browser keeps nothing.
export function keeping(name, blocked) {
  return {
    put(value) {
      try {
        if (value) sessionStorage.setItem(name, JSON.stringify(value));
        else sessionStorage.removeItem(name);
      } catch {
        blocked();
      }
    },
    take() {
      try {
        return JSON.parse(sessionStorage.getItem(name));
      } catch {
        return null;
      }
    },
  };
}

// Show the parts of one step, marked data-step="<step> <another>…".
export function showStep(step) {
  for (const part of all("[data-step]")) part.hidden = !part.dataset.step.split(" ").includes(step);
  document.body.dataset.showing = step;
  window.scrollTo(0, 0);
}

// Say what is wrong, or nothing any more; `links` offers to reload, `late` to keep it for the chief referee.
export function problem(words, { late = false, links = false } = {}) {
  const place = document.querySelector("[data-problem]");
  place.hidden = !words;
  place.querySelector("[data-problem-text]").textContent = words ?? "";
  place.querySelector("[data-problem-links]").hidden = !links;
  const keep = place.querySelector("[data-do=late]");
  if (keep) keep.hidden = !late;
  if (words) place.scrollIntoView({ block: "center" });
}
