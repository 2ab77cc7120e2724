// A penalty in two taps: the side, then the offence with its effect and clause. Some ask how many cards, a false accusation
// asks which offence it claimed, and the referee's own decision asks for an effect and a reason.
import { all, fill } from "./referee-form.js";

const at = (selector) => document.querySelector(selector);

export function blankRuling(side, play) {
  return {
    belongs: play.finished || !play.open ? "match" : String(play.number),
    side, offence: "", cards: 1, claimed: "", amount: null, effect: "", note: "",
  };
}

const offenceOf = (form, play) => play.offences.find((each) => each.key === form.offence);

// The offence whose effect is counted: of a false accusation the one that it claimed.
const counted = (form, play) => (form.claimed ? play.offences.find((each) => each.key === form.claimed) : offenceOf(form, play));

const settledInDeal = (offence, form) => offence.next?.[form.side]?.in_deal ?? offence.in_deal;

const dealOf = (form) => (form.belongs === "match" ? null : Number(form.belongs));

export function rulingBody(form, play) {
  const own = form.offence === "decision";
  const inDeal = own || settledInDeal(counted(form, play), form);
  return {
    side: form.side, offence: form.offence, cards: form.cards, deal: inDeal ? dealOf(form) : null,
    claimed: form.claimed, amount: form.amount, effect: own ? form.effect : "", note: form.note.trim(),
  };
}

const adjusts = (form, play) => offenceOf(form, play).discretion && counted(form, play).next[form.side].amount !== null;

// What is asked after the offence was tapped: null when it can be sent.
export function stepAfterOffence(form, play) {
  if (form.offence === "decision") return "own-ruling";
  const offence = offenceOf(form, play);
  if (offence.claims && !form.claimed) return "claimed";
  return counted(form, play).per === "card" || adjusts(form, play) ? "how-many" : null;
}

function effectNow(offence, side) {
  return offence.next?.[side]?.words ?? offence.effect_words;
}

// The deal in hand, the one before it, or the match: an offence that is settled within a deal needs one.
function showBelongs(form, play, words) {
  const last = play.deals.at(-1)?.number;
  const [hand, before] = [at("[data-belongs=hand]"), at("[data-belongs=last]")];
  hand.hidden = play.finished;
  hand.textContent = fill(words.in_hand, { number: play.number });
  hand.dataset.belongsTo = play.number;
  before.hidden = last === undefined;
  before.textContent = fill(words.of_deal, { number: last });
  before.dataset.belongsTo = last;
  for (const button of all("[data-belongs]")) {
    button.setAttribute("aria-pressed", String(button.dataset.belongsTo === form.belongs));
  }
}

export function showOffences(form, play, words) {
  for (const place of all("[data-offender]")) place.textContent = fill(words.against, { side: play.sides[form.side].words });
  showBelongs(form, play, words);
  for (const button of all("[data-offence], [data-claimed]")) {
    const offence = play.offences.find((each) => each.key === (button.dataset.offence ?? button.dataset.claimed));
    if (!offence) continue;
    button.hidden = settledInDeal(offence, form) && form.belongs === "match";
    button.querySelector("[data-effect]").textContent = effectNow(offence, form.side);
  }
}

// The amount that counts unless the referee sets another, where the rules allow that.
const amountNow = (form, play) => form.amount ?? counted(form, play).next[form.side].amount * form.cards;

export function showHowMany(form, play) {
  const offence = offenceOf(form, play);
  const place = at("[data-step~=how-many]");
  place.querySelector("[data-how-many-of]").textContent = offence.words;
  place.querySelector("[data-how-many-effect]").textContent = effectNow(offence, form.side);
  place.querySelector("[data-cards]").hidden = counted(form, play).per !== "card";
  place.querySelector("[data-cards] [data-count]").textContent = form.cards;
  place.querySelector("[data-amount]").hidden = !adjusts(form, play);
  place.querySelector("[data-amount] [data-count]").textContent = amountNow(form, play);
}

export function showOwn(form, play) {
  const chosen = play.decisions.find((each) => each.effect === form.effect);
  const place = at("[data-step~=own-ruling]");
  for (const input of all("input[name=effect]")) input.checked = input.value === form.effect;
  place.querySelector("[data-amount]").hidden = !chosen?.amount;
  place.querySelector("[data-amount] [data-count]").textContent = form.amount ?? "";
  place.querySelector("[name=note]").value = form.note;
}

const ownStep = (effect, play) => (effect === "points" ? play.rules.unit : 1);

export function chooseEffect(form, effect, play) {
  const { amount } = play.decisions.find((each) => each.effect === effect);
  return { ...form, effect, amount: amount ? ownStep(effect, play) : null };
}

// One step more or less of the amount, never below one step.
export function amountBy(form, by, play) {
  const own = form.offence === "decision";
  const step = own ? ownStep(form.effect, play) : counted(form, play).next[form.side].unit;
  return Math.max(step, (own ? form.amount : amountNow(form, play)) + by * step);
}
