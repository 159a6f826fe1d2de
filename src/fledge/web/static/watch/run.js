// The page of one run.

import { element, replaceChildren } from "./dom.js";
import { badge } from "./overview.js";
import { append, iterationAt, placer, Plot, PlotPage, smoothed, spliced } from "./plot.js";
import { checkpoints, findings, plan, samples, settings, warnings } from "./sections.js";
import { get, listen, post } from "./stream.js";
import { backward, duration, fixed, isNumber, isolated, listed, loss, say, short, whole } from "./words.js";

const TAIL_EVERY_MS = 3000;
const LOSS_PLOTS = 2; // these stand above the findings, the others below

export function showRun(main, id) {
  const state = { row: null, document: {}, curves: {}, part: null };
  const page = new PlotPage();
  const parts = skeleton(main);
  const plots = makePlots(page, parts.losses, parts.plots);
  let isDue = false;

  function drawPlots() {
    isDue = false;
    const seen = { ...state, curves: spliced(state.curves, state.part) };
    const place = placer(page.along, seen.curves, state.document.tokens_per_iter);
    for (const [plot, lines] of plots) plot.draw(lines(seen, page), place);
  }
  page.onzoom = async (range) => {
    if (!range) {
      state.part = null;
      return;
    }
    const [first, last] = range.map((x) => Math.round(iterationAt(page.along, state.curves, state.document.tokens_per_iter, x)));
    try {
      const said = await get(`/api/runs/${id}/window?from=${first}&to=${last}`);
      if (page.zoom !== range) return;
      state.part = said.curves;
      page.onchange();
    } catch {
      return; // the thinned curves stay
    }
  };
  page.onchange = () => {
    if (!isDue) requestAnimationFrame(drawPlots);
    isDue = true;
  };

  function drawRow() {
    const row = state.row;
    document.title = `${isolated(row.name)} · fledge watch`;
    parts.name.textContent = row.name;
    replaceChildren(parts.state, badge(row.state), ` ${progressText(row)}`);
    parts.actions.hidden = !(row.ours && row.state === "running");
    replaceChildren(parts.worst, row.worst ? element("span", { class: `finding ${row.worst.severity}` }, row.worst.title) : "");
    parts.problem.hidden = row.state !== "unreadable";
    parts.problem.textContent = row.state === "unreadable" ? say("run.unreadable", { why: row.error }) : "";
    drawTiles();
  }

  function drawTiles() {
    const { row, document: said } = state;
    const forecast = said.forecast ?? {};
    const summary = said.summary ?? {};
    const tile = (name, value, about = "") => (value === null || value === undefined || value === "" ? null
      : element("div", {}, element("dt", {}, say(`run.tile_${name}`)), element("dd", {}, value),
        about ? element("dd", { class: "quiet" }, about) : null));
    replaceChildren(parts.tiles,
      tile("val", row?.val_loss === null || row?.val_loss === undefined ? "" : loss(row.val_loss)),
      tile("loss", row?.loss === null || row?.loss === undefined ? "" : loss(row.loss),
        isNumber(row?.iter) ? say("run.at_iteration", { iter: whole(row.iter) }) : ""),
      tile("forecast", isNumber(forecast.value) ? loss(forecast.value) : "",
        isNumber(forecast.value) ? listed([`${loss(forecast.low)} – ${loss(forecast.high)}`, say("run.at_iteration", { iter: whole(forecast.to) })]) : ""),
      tile("left", isNumber(row?.left_s) ? duration(row.left_s) : "", say("run.left_about")),
      tile("speed", isNumber(row?.tokens_per_s) ? short(row.tokens_per_s) : ""),
      tile("mfu", isNumber(summary.mfu) ? `${fixed(100 * summary.mfu, 1)}%` : "", say("run.median")));
  }

  function drawControls() {
    replaceChildren(parts.controls, page.controls(Boolean(state.document.tokens_per_iter),
      (state.curves.clock?.[0].length ?? 0) > 1));
  }

  function drawForecast() {
    const said = state.document.forecast ?? {};
    let words = "";
    if (isNumber(said.value)) {
      words = say("run.forecast_line", { to: whole(said.to), value: loss(said.value), low: loss(said.low), high: loss(said.high) });
    } else if (said.reason) words = say("run.forecast_none", { why: said.reason });
    parts.forecast.textContent = words;
  }

  let hasControls = "";
  listen(`/api/runs/${id}/events`, {
    row: (said) => {
      state.row = said;
      drawRow();
    },
    document: (said) => {
      Object.assign(state.document, said);
      if (state.row) drawTiles();
      if ("findings" in said) replaceChildren(parts.findings, findings(state.document.findings));
      if ("warnings" in said) replaceChildren(parts.warnings, warnings(state.document.warnings));
      if ("plan" in said) replaceChildren(parts.plan, plan(state.document.plan));
      if ("samples" in said) replaceChildren(parts.samples, samples(state.document.samples, state.row?.ours));
      if ("checkpoints" in said) replaceChildren(parts.checkpoints, checkpoints(state.document.checkpoints, id, state.row?.ours));
      if ("settings" in said) replaceChildren(parts.settings, settings(state.document.settings));
      if ("about" in said) parts.about.textContent = state.document.about;
      if ("forecast" in said) drawForecast();
      refresh();
    },
    whole: (curves) => {
      state.curves = curves;
      state.part = null; // of what was there before
      parts.loading.hidden = true;
      refresh();
    },
    rows: (rows) => {
      append(state.curves, rows);
      parts.loading.hidden = true;
      refresh();
    },
    refused: () => replaceChildren(main, gone()),
  });

  function refresh() {
    const now = `${Boolean(state.document.tokens_per_iter)} ${(state.curves.clock?.[0].length ?? 0) > 1}`;
    if (now !== hasControls) {
      hasControls = now;
      drawControls();
    }
    page.onchange();
  }

  for (const name of ["save", "sample"]) parts[name].addEventListener("click", () => act(name));
  parts.stop.addEventListener("click", () => parts.dialog.showModal());
  parts.confirm.addEventListener("click", () => {
    parts.dialog.close();
    act("stop");
  });

  async function act(name) {
    try {
      await post(`/api/runs/${id}/${name}`);
      parts.said.textContent = say(`run.asked_${name}`);
    } catch (error) {
      parts.said.textContent = say("run.failed", { why: error.message });
    }
  }

  async function drawTail() {
    try {
      const said = await get(`/api/runs/${id}/tail`);
      const isAtEnd = parts.tail.scrollTop + parts.tail.clientHeight >= parts.tail.scrollHeight - 20;
      parts.tail.textContent = said.lines.join("\n");
      if (isAtEnd) parts.tail.scrollTop = parts.tail.scrollHeight;
    } catch {
      return; // the connection's own line says so
    }
  }
  drawTail();
  setInterval(() => { if (!document.hidden && parts.tail.isConnected) drawTail(); }, TAIL_EVERY_MS);
}

function progressText(row) {
  if (!isNumber(row.iter)) return "";
  return row.max_iters ? say("run.progress", { iter: whole(row.iter), goal: whole(row.max_iters) })
    : say("run.progress_open", { iter: whole(row.iter) });
}

function skeleton(main) {
  const button = (name, kind = "") => element("button", { type: "button", class: kind, id: `act-${name}` }, say(`run.${name}`));
  const parts = {
    name: element("bdi", {}, "…"),
    state: element("p", { class: "state" }),
    about: element("p", { class: "quiet" }),
    problem: element("p", { class: "problem", role: "alert", hidden: true }),
    save: button("save"), sample: button("sample"), stop: button("stop", "danger"),
    said: element("p", { role: "status", class: "said" }),
    tiles: element("dl", { class: "tiles" }),
    controls: element("div"),
    forecast: element("p", { class: "quiet" }),
    losses: element("div", { class: "plots" }),
    plots: element("div", { class: "plots others" }),
    worst: element("p", { class: "worst" }),
    loading: element("p", { class: "loading" }, say("run.loading")),
    confirm: element("button", { type: "button", class: "danger", id: "act-confirm" }, say("run.stop_confirm")),
    warnings: element("div"),
    tail: element("pre", { class: "tail", tabindex: "0", dir: "auto", "aria-label": say("run.tail") }),
  };
  parts.dialog = element("dialog", { "aria-labelledby": "stop-title" },
    element("h2", { id: "stop-title" }, say("run.stop_title")), element("p", {}, say("run.stop_text")),
    element("p", {}, element("code", {}, "fledge train --init_from=resume --out_dir=RUN")),
    element("form", { method: "dialog", class: "buttons" }, element("button", { type: "submit" }, say("run.cancel")), parts.confirm));
  parts.actions = element("div", { class: "actions", hidden: true }, parts.save, parts.sample, parts.stop);
  const section = (name) => {
    parts[name] = element("div", {}, element("p", { class: "quiet" }, say(name === "findings" ? "run.checking" : "run.loading")));
    return element("section", { "aria-labelledby": `of-${name}` }, element("h2", { id: `of-${name}` }, say(`run.${name}`)), parts[name]);
  };
  const tail = element("section", { "aria-labelledby": "of-tail" }, element("h2", { id: "of-tail" }, say("run.tail")), parts.tail);
  replaceChildren(main,
    element("p", { class: "back" }, element("a", { href: "/" }, `${backward()} ${say("run.back")}`)),
    element("div", { class: "head" }, element("div", {}, element("h1", {}, parts.name), parts.state, parts.about, parts.worst), parts.actions),
    parts.said, parts.problem, parts.dialog, parts.tiles, parts.controls, parts.forecast, parts.loading, parts.losses,
    section("findings"), parts.warnings, parts.plots, section("samples"), section("plan"), section("checkpoints"), section("settings"), tail);
  return parts;
}

function gone() {
  return element("section", { class: "empty" }, element("h1", {}, say("run.gone_title")),
    element("p", {}, say("run.gone_text")), element("p", {}, element("a", { href: "/" }, say("run.back"))));
}

function makePlots(page, losses, others) {
  const single = (name, shade) => (state, options) => [
    { name: "raw", label: name, curve: state.curves[name], colour: shade, faint: options.smoothing > 0, width: 1 },
    options.smoothing > 0 && state.curves[name]
      ? { name: "smooth", label: `${name} ~`, curve: smoothed(state.curves[name], options.smoothing), colour: shade, width: 2 } : {},
  ];
  const named = (key, lines) => (state, options) => lines(state, options).map((line) => ({ ...line,
    label: line.name === "smooth" ? say("plot.smoothed") : say(`plot.${key}`) }));
  const all = [
    [page.add(new Plot(page, say("plot.loss"), 320, true, true)), lossLines],
    [page.add(new Plot(page, say("plot.bpb"), 220, true)), (state) => [
      { name: "bpb", label: say("plot.bpb"), curve: state.curves.val_loss ? null : state.curves.val_bpb, colour: "run-1", points: true, spans: true }]],
    [page.add(new Plot(page, say("plot.rate"), 200)), (state) => [
      { name: "lr", label: say("plot.rate"), curve: state.curves.lr, colour: "run-2" }]],
    [page.add(new Plot(page, say("plot.norm"), 200)), named("norm", single("grad_norm", "run-3"))],
    [page.add(new Plot(page, say("plot.speed"), 200)), named("speed", single("tokens_per_s", "run-4"))],
    [page.add(new Plot(page, say("plot.mfu"), 200)), (state, options) =>
      named("mfu", single("mfu", "run-5"))({ ...state, curves: { ...state.curves, mfu: inPercent(state.curves.mfu) } }, options)],
    [page.add(new Plot(page, say("plot.memory"), 200)), (state) => [
      { name: "memory", label: say("plot.memory"), curve: state.curves.memory_mb, colour: "run-6" }]],
  ];
  replaceChildren(losses, all.slice(0, LOSS_PLOTS).map(([plot]) => plot.figure));
  replaceChildren(others, all.slice(LOSS_PLOTS).map(([plot]) => plot.figure));
  return all;
}

function inPercent(curve) {
  return curve && [curve[0], curve[1].map((value) => (value === null ? null : 100 * value))];
}

function lossLines(state, options) {
  const { loss: batch, train_loss: train, val_loss: val } = state.curves;
  const lines = [{ name: "batch", label: say("plot.batch"), curve: batch, colour: "run-0", faint: options.smoothing > 0, width: 1 }];
  if (batch && options.smoothing > 0) {
    lines.push({ name: "smooth", label: say("plot.batch_smooth"), curve: smoothed(batch, options.smoothing), colour: "run-0", width: 2 });
  }
  lines.push({ name: "train", label: say("plot.train"), curve: train, colour: "run-2", spans: true, points: true },
    { name: "val", label: say("plot.val"), curve: val, colour: "run-1", width: 2, spans: true, points: true });
  const said = state.document.forecast ?? {};
  if (isNumber(said.value) && isNumber(said.last_value)) {
    const path = (said.path ?? []).filter((point) => point.iter > said.last_iter);
    const ends = (value) => [[said.last_iter, said.to], [said.last_value, value]];
    lines.push(
      { name: "forecast", label: say("plot.forecast"), colour: "run-1", dash: [6, 4], spans: true,
        curve: [[said.last_iter, ...path.map((point) => point.iter)], [said.last_value, ...path.map((point) => point.value)]] },
      { name: "high", label: say("plot.high"), colour: "run-1", faint: true, width: 1, spans: true, fill: "low", curve: ends(said.high) },
      { name: "low", label: say("plot.low"), colour: "run-1", faint: true, width: 1, spans: true, curve: ends(said.low) });
  }
  return lines;
}
