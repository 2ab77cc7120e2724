// Points by taps alone: hundreds, tens and ones are keys of their own, and a step up or down stands beside the figure.
// <div data-points="<name>"> with radio buttons data-points-place="100|10|1" and buttons data-points-by="±<unit>".
import { all } from "./referee-form.js";

const pads = new Map();

function paint(pad) {
  const { value } = pads.get(pad);
  pad.querySelector("[data-points-figure]").textContent = value ?? "–";
  for (const key of all("[data-points-place]", pad)) {
    const place = Number(key.dataset.pointsPlace);
    const digit = value === null ? null : place === 100 ? value - (value % 100) : place === 10 ? (value % 100) - (value % 10) : value % 10;
    key.checked = Number(key.value) === digit;
  }
}

function set(pad, value) {
  const known = pads.get(pad);
  known.value = Math.min(Math.max(value, 0), known.highest);
  paint(pad);
  known.told(known.value);
}

function press(pad, key) {
  const value = pads.get(pad).value ?? 0;
  const place = Number(key.dataset.pointsPlace);
  const above = place === 100 ? 0 : value - (value % (place * 10));
  set(pad, above + Number(key.value) + (value % place));
}

// Show a value (or none yet) and tell `told` of every other one.
export function usePoints(pad, { value, highest, told }) {
  const isNew = !pads.has(pad);
  pads.set(pad, { value, highest, told });
  paint(pad);
  if (!isNew) return;
  pad.addEventListener("change", (event) => press(pad, event.target));
  pad.addEventListener("click", (event) => {
    const step = event.target.closest("[data-points-by]");
    if (step) set(pad, (pads.get(pad).value ?? 0) + Number(step.dataset.pointsBy));
  });
}
