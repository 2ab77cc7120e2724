// One deal as it is entered: which questions it needs, in order, and what is sent. Nothing is counted here.
// form: {number, dealer, points, last, kitty, suit, shape, parts, jack, corrects, reason, mark}; null where not yet
// answered. mark: "" for a deal as usual; asked for once the last deals are played.
const levelsBefore = (play, number) => play.deals.filter((deal) => deal.number < number).at(-1)?.levels_after;

function start(play, number) {
  const before = levelsBefore(play, number);
  if (before) return before;
  return play.deals.length && number === 1 ? [play.start, play.start] : play.levels;
}

export const blank = (play) => ({
  number: play.number, dealer: play.dealer, points: null, last: null, kitty: null, suit: null, shape: null, parts: [],
  jack: null, corrects: null, reason: "", mark: lastDealsOver(play) ? null : "", redeal: play.dealer === null,
});

// The last of the last deals is played: another deal is one entered late, or a mistake.
export const lastDealsOver = (play) => play.ended_by === "last_deals";

// The form of a deal that stands, to be corrected.
export function formOf(deal) {
  const trick = deal.last_trick;
  const [only] = trick?.components ?? [];
  return {
    number: deal.number, dealer: deal.dealer, points: deal.points, kitty: deal.kitty_points, corrects: deal.version,
    last: trick ? (trick.attackers ? "attackers" : "dealer") : null,
    suit: trick?.attackers ? (trick.trump ? "trump" : "plain") : null,
    shape: trick?.components.length > 1 ? "parts" : (only ?? null),
    parts: trick?.components ?? [], jack: trick?.jack ?? null, reason: "", mark: deal.mark, redeal: deal.out_of_turn,
  };
}

export const dealerSide = (form) => form.dealer % 2;

// A jack is asked for where the dealer side plays the level of the rule: then its kitty may throw it back.
function asksJack(form, play) {
  const level = play.rules.jack_level;
  return level !== null && form.dealer !== null && start(play, form.number)[dealerSide(form)] === level;
}

export function steps(form, play) {
  const list = form.corrects === null && form.mark !== "" ? ["mark"] : [];
  if (form.number === 1 || form.redeal) list.push("dealer");
  list.push("points", "last");
  if (form.last === "attackers") {
    list.push("kitty");
    if (form.kitty || asksJack(form, play)) {
      list.push("suit");
      if (play.rules.dig_with === "any" || form.suit === "trump") {
        list.push("shape");
        if (form.shape === "parts") list.push("parts");
        if (asksJack(form, play)) list.push("jack");
      }
    }
  }
  if (form.corrects !== null) list.push("reason");
  return [...list, "check"];
}

// The step before or after, null at the ends.
export function beside(step, form, play, by) {
  const list = steps(form, play);
  return list[list.indexOf(step) + by] ?? null;
}

function components(form, asked) {
  if (!asked.includes("shape")) return [];
  return form.shape === "parts" ? form.parts : [form.shape];
}

function lastTrick(form, play) {
  const asked = steps(form, play);
  const attackers = form.last === "attackers";
  return {
    attackers,
    trump: asked.includes("suit") && form.suit === "trump",
    components: attackers ? components(form, asked) : [],
    jack: asked.includes("jack") ? (form.jack ?? "") : "",
  };
}

// What is sent: facts as they were seen at the table.
export function bodyOf(form, play) {
  return {
    number: form.number, dealer: form.dealer, points: form.points,
    kitty_points: form.last === "attackers" ? form.kitty : 0,
    last_trick: lastTrick(form, play), corrects: form.corrects, reason: form.reason,
    mark: form.corrects === null ? (form.mark ?? "") : "",
  };
}

// The question that a refusal belongs to.
export function stepOf(field, form, play) {
  const asked = { points: "points", kitty_points: "kitty", dealer: "dealer", reason: "reason", last_trick: "last", mark: "mark" }[field];
  return steps(form, play).includes(asked) ? asked : null;
}
