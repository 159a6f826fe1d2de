// Server-sent events, and what the page says about the connection.

import { say } from "./words.js";

const LOST_AFTER = 3; // failed attempts in a row

let open = null;

export function listen(address, handlers) {
  close();
  const status = document.getElementById("connection");
  const tell = (key) => {
    status.textContent = say(`connection.${key}`);
    status.dataset.state = key;
  };
  tell("connecting");
  let failures = 0;
  open = new EventSource(address);
  open.addEventListener("open", () => {
    failures = 0;
    tell("live");
  });
  open.addEventListener("error", () => {
    failures += 1;
    tell(failures >= LOST_AFTER || open.readyState === EventSource.CLOSED ? "ended" : "lost");
    if (open.readyState === EventSource.CLOSED && handlers.refused) handlers.refused();
  });
  for (const [kind, take] of Object.entries(handlers)) {
    if (kind !== "refused") open.addEventListener(kind, (event) => take(JSON.parse(event.data)));
  }
}

export function close() {
  if (open) open.close();
  open = null;
}

export async function post(address) {
  const answer = await fetch(address, { method: "POST" });
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(said.error?.message ?? `${answer.status}`);
  return said;
}

export async function get(address) {
  const answer = await fetch(address);
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(said.error?.message ?? `${answer.status}`);
  return said;
}
