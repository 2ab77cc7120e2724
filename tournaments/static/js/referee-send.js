// Sending a form so that "received" is never a lie: only JSON that echoes the form's key counts as an answer.
const WAITS_MS = [0, 2000, 4000, 8000, 15000];
const TIMEOUT_MS = 12000;

export function newKey() {
  // Not randomUUID: in a hall without https it does not exist.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function token() {
  const cookie = document.cookie.split("; ").find((part) => part.startsWith("csrftoken="));
  return cookie ? cookie.slice("csrftoken=".length) : document.querySelector("input[name=csrfmiddlewaretoken]").value;
}

const hasVersion = (answer) => Number.isInteger(answer.version);

async function once(url, body, whole) {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), TIMEOUT_MS);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": token() },
      body: JSON.stringify(body),
      redirect: "error",
      signal: abort.signal,
    });
    const answer = await response.json();
    if (response.ok && answer.key === body.key && whole(answer)) return { receipt: answer };
    if (response.status >= 400 && response.status < 500 && answer.code && answer.message) {
      return { refused: answer, status: response.status };
    }
    return null;
  } catch {
    // No connection, a login page of the network instead of our answer, or too slow: nothing is known, ask again.
    return null;
  } finally {
    clearTimeout(timer);
  }
}

// Send until there is an answer, a few times; the key makes it harmless. `waiting` is told before every further try,
// `whole` tells whether an answer has what a receipt of this kind has.
export async function send(url, body, waiting, whole = hasVersion) {
  for (const wait of WAITS_MS) {
    if (wait) {
      waiting();
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
    const answer = await once(url, body, whole);
    if (answer) return answer;
  }
  return null;
}
