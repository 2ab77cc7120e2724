// <alarm-control>: one tap allows sound and vibration and keeps the screen awake, also on the pages that follow in this
// window; says so in words, also when it is refused.
// Sounds on "clock:reminder" (two tones, three times) and "clock:over" (one long tone) from any <time-left> of the page.
const PATTERNS = {
  "clock:reminder": { tones: [[880, 0.25], [660, 0.35]], times: 3, vibrate: [300, 150, 300, 150, 300] },
  "clock:over": { tones: [[520, 1.2]], times: 3, vibrate: [900, 200, 900] },
};

const REMEMBERED = "alarm:on";

function remembered() {
  try {
    return sessionStorage.getItem(REMEMBERED) === "1";
  } catch {
    return false;
  }
}

function remember(on) {
  try {
    sessionStorage.setItem(REMEMBERED, on ? "1" : "0");
  } catch {
    // storage is blocked: the next page asks again
  }
}

class AlarmControl extends HTMLElement {
  connectedCallback() {
    this.on = false;
    this.lock = null;
    this.button = this.querySelector("[data-alarm-toggle]");
    this.button.addEventListener("click", () => this.toggle());
    this.onAlert = (event) => this.sound(event.type);
    this.onVisible = () => {
      if (this.on && document.visibilityState === "visible") this.keepAwake();
    };
    for (const name of Object.keys(PATTERNS)) document.addEventListener(name, this.onAlert);
    document.addEventListener("visibilitychange", this.onVisible);
    if (remembered()) this.turnOn();
    this.say();
  }

  disconnectedCallback() {
    for (const name of Object.keys(PATTERNS)) document.removeEventListener(name, this.onAlert);
    document.removeEventListener("visibilitychange", this.onVisible);
    this.lock?.release();
  }

  async toggle() {
    if (this.on) {
      this.on = false;
      await this.lock?.release();
      this.lock = null;
    } else {
      await this.turnOn();
      this.beep([[880, 0.15]], 1);
    }
    remember(this.on);
    this.button.setAttribute("aria-pressed", String(this.on));
    this.say();
  }

  // On a page that follows, a browser may want a tap before it sounds: the first one anywhere is taken.
  async turnOn() {
    this.on = true;
    this.button.setAttribute("aria-pressed", "true");
    this.audio ??= new AudioContext();
    document.addEventListener("pointerdown", () => this.audio.resume(), { once: true });
    await Promise.all([Promise.race([this.audio.resume(), new Promise((done) => setTimeout(done, 300))]), this.keepAwake()]);
  }

  async keepAwake() {
    try {
      this.lock = await navigator.wakeLock.request("screen");
      this.lock.addEventListener("release", () => {
        this.lock = null;
        this.say();
      });
    } catch {
      // refused, or not offered over plain http: say() tells it in words
      this.lock = null;
    }
    this.say();
  }

  say() {
    const { wordOn, wordOff, wordAwake, wordAsleep, wordInsecure } = this.dataset;
    const state = this.querySelector("[data-alarm-state]");
    const wake = this.lock ? wordAwake : window.isSecureContext ? wordAsleep : wordInsecure;
    state.textContent = this.on ? `${wordOn} · ${wake}` : wordOff;
    this.toggleAttribute("data-on", this.on);
  }

  sound(name) {
    const pattern = PATTERNS[name];
    navigator.vibrate?.(pattern.vibrate);
    if (this.on && this.audio) this.beep(pattern.tones, pattern.times);
  }

  beep(tones, times) {
    let start = this.audio.currentTime + 0.02;
    for (let round = 0; round < times; round += 1) {
      for (const [pitch, length] of tones) {
        const tone = this.audio.createOscillator();
        const volume = this.audio.createGain();
        tone.frequency.value = pitch;
        volume.gain.setValueAtTime(0.0001, start);
        volume.gain.exponentialRampToValueAtTime(0.6, start + 0.02);
        volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
        tone.connect(volume).connect(this.audio.destination);
        tone.start(start);
        tone.stop(start + length);
        start += length + 0.05;
      }
      start += 0.25;
    }
  }
}

customElements.define("alarm-control", AlarmControl);
