// Several runs: overlaid curves, what changed, and what follows from it.

import { element, replaceChildren } from "./dom.js";
import { iterationAt, placer, Plot, PlotPage, smoothed, spliced } from "./plot.js";
import { command, prose } from "./sections.js";
import { get } from "./stream.js";
import { backward, isolated, plain, say, whole } from "./words.js";

const COLOURS = 8;
const DIGITS = 6; // of a number that was computed, such as epochs

export async function showCompare(main, runs) {
  document.title = `${say("compare.title")} · fledge watch`;
  const back = element("p", { class: "back" }, element("a", { href: "/" }, `${backward()} ${say("run.back")}`));
  replaceChildren(main, back, element("h1", {}, say("compare.title")), element("p", { class: "loading" }, say("compare.loading")));
  let said;
  try {
    said = await get(`/api/compare?runs=${encodeURIComponent(runs)}`);
  } catch (error) {
    replaceChildren(main, back, element("h1", {}, say("compare.title")),
      element("p", { class: "problem", role: "alert" }, say("compare.failed", { why: error.message })));
    return;
  }
  const page = new PlotPage();
  const ids = Object.keys(said.curves);
  const bits = said.comparison.aligned.metric === "val_bpb"; // losses per token of different tokens have different units
  const val = page.add(new Plot(page, say(bits ? "plot.bpb" : "compare.val"), 320, true));
  const batch = page.add(new Plot(page, say("compare.batch"), 320, true));
  const controls = page.controls(ids.every((id) => said.tokens_per_iter[id]), ids.every((id) => said.curves[id].clock));
  let parts = {}; // of the curves, where the page is zoomed in
  page.onzoom = async (range) => {
    parts = {};
    if (!range) return;
    await Promise.all(ids.map(async (id) => {
      const [first, last] = range.map((x) => Math.round(iterationAt(page.along, said.curves[id], said.tokens_per_iter[id], x)));
      const found = await get(`/api/runs/${id}/window?from=${first}&to=${last}`).catch(() => null); // the thinned curve stays
      if (found && page.zoom === range) parts[id] = found.curves;
    }));
    page.onchange();
  };
  page.onchange = () => {
    const lines = (name, change) => ids.map((id, at) => {
      const curves = spliced(said.curves[id], parts[id]);
      const curve = curves[name];
      const place = placer(page.along, curves, said.tokens_per_iter[id]);
      return { name: id, label: said.names[id], colour: `run-${at % COLOURS}`, width: 2, spans: true,
        curve: curve ? [change(curve)[0].map(place), change(curve)[1]] : null };
    });
    val.draw(lines(bits ? "val_bpb" : "val_loss", (curve) => curve), (x) => x);
    batch.draw(lines("loss", (curve) => (page.smoothing > 0 ? smoothed(curve, page.smoothing) : curve)), (x) => x);
  };
  const found = said.comparison;
  replaceChildren(main, back, element("h1", {}, say("compare.title")),
    section("verdict", element("p", { class: "verdict" }, prose(found.verdict)),
      element("p", { class: "quiet" }, found.letters.map(([letter, name]) => isolated(`${letter}: ${name}`)).join(" · "))),
    controls, element("div", { class: "plots" }, val.figure, batch.figure),
    section("changed", changes(found)),
    found.conclusions.length ? section("conclusions", element("ul", {}, found.conclusions.map((one) =>
      element("li", { class: one.kind }, one.text, one.evidence ? element("small", {}, ` ${one.evidence}`) : null)))) : null,
    found.next.length ? section("next", found.next.map((one) => [
      element("p", {}, prose(one.why)), one.command ? command(one.command) : null])) : null);
  page.onchange();
}

function section(name, ...children) {
  return element("section", { "aria-labelledby": `of-${name}` }, element("h2", { id: `of-${name}` }, say(`compare.${name}`)), ...children);
}

function shown(value) {
  if (value === null) return "–";
  if (Number.isInteger(value) && Math.abs(value) >= 10000) return whole(value);
  return typeof value === "number" ? plain(value, DIGITS) : String(value);
}

function changes(found) {
  if (!found.differences.length) return element("p", { class: "quiet" }, say("compare.nothing_changed"));
  const names = found.groups.map((group) => group.label);
  return element("div", { class: "scroll" }, element("table", {},
    element("thead", {}, element("tr", {}, element("th", { scope: "col" }, say("run.setting")),
      names.map((name) => element("th", { scope: "col" }, element("bdi", {}, name))))),
    element("tbody", {}, found.differences.map((one) => element("tr", {},
      element("th", { scope: "row" }, element("code", {}, one.name)),
      one.values.map((value) => element("td", {}, element("bdi", {}, shown(value)))))))));
}
