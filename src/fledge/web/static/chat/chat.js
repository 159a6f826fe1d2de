"use strict";
// The page of `fledge serve`: continues a text, or chats. All text is set as text, never as HTML.

const say = document.body.dataset;
const part = (id) => document.getElementById(id);
const [log, form, prompt, send] = ["log", "form", "prompt", "send"].map(part);
let mode = say.trained === "true" ? "chat" : "continue";
let turns = []; // of the chat
let running = null; // what stops the request under way

function element(kind, name, text) {
  const made = document.createElement(kind);
  made.className = name;
  made.textContent = text;
  made.dir = "auto";
  return made;
}

function show(made) {
  const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
  log.append(made);
  if (isAtEnd) log.scrollTop = log.scrollHeight;
  return made;
}

function clear() {
  if (running) running.abort();
  turns = [];
  log.replaceChildren(element("p", "empty", mode === "chat" ? say.emptyChat : say.empty));
}

function choose(chosen) {
  mode = chosen;
  for (const id of ["continue", "chat"]) part(id).setAttribute("aria-pressed", String(id === mode));
  part("untrained").hidden = mode !== "chat" || say.trained === "true";
  clear();
}

function turn(who, kind = "") {
  const made = element("div", `turn ${kind}`, "");
  if (who) made.append(element("div", "who", who));
  show(made);
  return made;
}

// The events of a stream, as they come.
async function* events(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      if (line.startsWith("data: ") && line !== "data: [DONE]") yield JSON.parse(line.slice(6));
    }
  }
}

async function write(text) {
  const isChat = mode === "chat";
  if (log.querySelector(".empty")) log.replaceChildren();
  if (isChat) {
    turns.push({ role: "user", content: text });
    turn(say.you, "yours").append(element("p", "text", text));
  }
  const made = turn(isChat ? say.modelSays : "");
  const body = element("p", "text", "");
  const given = element("span", "given", isChat ? "" : text);
  const written = document.createElement("span");
  body.append(given, written);
  made.append(body);
  const wait = element("p", "end", say.waiting);
  made.append(wait);
  const asked = {
    model: say.model, stream: true, temperature: Number(part("temperature").value), max_tokens: Number(part("length").value),
    ...(isChat ? { messages: turns } : { prompt: text }),
  };
  running = new AbortController();
  send.textContent = send.dataset.stop;
  let answer = "";
  try {
    const response = await fetch(isChat ? "/v1/chat/completions" : "/v1/completions", {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(asked), signal: running.signal,
    });
    if (!response.ok) throw new Error((await response.json()).error.message);
    for await (const event of events(response)) {
      if (event.error) throw new Error(event.error.message);
      const choice = event.choices[0];
      const piece = isChat ? choice.delta.content : choice.text;
      if (piece) {
        wait.remove();
        answer += piece;
        const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
        written.append(piece);
        if (isAtEnd) log.scrollTop = log.scrollHeight;
      }
      if (choice.finish_reason === "length") made.append(element("p", "end", say.ended));
    }
  } catch (problem) {
    if (problem.name !== "AbortError") {
      made.append(element("p", "error", problem instanceof TypeError ? say.gone : problem.message));
    }
  } finally {
    wait.remove();
    running = null;
    send.textContent = send.dataset.send;
  }
  if (isChat && answer) turns.push({ role: "assistant", content: answer });
  else if (isChat) turns.pop();
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (running) {
    running.abort();
    return;
  }
  const text = prompt.value;
  if (mode === "chat" && !text.trim()) return;
  if (mode === "chat") prompt.value = "";
  write(text);
});
prompt.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing && mode === "chat") {
    event.preventDefault();
    form.requestSubmit();
  }
});
part("continue").addEventListener("click", () => choose("continue"));
part("chat").addEventListener("click", () => choose("chat"));
part("clear").addEventListener("click", clear);
choose(mode);
