// <time-left> shows what is left of a round. Only facts come from the server (state, end, reminder); what is left is
// end − now at every tick, with the server's time, so a reload, a sleeping phone or a wrong phone clock changes nothing.
// Attributes: data-key data-state (planned|running|paused|ended|closed) data-starts-at data-reminder-at data-ends-at
//   data-paused-remaining (s) data-server-now or data-sync-url, data-zone, data-word-<phase>, data-word-ends, data-word-next.
// Events, once per data-reminder-key / data-over-key (else data-key) in this window, also after a reload:
//   "clock:reminder" and "clock:over" (bubbling).
import { known, learn, now, sync } from "./servertime.js";

const LATE_ALERT_MS = 5 * 60 * 1000;

export function clockText(ms) {
  const seconds = ms >= 0 ? Math.ceil(ms / 1000) : Math.floor(-ms / 1000);
  const hours = Math.floor(seconds / 3600);
  const rest = `${String(Math.floor(seconds / 60) % 60).padStart(hours ? 2 : 1, "0")}:${String(seconds % 60).padStart(2, "0")}`;
  return `${ms < 0 && seconds > 0 ? "+" : ""}${hours ? `${hours}:${rest}` : rest}`;
}

export function clockTime(ms, zone) {
  return new Date(ms).toLocaleTimeString("en-GB", { timeZone: zone || undefined, hour: "2-digit", minute: "2-digit" });
}

export function phaseAt(state, reminderAt, endsAt, at) {
  if (state !== "running") return state;
  if (endsAt && at >= endsAt) return "over";
  return reminderAt && at >= reminderAt ? "last" : "running";
}

const given = new Set();

// True the first time that this window hears of an alert; a reload remembers.
export function firstTime(alert) {
  if (given.has(alert)) return false;
  given.add(alert);
  try {
    if (sessionStorage.getItem(alert)) return false;
    sessionStorage.setItem(alert, "1");
  } catch {
    // storage is blocked: then the page remembers until it is left
  }
  return true;
}

class TimeLeft extends HTMLElement {
  connectedCallback() {
    this.onWake = () => this.tick();
    document.addEventListener("visibilitychange", this.onWake);
    document.addEventListener("servertime", this.onWake);
    this.measure();
    this.tick();
  }

  disconnectedCallback() {
    window.clearTimeout(this.timer);
    document.removeEventListener("visibilitychange", this.onWake);
    document.removeEventListener("servertime", this.onWake);
  }

  async measure() {
    if (this.dataset.serverNow && !known()) {
      const read = performance.timeOrigin + (performance.getEntriesByType("navigation")[0]?.responseStart ?? performance.now());
      learn(Date.parse(this.dataset.serverNow), read - 2000, read);
    }
    if (!this.dataset.syncUrl) return;
    try {
      await sync(this.dataset.syncUrl);
    } catch {
      // no connection now: the offset known so far stays, and the next clock on the page measures again
      this.toggleAttribute("data-unsynced", !known());
    }
  }

  tick() {
    window.clearTimeout(this.timer);
    const at = now();
    const endsAt = Date.parse(this.dataset.endsAt) || 0;
    const reminderAt = Date.parse(this.dataset.reminderAt) || 0;
    const phase = phaseAt(this.dataset.state, reminderAt, endsAt, at);
    this.show(phase, this.left(endsAt, at));
    if (this.dataset.state === "running") {
      const { key, reminderKey, overKey } = this.dataset;
      if (reminderAt && at < endsAt) this.alertOnce("clock:reminder", reminderKey || key, reminderAt, at);
      if (endsAt) this.alertOnce("clock:over", overKey || key, endsAt, at);
      this.timer = window.setTimeout(() => this.tick(), 1000 - ((((at - endsAt) % 1000) + 1000) % 1000) + 5);
    }
  }

  left(endsAt, at) {
    const { state, startsAt, pausedRemaining } = this.dataset;
    if (state === "paused") return Number(pausedRemaining) * 1000;
    if (state === "planned") return pausedRemaining ? Number(pausedRemaining) * 1000 : endsAt - Date.parse(startsAt);
    return state === "closed" || state === "ended" ? 0 : endsAt - at;
  }

  show(phase, ms) {
    const text = Number.isFinite(ms) ? clockText(ms) : "–:––";
    const left = this.querySelector("[data-left]");
    if (left && left.textContent !== text) {
      left.textContent = text;
      left.dataset.length = text.length;
    }
    this.say("ends", phase !== "over" && this.dataset.endsAt);
    this.say("next", phase === "running" && this.dataset.reminderAt);
    if (this.dataset.phase === phase) return;
    this.dataset.phase = phase;
    const word = this.querySelector("[data-phase-word]");
    const key = `word${phase.charAt(0).toUpperCase()}${phase.slice(1)}`;
    if (word) word.textContent = this.dataset[key] ?? "";
  }

  // "Ends at 11:00", "Reminder at 10:30": words with a time of day in the event's zone, or nothing.
  say(name, moment) {
    const line = this.querySelector(`[data-${name}]`);
    if (!line) return;
    const word = this.dataset[`word${name.charAt(0).toUpperCase()}${name.slice(1)}`] ?? "";
    const text = moment ? word.replace("{time}", clockTime(Date.parse(moment), this.dataset.zone)) : "";
    if (line.textContent !== text) line.textContent = text;
    line.hidden = !text;
  }

  alertOnce(name, key, due, at) {
    if (at < due || at - due > LATE_ALERT_MS || !firstTime(`${name}:${key}`)) return;
    this.classList.add("is-flashing");
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, detail: { key } }));
  }
}

class WallClock extends HTMLElement {
  connectedCallback() {
    this.tick();
  }

  disconnectedCallback() {
    window.clearTimeout(this.timer);
  }

  tick() {
    const at = now();
    const text = clockTime(at, this.dataset.zone);
    if (this.textContent !== text) this.textContent = text;
    this.timer = window.setTimeout(() => this.tick(), 1000 - (at % 1000));
  }
}

customElements.define("time-left", TimeLeft);
customElements.define("wall-clock", WallClock);
