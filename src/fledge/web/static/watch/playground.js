// The playground: a prompt, and one or two checkpoints that go on with it.

import { element, replaceChildren } from "./dom.js";
import { get, postEvents } from "./stream.js";
import { isolated, listed, say, whole } from "./words.js";

const LOOK_EVERY_MS = 10000; // for checkpoints that are new or gone
const SEEDS = 1e9;

export async function showPlayground(main) {
  document.title = `${say("play.title")} · fledge watch`;
  const title = element("h1", {}, say("play.title"));
  replaceChildren(main, title, element("p", { class: "loading" }, say("play.loading")));
  let known;
  try {
    known = await get("/api/checkpoints");
  } catch (error) {
    replaceChildren(main, title, element("p", { class: "problem", role: "alert" }, error.message));
    return;
  }
  const asked = new URLSearchParams(location.search);
  const sides = [new Side("a"), new Side("b")];
  let isPair = asked.has("run2");
  const fields = {
    prompt: element("textarea", { id: "prompt", rows: "4", dir: "auto", placeholder: say("play.prompt_hint") }),
    temperature: number("temperature", known.temperature, 0, 10, 0.1),
    length: number("length", known.usual_tokens, 1, known.most_tokens, 1),
    seed: number("seed", known.seed, 0, Number.MAX_SAFE_INTEGER, 1),
  };
  const again = element("button", { type: "button", class: "plain", onclick: () => {
    fields.seed.value = String(Math.floor(Math.random() * SEEDS));
  } }, say("play.new_seed"));
  const pair = element("input", { type: "checkbox", id: "pair", onchange: () => { isPair = pair.checked; remember(); arrange(); } });
  const write = element("button", { type: "submit", class: "primary", id: "write" });
  const form = element("form", { class: "play card", onsubmit: (event) => { event.preventDefault(); toggle(); } },
    element("div", { class: "chosen" }, sides.map((side) => side.picker)),
    labelled("prompt", fields.prompt),
    element("div", { class: "row" },
      labelled("temperature", fields.temperature), labelled("length", fields.length),
      element("div", { class: "joined" }, labelled("seed", fields.seed), again),
      element("label", { class: "check" }, pair, say("play.pair")),
      write),
    element("p", { class: "quiet" }, say("play.about")));
  const texts = element("div", { class: "texts" }, sides.map((side) => side.card));
  const empty = element("div");
  let isShown = null;

  function number(id, value, least, most, step) {
    return element("input", { type: "number", id, min: String(least), max: String(most), step: String(step), value: String(value), required: true });
  }

  function arrange() {
    const hasAny = known.runs.length > 0;
    if (hasAny !== isShown) {
      isShown = hasAny;
      replaceChildren(main, title, ...(hasAny ? [form, texts] : [empty]));
    }
    if (!hasAny) replaceChildren(empty, nothing(known));
    pair.checked = isPair;
    sides[1].picker.hidden = sides[1].card.hidden = !isPair;
    form.classList.toggle("two", isPair);
    texts.classList.toggle("two", isPair);
    drawButton();
  }

  function drawButton() {
    const isRunning = sides.some((side) => side.running);
    write.textContent = say(isRunning ? "play.stop" : "play.write");
    write.classList.toggle("primary", !isRunning);
  }

  function remember() {
    const now = new URLSearchParams();
    for (const [at, side] of (isPair ? sides : sides.slice(0, 1)).entries()) {
      const suffix = at ? "2" : "";
      now.set(`run${suffix}`, side.run);
      now.set(`checkpoint${suffix}`, side.checkpoint);
    }
    history.replaceState(null, "", `?${now}`);
  }

  function toggle() {
    if (sides.some((side) => side.running)) {
      for (const side of sides) side.stop();
      return;
    }
    const wanted = {
      prompt: fields.prompt.value, temperature: fields.temperature.valueAsNumber,
      max_tokens: fields.length.valueAsNumber, seed: fields.seed.valueAsNumber,
    };
    for (const side of isPair ? sides : sides.slice(0, 1)) side.write(wanted, drawButton);
    drawButton();
  }

  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      form.requestSubmit();
    } else if (event.key === "Escape" && sides.some((side) => side.running)) toggle();
  });
  sides[0].offer(known.runs, asked.get("run"), asked.get("checkpoint"));
  sides[1].offer(known.runs, asked.get("run2") ?? asked.get("run"), asked.get("checkpoint2"), 1);
  for (const side of sides) side.picker.addEventListener("change", remember);
  arrange();
  fields.prompt.focus();

  setInterval(async () => {
    if (document.hidden || !main.contains(title)) return;
    try {
      known = await get("/api/checkpoints");
    } catch {
      return; // the next text says so
    }
    for (const side of sides) side.offer(known.runs, side.run, side.checkpoint);
    arrange();
  }, LOOK_EVERY_MS);
}

function labelled(name, input) {
  return element("div", { class: "field" }, element("label", { for: input.id }, say(`play.${name}`)), input);
}

// One of the two: a choice, and the text that is written with it.
class Side {
  constructor(name) {
    this.running = null;
    this.offered = "";
    this.select = element("select", { id: `checkpoint-${name}` });
    this.picker = labelled(`checkpoint_${name}`, this.select);
    this.heading = element("h2", { id: `text-${name}` }, say(`play.text_${name}`));
    this.given = element("span", { class: "given" });
    this.written = element("span");
    this.text = element("pre", { class: "text", dir: "auto", tabindex: "0", "aria-live": "polite", "aria-labelledby": `text-${name}` },
      this.given, this.written);
    this.status = element("p", { class: "quiet", role: "status" }, say("play.empty"));
    this.problem = element("p", { class: "problem", role: "alert", hidden: true });
    this.card = element("section", { class: "card written", "aria-labelledby": `text-${name}` },
      this.heading, this.status, this.text, this.problem);
    this.text.hidden = true;
  }

  get run() {
    return this.select.selectedOptions[0]?.dataset.run ?? "";
  }

  get checkpoint() {
    return this.select.selectedOptions[0]?.dataset.name ?? "";
  }

  // The runs and their checkpoints; the wanted one is chosen, else the best of the newest run, `after` so many others.
  offer(runs, run, checkpoint, after = 0) {
    const seen = JSON.stringify(runs.map((one) => [one.id, one.checkpoints]));
    if (seen === this.offered) return;
    this.offered = seen;
    const options = [];
    replaceChildren(this.select, runs.map((one) => one.checkpoints.map((step) => {
      const option = element("option", { value: `${one.id}/${step.name}`, "data-run": one.id, "data-name": step.name },
        `${isolated(one.name)} · ${label(step)}`);
      options.push({ option, run: one.id, step });
      return option;
    })));
    const own = options.filter((one) => one.run === run);
    const found = own.find((one) => one.step.name === checkpoint) ?? ranked(own)[after] ?? ranked(own)[0]
      ?? ranked(options)[after] ?? options[0];
    if (found) found.option.selected = true;
  }

  stop() {
    this.running?.abort();
  }

  async write(wanted, changed) {
    const option = this.select.selectedOptions[0];
    if (!option) return;
    this.heading.textContent = option.textContent;
    this.given.textContent = wanted.prompt;
    this.written.textContent = "";
    this.problem.hidden = true;
    this.text.hidden = false;
    this.text.setAttribute("aria-busy", "true"); // it is read out when it is whole
    this.text.classList.add("busy");
    this.tell("play.starting");
    const running = new AbortController();
    this.running = running;
    let tokens = 0;
    try {
      await postEvents("/api/playground", { run: this.run, checkpoint: this.checkpoint, ...wanted }, running.signal, {
        state: (said) => this.tell(`play.${said.state === "loading" ? "loading_model" : said.state}`),
        text: (said) => {
          tokens = said.tokens;
          this.written.append(said.text);
          this.tell("play.so_far", { tokens: whole(tokens) });
        },
        end: (said) => this.tell(`play.end_${said.reason}`, { tokens: whole(said.tokens) }),
        problem: (said) => { throw new Error(said.message); },
      });
    } catch (error) {
      if (running.signal.aborted) this.tell("play.stopped", { tokens: whole(tokens) });
      else {
        this.status.textContent = "";
        this.problem.textContent = error instanceof TypeError ? say("connection.ended") : error.message;
        this.problem.hidden = false;
        this.text.hidden = !this.written.textContent;
      }
    } finally {
      this.text.removeAttribute("aria-busy");
      this.text.classList.remove("busy");
      this.running = null;
      changed();
    }
  }

  tell(key, values = {}) {
    this.status.textContent = say(key, values);
  }
}

function ranked(options) {
  return [...options].sort((a, b) => Number(b.step.marks.includes("best")) - Number(a.step.marks.includes("best")));
}

function label(step) {
  const marks = listed(step.marks.map((mark) => say(`play.mark_${mark}`)));
  const name = say("play.step", { step: whole(Number(step.name.replace("step-", ""))) });
  return `${name}${marks ? ` (${marks})` : ""}`;
}

function nothing(known) {
  const key = known.has_runs ? "runs" : known.has_logs ? "logs" : "none";
  return element("section", { class: "empty" }, element("h2", {}, say("play.nothing_title")), element("p", {}, say(`play.nothing_${key}`)),
    element("dl", {}, element("dt", {}, say("overview.empty_train")), element("dd", {}, element("code", {}, "fledge train config/demo.py"))),
    element("p", {}, element("a", { href: "/" }, say("run.back"))));
}
