// The overview: every run with its state, progress, losses, speed, curve and worst finding.

import { element, replaceChildren, sparkline } from "./dom.js";
import { listen } from "./stream.js";
import { duration, isNumber, isolated, listed, loss, say, short, whole } from "./words.js";

const ORDER = ["running", "waiting", "reading"]; // these stand first, then the newest

export function showOverview(main) {
  document.title = `${say("overview.title")} · fledge watch`;
  const runs = new Map();
  const chosen = new Set();
  let folders = [];
  let filter = "";
  const body = element("tbody");
  const go = element("button", { type: "button", class: "primary", disabled: true, onclick: compare });
  const search = element("input", {
    type: "search", "aria-label": say("overview.filter"), placeholder: say("overview.filter"),
    oninput: () => { filter = search.value.toLowerCase(); draw(); },
  });
  const columns = ["compare", "name", "state", "progress", "left", "val", "speed", "curve", "finding"];
  const head = columns.map((name) =>
    element("th", { scope: "col", class: `of-${name}` }, name === "compare"
      ? element("span", { class: "unseen" }, say("overview.column_compare")) : say(`overview.column_${name}`)));
  const table = element("table", { class: "runs" }, element("thead", {}, element("tr", {}, head)), body);
  const tools = element("div", { class: "tools" }, search, go);
  const title = element("h1", {}, say("overview.title"));
  const content = element("div", { class: "content" }, element("p", { class: "loading" }, "…"));
  replaceChildren(main, title, content);

  function compare() {
    location.href = `/compare?runs=${[...chosen].join(",")}`;
  }

  function draw() {
    if (runs.size === 0) {
      replaceChildren(content, empty(folders));
      return;
    }
    const rank = (run) => (ORDER.includes(run.state) ? 0 : 1);
    const sorted = [...runs.values()].sort((a, b) => rank(a) - rank(b) || b.touched - a.touched);
    const shown = sorted.filter((run) => run.name.toLowerCase().includes(filter));
    const rows = shown.map((run) => row(run, chosen, drawTools));
    replaceChildren(body, rows.length ? rows : element("tr", {}, element("td", { colSpan: columns.length },
      say("overview.nothing_matches"))));
    if (!table.isConnected) replaceChildren(content, tools, table, element("p", { class: "quiet" },
      say("overview.folders", { folders: listed(folders) })));
    drawTools();
  }

  function drawTools() {
    for (const id of chosen) if (!runs.has(id)) chosen.delete(id);
    go.disabled = chosen.size < 2;
    go.textContent = chosen.size < 2 ? say("overview.compare_hint") : say("overview.compare", { count: chosen.size });
  }

  listen("/api/events", {
    runs: (said) => {
      folders = said.folders;
      runs.clear();
      for (const run of said.runs) runs.set(run.id, run);
      draw();
    },
    changed: (rows) => {
      for (const run of rows) runs.set(run.id, run);
      const focused = document.activeElement?.id;
      draw();
      if (focused) document.getElementById(focused)?.focus();
    },
  });
}

function row(run, chosen, changed) {
  const box = element("input", {
    type: "checkbox", id: `choose-${run.id}`, checked: chosen.has(run.id),
    "aria-label": say("overview.select", { name: run.name }),
    onchange: () => { if (box.checked) chosen.add(run.id); else chosen.delete(run.id); changed(); },
  });
  const cell = (name, ...children) =>
    element("td", { class: `of-${name}${children[0] === "–" ? " none" : ""}`, "data-label": say(`overview.column_${name}`) }, ...children);
  const link = element("a", { href: `/runs/${run.id}`, id: `run-${run.id}`, dir: "auto" }, run.name);
  const values = (run.spark ?? []).filter(isNumber);
  return element("tr", {},
    element("td", { class: "of-compare" }, box),
    element("th", { scope: "row", class: "of-name" }, link),
    cell("state", badge(run.state)),
    cell("progress", progress(run)),
    cell("left", isNumber(run.left_s) ? duration(run.left_s) : "–"),
    cell("val", run.val_loss === null || run.val_loss === undefined ? "–" : loss(run.val_loss)),
    cell("speed", isNumber(run.tokens_per_s) ? short(run.tokens_per_s) : "–"),
    cell("curve", values.length > 1 ? sparkline(values, say("overview.curve_of",
      { name: run.name, first: loss(values[0]), last: loss(values[values.length - 1]) })) : "–"),
    cell("finding", finding(run)));
}

export function badge(state) {
  return element("span", { class: `badge ${state}` }, say(`state.${state}`));
}

function progress(run) {
  if (!isNumber(run.iter)) return "–";
  if (!run.max_iters) return whole(run.iter);
  const share = Math.min(1, run.iter / run.max_iters);
  const label = isolated(`${whole(run.iter)} / ${whole(run.max_iters)}`);
  return element("span", { class: "progress" },
    element("progress", { max: 1, value: share, "aria-label": label }), element("span", {}, label));
}

function finding(run) {
  if (run.state === "unreadable") return element("span", { class: "finding error", dir: "auto" }, run.error);
  if (run.worst) return element("span", { class: `finding ${run.worst.severity}` }, run.worst.title);
  return element("span", { class: "quiet" }, say(run.checked ? "overview.no_finding" : "overview.checking"));
}

function empty(folders) {
  const command = (key, text) => [element("dt", {}, say(key)), element("dd", {}, element("code", {}, text))];
  return element("section", { class: "empty" },
    element("h2", {}, say("overview.empty_title")),
    element("p", {}, say("overview.empty_text")),
    element("dl", {}, command("overview.empty_demo", "fledge demo"),
      command("overview.empty_train", "fledge train config/demo.py"),
      command("overview.empty_log", "python train.py | tee train.log")),
    element("p", { class: "quiet" }, say("overview.folders", { folders: listed(folders) })));
}
