// Which page this address is.

import { showCompare } from "./compare.js";
import { element, replaceChildren } from "./dom.js";
import { showOverview } from "./overview.js";
import { showRun } from "./run.js";
import { loadWords } from "./words.js";

const main = document.getElementById("main");

async function start() {
  try {
    await loadWords();
  } catch (error) {
    replaceChildren(main, element("p", { class: "problem", role: "alert" }, `The server does not answer (${error.message}).`));
    return;
  }
  const run = location.pathname.match(/^\/runs\/([0-9a-f]+)$/);
  if (run) showRun(main, run[1]);
  else if (location.pathname === "/compare") showCompare(main, new URLSearchParams(location.search).get("runs") ?? "");
  else showOverview(main);
}

start();
