// Coming late: a stopwatch from the announced start for each side, with the step that it would be now; arriving stops it,
// and the step counts only once the referee has confirmed it.
import { clockText } from "./clock.js";
import { all, fill } from "./referee-form.js";
import { now } from "./servertime.js";

let late = null;
let words = null;

function bandNow(seconds) {
  const minutes = Math.ceil(seconds / 60);
  return late.bands.find((band) => band.minutes === null || minutes <= band.minutes);
}

function tick(row, side) {
  const seconds = Math.floor((now() - Date.parse(late.starts_at)) / 1000);
  const started = seconds > 0;
  const band = started ? bandNow(seconds) : null;
  row.querySelector("[data-late-time]").textContent = started ? clockText(seconds * 1000) : "";
  row.querySelector("[data-late-words]").textContent = started ? (band?.words ?? "") : words.before_start;
  row.querySelector("[data-late-clause]").textContent = band?.clause ?? "";
  row.querySelector("[data-arrived]").hidden = !started || side.arrived_at !== null;
  row.querySelector("[data-confirm-late]").hidden = true;
}

// When a side came, with the step that the rules have for it.
export function cameWords(side, said) {
  return fill(side.step ? said.late : said.in_time, { time: side.arrived_words, step: side.step?.words ?? "" });
}

function arrived(row, side) {
  const { step } = side;
  row.querySelector("[data-late-time]").textContent = side.seconds > 0 ? clockText(side.seconds * 1000) : "";
  row.querySelector("[data-late-words]").textContent = cameWords(side, words);
  row.querySelector("[data-late-clause]").textContent = step ? [step.clause, side.confirmed ? words.late_confirmed : ""].filter(Boolean).join(" · ") : "";
  row.querySelector("[data-arrived]").hidden = true;
  row.querySelector("[data-confirm-late]").hidden = !step || side.confirmed;
}

function paint() {
  for (const row of all("[data-late-side]")) {
    const side = late.sides[Number(row.dataset.lateSide)];
    if (side.arrived_at === null) tick(row, side);
    else arrived(row, side);
  }
}

// Shown until the first deal is stored, and as long as a step waits to be confirmed.
export function showLate(play, said) {
  late = play.late;
  words = said;
  const waits = late.sides.some((side) => side.step && !side.confirmed);
  const section = document.querySelector("[data-late]");
  section.hidden = !late.asked || late.starts_at === null || play.closed || (play.deals.length > 0 && !waits);
  if (waits) section.querySelector("details").open = true;
  if (!section.hidden) paint();
}

window.setInterval(() => {
  const section = document.querySelector("[data-late]");
  if (section && !section.hidden && late) paint();
}, 1000);
