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

// The events of a POST, each handed to its taker as it comes. EventSource can only GET.
export async function postEvents(address, body, signal, takers) {
  const answer = await fetch(address, {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal,
  });
  if (!answer.ok) throw await failure(answer);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const events = (rest + value).split("\n\n");
    rest = events.pop();
    for (const event of events) {
      const [, kind, data] = event.match(/^event: (\w+)\ndata: (.*)$/) ?? [];
      if (kind) takers[kind]?.(JSON.parse(data));
    }
  }
}

async function failure(answer) {
  const said = await answer.json().catch(() => ({}));
  return new Error(said.error?.message ?? `${answer.status}`);
}

export async function post(address) {
  const answer = await fetch(address, { method: "POST" });
  if (!answer.ok) throw await failure(answer);
  return answer.json();
}

export async function get(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw await failure(answer);
  return answer.json();
}
