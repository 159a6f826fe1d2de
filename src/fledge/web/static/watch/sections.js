// The parts of a run's page below its plots.

import { element } from "./dom.js";
import { bytes, onward, say, whole } from "./words.js";

export function prose(text) {
  // Commands in sentences stand between backticks; a backtick alone is a backtick.
  const parts = text.split("`");
  if (parts.length % 2 === 0) return options(text);
  return parts.flatMap((part, at) => (at % 2 ? code(part) : options(part)));
}

// A browser would break a line after the dashes of an option.
function options(text) {
  return text.split(/(--[a-z][\w=.]*)/).map((part, at) => (at % 2 ? element("span", { class: "option" }, part) : part));
}

// A command breaks between its words, and inside of one only if that is longer than a line.
function code(text) {
  return element("code", {}, text.split(" ").flatMap((word, at) => [at ? " " : "", element("span", {}, word)]));
}

export function findings(found) {
  if (!found) return element("p", { class: "quiet" }, say("run.checking"));
  if (found.length === 0) return element("p", { class: "quiet" }, say("run.none"));
  return element("ul", { class: "findings" }, found.map((finding) => element("li", { class: finding.severity },
    element("h3", {}, finding.title, " ", element("small", {}, element("bdi", {}, finding.code))),
    element("p", {}, prose(finding.evidence)),
    element("p", { class: "advice" }, `${onward()} `, prose(finding.advice)),
    finding.command ? command(finding.command) : null)));
}

export function warnings(found) {
  if (!found?.length) return null;
  return element("details", { class: "warnings" }, element("summary", {}, say("run.warnings", { count: found.length })),
    element("ul", {}, found.map((one) => element("li", {}, element("bdi", {}, one.text)))));
}

export function command(text) {
  const button = element("button", { type: "button", "aria-label": `${say("run.copy")}: ${text}`, onclick: copy }, say("run.copy"));
  const shown = code(text);
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = say("run.copied");
    } catch {
      getSelection().selectAllChildren(shown); // no clipboard here: it is selected, to be copied by hand
    }
  }
  return element("p", { class: "command" }, shown, button);
}

function table(caption, headings, rows) {
  return element("div", { class: "scroll" }, element("table", {}, element("caption", { class: "unseen" }, caption),
    element("thead", {}, element("tr", {}, headings.map((heading) => element("th", { scope: "col" }, heading)))),
    element("tbody", {}, rows)));
}

export function plan(rows) {
  if (!rows?.length) return element("p", { class: "quiet" }, say("run.no_plan"));
  const headings = ["what", "planned", "actual", "ratio"].map((name) => say(`run.plan_${name}`));
  return table(say("run.plan"), headings, rows.map((row) => element("tr", {}, element("th", { scope: "row" }, row.what),
    [row.planned, row.actual, row.ratio].map((value) => element("td", {}, element("bdi", {}, value))))));
}

export function samples(found, isOurs) {
  if (!found?.length) return element("p", { class: "quiet" }, say(isOurs === false ? "run.no_samples_log" : "run.no_samples"));
  return found.map((sample, at) => element("details", { open: at === 0, class: "sample" },
    element("summary", {}, say("run.sample_at", { iter: sample.iter === null ? "–" : whole(sample.iter) })),
    element("pre", { dir: "auto" }, sample.text)));
}

export function checkpoints(found, run, isOurs) {
  if (!found?.length) return element("p", { class: "quiet" }, say(isOurs === false ? "run.no_checkpoints_log" : "run.no_checkpoints"));
  return element("ul", { class: "checkpoints" }, found.map((one) => element("li", {}, element("code", {}, one.name),
    element("span", { class: "size" }, bytes(one.bytes)), one.marks.map((mark) => element("span", { class: "badge" }, mark)),
    element("a", { href: `/playground?run=${run}&checkpoint=${one.name}`, "aria-label": say("run.try_named", { name: one.name }) },
      say("run.try")))));
}

export function settings(found) {
  if (!found?.length) return element("p", { class: "quiet" }, "–");
  const headings = [say("run.setting"), say("run.value"), say("run.origin")];
  const part = (isChosen) => found.filter((one) => one.is_chosen === isChosen).map((one) => element("tr", {},
    element("th", { scope: "row" }, element("code", {}, one.name)), element("td", {}, element("bdi", {}, one.value)),
    element("td", { class: "quiet" }, element("bdi", {}, one.origin))));
  const chosen = part(true);
  const rest = part(false);
  return [
    chosen.length ? table(say("run.settings_chosen"), headings, chosen) : null,
    rest.length ? element("details", {}, element("summary", {}, `${say("run.settings_default")} (${whole(rest.length)})`),
      table(say("run.settings_default"), headings, rest)) : null,
  ];
}
