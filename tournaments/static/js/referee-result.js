// What a table reports, by kind: levels, the points of its deals, a score, or the winner only. What is said of it in
// words, what is asked and missing, and what is sent.
// draft: {outcome, levels, winner, scores, dealer_side, no_deal}; config.report says the kind, config.deals what was kept.
import { all, fill, signed } from "./referee-form.js";

const figure = (score) => (score === null || score === undefined ? "–" : String(score).replace("-", "\u2212"));

const byLevels = (config) => config.report.kind === "levels";

const levelsOf = (draft, config) => (config.report.kind === "deal_points" ? config.deals.levels : draft.levels);

const scoresOf = (draft, config) => (config.report.kind === "deal_points" ? config.deals.scores : draft.scores);

const ahead = (config, [first, second]) => config.labels.indexOf(first) - config.labels.indexOf(second);

// How far side 0 is ahead: in levels, in a score, or by a win alone.
function lead(draft, config) {
  if (byLevels(config)) return ahead(config, draft.levels);
  if (config.report.kind === "winner") return { 0: 1, 1: -1, draw: 0 }[draft.winner];
  const [first, second] = scoresOf(draft, config);
  return first - second;
}

const isEqual = (draft, config) => draft.outcome === "played" && config.report.kind !== "winner" && lead(draft, config) === 0;

// Whether the deals kept at the table say who would deal next: those that make what is handed in.
function dealsTell(draft, config) {
  if (config.deals.count === 0) return false;
  return config.report.kind === "deal_points" || draft.levels.join() === config.deals.levels.join();
}

// What is asked where both are equal and the rules need a winner: who would deal next, who won the lots; null: nothing.
export function asksOnEqual(draft, config) {
  if (!isEqual(draft, config) || draft.winner !== null) return null;
  const { dealer_side_on_equal: byDealer, lots_on_equal: byLots, lots_without_deal: lotsAtFirst } = config.report;
  const told = dealsTell(draft, config);
  if (byDealer && !told && draft.dealer_side === null && !draft.no_deal) return "deals-next";
  return byLots || (byDealer && lotsAtFirst && draft.no_deal && !told) ? "lots" : null;
}

function equalWinner(draft, config) {
  if (!isEqual(draft, config)) return null;
  if (draft.winner !== null) return draft.winner;
  if (!config.report.dealer_side_on_equal) return null;
  return draft.dealer_side ?? (dealsTell(draft, config) ? config.deals.dealer_side : null);
}

// What both sides get: the levels between them, or the points of a win where only who won counts.
function points(draft, config) {
  if (draft.outcome !== "played") return config.forfeits[draft.outcome];
  if (config.wins === null && config.by_score) return scoresOf(draft, config);
  if (config.wins === null) {
    const levels = ahead(config, levelsOf(draft, config));
    return [levels, -levels];
  }
  const decided = equalWinner(draft, config);
  const won = decided === null ? lead(draft, config) : 1 - 2 * decided;
  const { win, draw, loss } = config.wins;
  return won === 0 ? [draw, draw] : won > 0 ? [win, loss] : [loss, win];
}

function kindOf(draft, config) {
  if (draft.outcome === "forfeit_both") return "both";
  if (draft.outcome !== "played") return "absent";
  const gap = lead(draft, config);
  if (config.report.kind === "winner") return gap === 0 ? "drawn" : "won";
  if (!byLevels(config)) return equalWinner(draft, config) !== null ? "won" : gap === 0 ? "scored_equal" : "scored";
  if (gap === 0) return equalWinner(draft, config) !== null ? "equal_won" : "equal";
  return Math.abs(gap) === 1 ? "one" : "many";
}

function winnerOf(draft, config) {
  if (draft.outcome !== "played") return draft.outcome === "forfeit_0" ? 1 : 0;
  return equalWinner(draft, config) ?? (lead(draft, config) < 0 ? 1 : 0);
}

export function sentence(draft, config) {
  const [gains, winner] = [points(draft, config), winnerOf(draft, config)];
  const [levels, scores] = [levelsOf(draft, config), scoresOf(draft, config)];
  const [own, other] = [config.sides[winner], config.sides[1 - winner]];
  return fill(config.sentences[kindOf(draft, config)], {
    winner: own.words, winner_lot: own.lot, winner_level: levels[winner], gain: signed(gains[winner]),
    loser: other.words, loser_lot: other.lot, loser_level: levels[1 - winner], loss: signed(gains[1 - winner]),
    winner_score: figure(scores[winner]), loser_score: figure(scores[1 - winner]),
    levels: draft.outcome === "played" ? Math.abs(lead(draft, config)) : 0,
    by: config.decided[draft.winner === null ? "dealer_side" : "lots"],
  });
}

// What a side says of itself when the screen is turned to it.
export function saidBy(side, draft, config) {
  const { words } = config;
  if (config.report.kind === "winner") {
    return draft.winner === "draw" ? words.mine_drawn : draft.winner === side ? words.mine_won : words.mine_lost;
  }
  const both = byLevels(config) ? draft.levels : scoresOf(draft, config).map(figure);
  const reached = fill(byLevels(config) ? words.mine : words.mine_score, { own: both[side], other: both[1 - side] });
  const decided = equalWinner(draft, config);
  return decided === null ? reached : `${reached} ${decided === side ? words.mine_won : words.mine_lost}`;
}

// What is missing, in words; "" where nothing is.
export function lacks(draft, config) {
  if (byLevels(config)) return draft.levels.includes(null) ? config.words.levels : "";
  if (config.report.kind === "deal_points") return config.deals.count ? "" : config.words.need_deals;
  if (config.report.kind === "score") return draft.scores.includes(null) ? config.words.scores : "";
  return draft.winner === null ? config.words.winner : "";
}

export const isFilled = (draft, config) => draft.outcome !== "played" || !lacks(draft, config);

// Whether the deals kept at the table make other levels than what is about to be handed in.
export function differs(draft, config) {
  return byLevels(config) && config.deals.count > 0 && draft.outcome === "played" && !dealsTell(draft, config);
}

// Points of deals are not sent: the server has the deals.
export function content(draft, config) {
  const { kind } = config.report;
  const played = draft.outcome === "played";
  const drawn = draft.winner === "draw";
  return {
    outcome: draft.outcome, levels: played && kind === "levels" ? draft.levels : null,
    scores: played && kind === "score" ? draft.scores : null,
    winner: played && !drawn ? draft.winner : null, draw: played && drawn,
    dealer_side: played ? draft.dealer_side : null, no_deal: played && draft.no_deal,
  };
}

// the winner's buttons and the score's keys

export function showPicks(draft) {
  for (const input of all("input[name=winner]")) input.checked = input.value === String(draft.winner);
  for (const place of all("[data-score]")) place.textContent = figure(draft.scores[Number(place.dataset.score)]);
}

// One key of the score's pad: a digit, the sign, or the last digit taken away.
export function typed(draft, key) {
  const side = Number(document.querySelector("input[name=score-of]:checked").value);
  const before = draft.scores[side] ?? 0;
  const after = { minus: before ? -before : draft.scores[side], back: Math.trunc(before / 10) || null };
  const next = key in after ? after[key] : Number(`${before}${key}`.slice(0, 5));
  return { ...draft, scores: draft.scores.map((score, place) => (place === side ? next : score)) };
}
