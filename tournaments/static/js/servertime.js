// The server's time on this device: an offset measured once and bettered whenever a sharper sample comes.
// Phones' own clocks may be minutes wrong; only their steady ticking is used.
const KEEP_MS = 10 * 60 * 1000;
let best = null;

export function now() {
  return Date.now() + (best ? best.offset : 0);
}

export function known() {
  return best !== null;
}

// A server time (ms) read between two local moments: the error is at most half the way there and back.
export function learn(serverMs, sentMs, receivedMs) {
  const error = Math.max(0, receivedMs - sentMs) / 2;
  const sample = { offset: serverMs - (sentMs + error), error, at: performance.now() };
  const stale = best && sample.at - best.at > KEEP_MS;
  if (!best || stale || error <= best.error) {
    best = sample;
    document.dispatchEvent(new CustomEvent("servertime"));
  }
}

export async function sync(url, samples = 3) {
  for (let index = 0; index < samples; index += 1) {
    const sent = Date.now();
    const response = await fetch(url, { cache: "no-store", headers: { Accept: "application/json" } });
    const received = Date.now();
    if (!response.ok) throw new Error(`time: ${response.status}`);
    learn(Date.parse((await response.json()).now), sent, received);
  }
}
