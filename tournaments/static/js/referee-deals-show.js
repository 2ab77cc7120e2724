// The page's first screen and the preview, filled in from what the server says of the match; words are the server's.
import { all, fill } from "./referee-form.js";
import { lastDealsOver } from "./referee-deals-entry.js";
import { cameWords } from "./referee-late.js";

const at = (selector, root = document) => root.querySelector(selector);

function say(selector, words, root = document) {
  const place = at(selector, root);
  place.textContent = words ?? "";
  return place;
}

const copy = (id) => document.getElementById(id).content.cloneNode(true).firstElementChild;

function hide(selector, hidden, root = document) {
  at(selector, root).hidden = hidden;
}

export function showSteps(list, steps) {
  list.replaceChildren(
    ...steps.map((step) => {
      const row = copy("why-row");
      say("[data-words]", step.words, row);
      say("[data-clause]", step.clause, row);
      return row;
    }),
  );
}

function version(each) {
  const row = copy("version-row");
  say("[data-at]", each.at_words, row);
  say("[data-words]", [each.sentence, each.by, each.reason].filter(Boolean).join(" · "), row);
  return row;
}

// The row of the level table that a deal fell into; a deal that was lost or void has none.
const rowWords = (deal, words) => (deal.row_words ? fill(words.row, { row: deal.row_words }) : "");

function dealRow(deal, play, open, words) {
  const row = copy("deal-row");
  at("details", row).open = open.has(deal.number);
  row.dataset.deal = deal.number;
  say("[data-sentence]", deal.sentence, row);
  say("[data-row]", rowWords(deal, words), row);
  hide("[data-out-of-turn]", !deal.out_of_turn, row);
  hide("[data-mark]", deal.mark === "", row);
  say("[data-mark]", deal.mark_words, row);
  showSteps(at("[data-steps]", row), deal.steps);
  const older = deal.versions.slice(1);
  hide("[data-history]", older.length === 0, row);
  at("[data-versions]", row).replaceChildren(...older.map(version));
  at("[data-correct-deal]", row).dataset.correctDeal = deal.number;
  at("[data-remove-deal]", row).dataset.removeDeal = deal.number;
  hide("[data-correct-deal]", !play.open, row);
  hide("[data-remove-deal]", !play.open || !deal.removable, row);
  return row;
}

function rulingRow(ruling, play, words) {
  const row = copy("ruling-row");
  const where = ruling.deal ? fill(words.of_deal, { number: ruling.deal }) : words.of_match;
  say("[data-side]", play.sides[ruling.side].lot, row);
  say("[data-words]", ruling.words, row);
  say("[data-clause]", ruling.clause, row);
  say("[data-effect]", ruling.effect_words, row);
  say("[data-where]", [where, ruling.at_words, ruling.by, ruling.note].filter(Boolean).join(" · "), row);
  hide("[data-waits]", !ruling.waits, row);
  hide("[data-moved]", !ruling.escalation_moved || ruling.reversed !== null, row);
  row.classList.toggle("ruling--reversed", ruling.reversed !== null);
  if (ruling.reversed) {
    const { at_words: moment, by, reason } = ruling.reversed;
    at("[data-where]", row).append(document.createElement("br"), fill(words.reversed, { time: moment, who: by, reason }));
  }
  at("[data-reverse]", row).dataset.reverse = ruling.id;
  hide("[data-reverse]", !play.open || !ruling.reversible || ruling.reversed !== null, row);
  return row;
}

function showBar(play, words) {
  const over = play.finished || play.time_up.reached;
  const late = lastDealsOver(play);
  const [next, ends] = [at("[data-next-deal]"), at("[data-hand-in]")];
  next.textContent = late ? words.late_deal : fill(words.next_deal, { number: play.number });
  next.hidden = !play.open || (play.finished && !late);
  for (const name of ["button--primary", "button--big"]) {
    next.classList.toggle(name, !over);
    ends.classList.toggle(name, over);
  }
  ends.hidden = !play.open || !(over || play.deals.length);
  ends.parentElement.prepend(over ? ends : next);
  hide("[data-table-page]", play.open || !play.begun);
}

// The points of the deals, where those are handed in.
export const byPoints = (play) => play.report.kind === "deal_points";

export const pointsWords = (play, side, words) =>
  fill(words.points, { points: String(play.scores[side]).replace("-", "\u2212") });

// Where the match stands, who deals, what was played and ruled. What was opened stays open.
export function showPlay(play, words) {
  const open = new Set(all("[data-deal] details[open]").map((each) => Number(each.closest("[data-deal]").dataset.deal)));
  for (const side of [0, 1]) {
    say(`[data-level="${side}"]`, play.levels[side]);
    if (byPoints(play)) say(`[data-points-now="${side}"]`, pointsWords(play, side, words));
    hide(`[data-deals-now="${side}"]`, play.finished || play.dealer_side !== side);
  }
  say("[data-now]", play.finished ? fill(words.over, { by: play.ended_words }) : play.dealer_words);
  const last = play.last_deals;
  const line = say("[data-last-deals]", last?.words);
  line.hidden = last === null || play.finished;
  line.dataset.lastDeals = last?.left ?? "";
  const differs = play.reported?.differs ?? false;
  hide("[data-differs]", !differs);
  say("[data-differs-words]", differs ? play.reported.words : "");
  hide("[data-no-deals]", play.deals.length > 0 || !play.open);
  at("[data-deal-list]").replaceChildren(...[...play.deals].reverse().map((deal) => dealRow(deal, play, open, words)));
  hide("[data-ledger]", play.rulings.length === 0);
  at("[data-ruling-list]").replaceChildren(...[...play.rulings].reverse().map((each) => rulingRow(each, play, words)));
  showBar(play, words);
}

// What a deal would do, as the server counts it: nothing is stored yet.
export function showPreview(after, number, words) {
  const deal = after.deals.find((each) => each.number === number);
  say("[data-preview-sentence]", deal.sentence);
  say("[data-preview-row]", rowWords(deal, words));
  for (const side of [0, 1]) say(`[data-after="${side}"]`, deal.levels_after[side]);
  say("[data-preview-next]", after.finished ? fill(words.over, { by: after.ended_words }) : after.dealer_words);
  hide("[data-preview-penalties]", deal.penalties.length === 0);
  at("[data-preview-penalty-list]").replaceChildren(
    ...deal.penalties.map((each) => Object.assign(document.createElement("li"), { textContent: each.words })),
  );
  showSteps(at("[data-preview-steps]"), deal.steps);
  hide("[data-preview]", false);
}

function rulingWords({ ruling, play }, told) {
  return fill(told, { side: play.sides[ruling.side].lot, ruling: ruling.words, effect: ruling.effect_words });
}

// What is told once something is stored; the server says what it is.
export function doneWords(kind, form, answer, words) {
  const { play, deal } = answer;
  if (kind === "deal") return deal.sentence;
  if (kind === "remove") return fill(words.removed, { number: form.number });
  if (kind === "arrival") return `${play.sides[form.side].lot} ${cameWords(play.late.sides[form.side], words)}`;
  return rulingWords(answer, kind === "reverse" ? words.reversed_now : words.ruled);
}
