// Which page this address is.

import { showCompare } from "./compare.js";
import { element, replaceChildren } from "./dom.js";
import { showOverview } from "./overview.js";
import { showPlayground } from "./playground.js";
import { showRun } from "./run.js";
import { loadWords, say } from "./words.js";

const main = document.getElementById("main");

async function start() {
  try {
    await loadWords();
  } catch (error) {
    replaceChildren(main, element("p", { class: "problem", role: "alert" }, `The server does not answer (${error.message}).`));
    return;
  }
  drawLinks();
  const run = location.pathname.match(/^\/runs\/([0-9a-f]+)$/);
  if (run) showRun(main, run[1]);
  else if (location.pathname === "/compare") showCompare(main, new URLSearchParams(location.search).get("runs") ?? "");
  else if (location.pathname === "/playground") showPlayground(main);
  else showOverview(main);
}

function drawLinks() {
  const link = (address, key, isHere) => element("a", { href: address, "aria-current": isHere ? "page" : null }, say(key));
  replaceChildren(document.getElementById("links"), link("/", "overview.title", location.pathname === "/"),
    link("/playground", "play.title", location.pathname === "/playground"));
}

start();
