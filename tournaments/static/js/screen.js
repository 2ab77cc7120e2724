// <hall-screen> shows the clock large, then each [data-panel] page in turn for data-seconds; the clock stays above them in one line.
// [data-screen-next] and [data-screen-stop] act by hand; an alert of the clock brings the clock back and holds it a while.
const ALERT_HOLDS_MS = 45 * 1000;
const CLOCK = -1;

class HallScreen extends HTMLElement {
  connectedCallback() {
    this.clock = this.querySelector("[data-clock]");
    this.at = this.clock ? CLOCK : 0;
    this.held = false;
    this.onAlert = () => this.alert();
    this.addEventListener("live:change", () => this.changed());
    for (const name of ["clock:reminder", "clock:over"]) this.addEventListener(name, this.onAlert);
    document.querySelector("[data-screen-next]")?.addEventListener("click", () => this.next());
    this.stop = document.querySelector("[data-screen-stop]");
    this.stop?.addEventListener("click", () => {
      this.held = !this.held;
      this.stop.setAttribute("aria-pressed", String(this.held));
      this.plan();
    });
    this.show();
    this.plan();
  }

  disconnectedCallback() {
    window.clearTimeout(this.timer);
  }

  get panels() {
    return [...this.querySelectorAll("[data-panel]")];
  }

  // A release while the screen shows that there is none yet: the frame of the page has no clock so far.
  changed() {
    if (!this.clock && !this.querySelector("[data-panel=wait]")) window.location.reload();
    else this.show();
  }

  next() {
    this.at += 1;
    if (this.at >= this.panels.length) this.at = this.clock ? CLOCK : 0;
    this.show();
    this.plan();
  }

  plan(wait = Number(this.dataset.seconds) * 1000) {
    window.clearTimeout(this.timer);
    if (!this.held) this.timer = window.setTimeout(() => this.next(), wait);
  }

  alert() {
    this.at = CLOCK;
    this.show();
    this.plan(ALERT_HOLDS_MS);
    this.setAttribute("data-alert", "");
    window.clearTimeout(this.calm);
    this.calm = window.setTimeout(() => this.removeAttribute("data-alert"), ALERT_HOLDS_MS);
  }

  show() {
    const panels = this.panels;
    if (this.at >= panels.length) this.at = this.clock ? CLOCK : 0;
    this.toggleAttribute("data-clock-only", this.at === CLOCK);
    this.querySelector("time-left")?.classList.toggle("clock--row", this.at !== CLOCK);
    panels.forEach((panel, index) => {
      panel.hidden = index !== this.at;
    });
    const pages = panels.length + (this.clock ? 1 : 0);
    const page = document.querySelector("[data-screen-page]");
    if (!page) return;
    const shown = this.at + (this.clock ? 2 : 1);
    page.textContent = pages > 1 ? this.dataset.wordPage.replace("{page}", shown).replace("{pages}", pages) : "";
  }
}

customElements.define("hall-screen", HallScreen);
