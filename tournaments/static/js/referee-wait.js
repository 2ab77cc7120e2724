// Before the start of a round: look again now and then, and whenever the phone is taken up.
const AGAIN_MS = 20000;
const reload = () => document.visibilityState === "visible" && window.location.reload();

window.setTimeout(reload, AGAIN_MS);
document.addEventListener("visibilitychange", reload);
