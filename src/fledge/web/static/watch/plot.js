// Plots: uPlot with the page's colours, axes, zoom and smoothing. All plots of a page share their horizontal axis.

import { element } from "./dom.js";
import { fixed, isNumber, listed, loss, plain, say, short, whole } from "./words.js";

const MOST_POINTS = 6000; // of a curve in the page; beyond, it is thinned to half
const THINNED_POINTS = 3000;

export function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

// Curves: {name: [iterations, values]}

export function append(curves, rows) {
  for (const [name, [iters, values]] of Object.entries(rows)) {
    const curve = (curves[name] ??= [[], []]);
    const last = curve[0].length ? curve[0][curve[0].length - 1] : -Infinity;
    for (let at = 0; at < iters.length; at += 1) {
      if (iters[at] <= last) continue;
      curve[0].push(iters[at]);
      curve[1].push(values[at]);
    }
    if (curve[0].length > MOST_POINTS) curves[name] = thinned(curve, THINNED_POINTS);
  }
}

function thinned([iters, values], most) {
  const width = Math.ceil(iters.length / (most / 3));
  const kept = new Set([0, iters.length - 1]);
  for (let first = 0; first < iters.length; first += width) {
    let low = -1;
    let high = -1;
    for (let at = first; at < Math.min(iters.length, first + width); at += 1) {
      if (values[at] === null) kept.add(at);
      else {
        if (low < 0 || values[at] < values[low]) low = at;
        if (high < 0 || values[at] > values[high]) high = at;
      }
    }
    if (low >= 0) kept.add(low).add(high);
  }
  const places = [...kept].sort((a, b) => a - b);
  return [places.map((at) => iters[at]), places.map((at) => values[at])];
}

const SECONDS = 3600; // the axis of time is in hours
const SMOOTH_POINTS = 200; // a shorter curve is smoothed less

export function smoothed([iters, values], asked) {
  const weight = asked * Math.min(1, values.length / SMOOTH_POINTS);
  // An average with falling weights; divided by the weights so far, so that it does not start at zero.
  let sum = 0;
  let weights = 0;
  const found = values.map((value) => {
    if (value === null) return null;
    sum = weight * sum + (1 - weight) * value;
    weights = weight * weights + (1 - weight);
    return sum / weights;
  });
  return [iters, found];
}

// A part of the curves that was fetched, in the place of the thinned points there.

export function spliced(curves, part) {
  if (!part) return curves;
  const found = { ...curves };
  for (const [name, [iters, values]] of Object.entries(part)) {
    const curve = curves[name];
    if (!curve || !iters.length) continue;
    const first = iters[0];
    const last = iters[iters.length - 1];
    const before = curve[0].findIndex((it) => it >= first);
    const after = curve[0].findIndex((it) => it > last);
    const joined = (side, fine) => [
      ...side.slice(0, before < 0 ? side.length : before), ...fine, ...(after < 0 ? [] : side.slice(after))];
    found[name] = [joined(curve[0], iters), joined(curve[1], values)];
  }
  return found;
}

// Where an iteration stands on the horizontal axis, and which iteration stands at a place.

export function placer(along, curves, tokensPerIteration) {
  if (along === "tokens" && tokensPerIteration) return (it) => it * tokensPerIteration;
  const clock = curves.clock;
  if (along === "time" && clock && clock[0].length > 1) return (it) => Math.max(0, between(clock[0], clock[1], it)) / SECONDS;
  return (it) => it;
}

export function iterationAt(along, curves, tokensPerIteration, place) {
  if (along === "tokens" && tokensPerIteration) return place / tokensPerIteration;
  const clock = curves.clock;
  if (along === "time" && clock && clock[0].length > 1) return between(clock[1], clock[0], place * SECONDS);
  return place;
}

function between(xs, ys, x) {
  let low = 0;
  let high = xs.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (xs[middle] < x) low = middle + 1;
    else high = middle;
  }
  const at = Math.min(Math.max(low, 1), xs.length - 1);
  const width = xs[at] - xs[at - 1];
  return width > 0 ? ys[at - 1] + ((ys[at] - ys[at - 1]) * (x - xs[at - 1])) / width : ys[at];
}

export class PlotPage {
  constructor() {
    this.along = "iterations";
    this.isLog = false;
    this.smoothing = 0.9;
    this.zoom = null;
    this.plots = [];
    this.onchange = () => {};
    this.onzoom = () => {};
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.rebuild());
  }

  add(plot) {
    this.plots.push(plot);
    return plot;
  }

  setZoom(range) {
    this.zoom = range;
    this.onzoom(range);
    this.onchange();
  }

  rebuild() {
    for (const plot of this.plots) plot.forget();
    this.onchange();
  }

  controls(hasTokens, hasTime) {
    const choices = ["iterations", ...(hasTokens ? ["tokens"] : []), ...(hasTime ? ["time"] : [])];
    const radio = (name) => element("label", {}, element("input", {
      type: "radio", name: "along", value: name, checked: this.along === name,
      onchange: () => { this.along = name; this.setZoom(null); this.rebuild(); },
    }), say(`plot.${name}`));
    const slider = element("input", {
      type: "range", min: "0", max: "0.99", step: "0.01", value: String(this.smoothing),
      oninput: () => { this.smoothing = Number(slider.value); this.onchange(); },
    });
    const log = element("input", { type: "checkbox", checked: this.isLog,
      onchange: () => { this.isLog = log.checked; this.rebuild(); } });
    return element("div", { class: "controls" },
      choices.length > 1 ? element("fieldset", {}, element("legend", {}, say("plot.along")), choices.map(radio)) : null,
      element("label", {}, log, say("plot.log_scale")),
      element("label", {}, say("plot.smoothing"), slider),
      element("button", { type: "button", onclick: () => this.setZoom(null) }, say("plot.reset")),
      element("span", { class: "quiet hint" }, say("plot.zoom_hint")));
  }
}

export class Plot {
  // lines: {name, label, colour, width, dash, fill: name of the line that it is filled to, points}
  constructor(page, title, height, isLoss = false, isWide = false) {
    this.page = page;
    this.title = title;
    this.height = height;
    this.isLoss = isLoss;
    this.made = null;
    this.shape = "";
    this.host = element("div", { class: "canvas" });
    this.figure = element("figure", { class: isWide ? "plot wide" : "plot" }, element("figcaption", {}, title), this.host);
    this.figure.hidden = true;
    new ResizeObserver(() => this.fit()).observe(this.host);
  }

  forget() {
    if (this.made) this.made.destroy();
    this.made = null;
  }

  fit() {
    if (this.made && this.host.clientWidth) this.made.setSize({ width: this.host.clientWidth, height: this.height });
  }

  draw(lines, place) {
    const drawn = lines.filter((line) => line.curve && line.curve[0].length > 0);
    this.figure.hidden = drawn.length === 0;
    if (drawn.length === 0) return;
    const tables = drawn.map((line) => {
      const values = this.page.isLog ? line.curve[1].map((value) => (value > 0 ? value : null)) : line.curve[1];
      return increasing(line.curve[0].map(place), values);
    });
    const data = uPlot.join(tables);
    const shape = drawn.map((line) => line.label).join("|");
    if (this.made && shape !== this.shape) this.forget();
    this.shape = shape;
    if (this.made) this.made.setData(data);
    else if (this.host.clientWidth) this.make(drawn, data);
    this.describe(drawn);
  }

  describe(drawn) {
    const words = drawn.map((line) => {
      const values = line.curve[1].filter(isNumber);
      return values.length ? `${line.label} ${loss(values[values.length - 1])}` : line.label;
    });
    this.host.setAttribute("role", "img");
    this.host.setAttribute("aria-label", `${this.title}: ${listed(words)}`);
  }

  make(drawn, data) {
    const page = this.page;
    const quiet = colour("quiet");
    const number = (value) => (this.isLoss ? loss(value) : short(value));
    const onAxis = (value) => (page.along === "time" ? plain(value) : short(value));
    const axis = (extra) => ({ stroke: quiet, grid: { stroke: colour("grid"), width: 1 }, ticks: { show: false },
      font: "12px system-ui, sans-serif", ...extra });
    const index = (name) => drawn.findIndex((line) => line.name === name) + 1;
    const bands = drawn.flatMap((line, at) => (line.fill && index(line.fill) > 0
      ? [{ series: [at + 1, index(line.fill)], fill: `${colour(line.colour)}22` }] : []));
    this.made = new uPlot({
      width: this.host.clientWidth,
      height: this.height,
      legend: { live: true },
      cursor: { drag: { x: true, y: false, setScale: false }, sync: { key: "page" },
        bind: { dblclick: () => () => { page.setZoom(null); return null; } } },
      scales: {
        x: { time: false, range: (_, low, high) => page.zoom ?? [low, high > low ? high : low + 1] },
        y: { distr: page.isLog ? 3 : 1 },
      },
      axes: [
        axis({ values: (_, splits) => splits.map((value) => (value === null ? "" : onAxis(value))), space: 70, size: 32, gap: 8 }),
        axis({ size: 62, values: onHeight }),
      ],
      series: [
        { label: page.along === "time" ? say("plot.hours") : say(`plot.${page.along}`),
          value: (_, value) => (value === null || value === undefined ? ""
            : page.along === "time" ? fixed(value, 3) : whole(value)) },
        ...drawn.map((line) => ({
          label: line.label, stroke: colour(line.colour) + (line.faint ? "55" : ""), width: line.width ?? 1.5,
          dash: line.dash, spanGaps: Boolean(line.spans), points: { show: Boolean(line.points), size: 5 },
          value: (_, value) => (value === null || value === undefined ? "" : number(value)),
        })),
      ],
      bands,
      hooks: { setSelect: [(plot) => {
        if (plot.select.width < 5) return;
        const range = [plot.posToVal(plot.select.left, "x"),
          plot.posToVal(plot.select.left + plot.select.width, "x")];
        plot.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
        page.setZoom(range);
      }] },
    }, data, this.host);
  }
}

function onHeight(plot, splits, axis, space, step) {
  // As many digits as tell two lines of the grid apart.
  const most = Math.max(...splits.map((value) => Math.abs(value ?? 0)));
  const digits = Math.min(8, Math.max(2, Math.ceil(Math.log10(most / (step || most || 1)) + 1)));
  return splits.map((value) => (value === null ? "" : short(value, digits)));
}

function increasing(xs, ys) {
  // Two iterations may stand at one place, where time stood still: uPlot needs different ones.
  const keptX = [];
  const keptY = [];
  for (let at = 0; at < xs.length; at += 1) {
    if (keptX.length && xs[at] <= keptX[keptX.length - 1]) continue;
    keptX.push(xs[at]);
    keptY.push(ys[at]);
  }
  return [keptX, keptY];
}
