// Draws the page's plots from the numbers in it. Colours come from the style sheet, which defines light and dark.
"use strict";
(() => {
  const { runs, axes, plots, marks, words } = JSON.parse(document.getElementById("data").textContent);
  const COLOURS = 8;
  const PICTURE = { format: "png", width: 1200, height: 640, scale: 2 };
  const isTouched = matchMedia("(pointer: coarse)").matches; // a finger scrolls the page, not the plot
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const several = runs.length > 1;
  const hidden = new Set(); // runs
  let axis = "iterations";

  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  const shorten = (text) => (text.length > 32 ? `${text.slice(0, 15)}…${text.slice(-16)}` : text);
  // plotly interprets a few tags in its texts
  const plain = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

  // The text beside a point stays inside the plot: left of the point in the right half.
  const beside = (x, plot) => {
    const all = plot.lines.map((line) => Math.max(0, ...(line.x[axis] ?? [])));
    return x > Math.max(...all) / 2 ? "top left" : "top right";
  };

  const STYLES = {
    line: (ink) => ({ line: { color: ink, width: 2 } }),
    raw: (ink) => ({ line: { color: ink, width: 1 }, opacity: 0.45 }),
    smooth: (ink) => ({ line: { color: ink, width: 2.5 } }),
    dashed: (ink) => ({ line: { color: ink, width: 2, dash: "dash" } }),
    best: (ink) => ({ marker: { color: ink, size: 12, symbol: "circle-open", line: { width: 2.5 } } }),
    break: (ink) => ({ marker: { color: ink, size: 11, symbol: "x" } }),
  };

  const isPoint = (line) => line.role === "best" || line.role === "break";

  function trace(line, plot, isNamed) {
    const x = line.x[axis];
    const few = line.y.length <= 40 && line.role !== "raw";
    const run = plain(shorten(runs[line.run]));
    const own = line.name === runs[line.run] ? "" : plain(line.name); // otherwise the line is named for its run
    return {
      ...STYLES[line.role](colour(`run-${line.colour % COLOURS}`)),
      type: "scatter",
      mode: isPoint(line) ? "markers+text" : few ? "lines+markers" : "lines",
      x: x ?? [],
      y: x ? line.y : [],
      name: several ? run : own || run,
      showlegend: isNamed,
      text: isPoint(line) ? [plain(line.text)] : undefined,
      textposition: isPoint(line) && x ? beside(x[0], plot) : undefined,
      textfont: { color: colour("text"), size: 12 },
      cliponaxis: !isPoint(line),
      hovertemplate: `%{y:${plot.percent ? ".2%" : ".5~g"}}<br>${axes[axis]} %{x:,}<extra>${
        [several ? run : "", own].filter(Boolean).join(words.comma) || run
      }</extra>`,
    };
  }

  function layout(plot, width, isPicture) {
    const grid = { gridcolor: colour("grid"), zerolinecolor: colour("grid"), linecolor: colour("line"), automargin: true };
    const family = getComputedStyle(document.body).fontFamily;
    const title = plain(plot.unit ? `${plot.title}${words.comma}${plot.unit}` : plot.title);
    return {
      autosize: true,
      font: { family, size: 12, color: colour("quiet") },
      paper_bgcolor: isPicture ? colour("card") : "rgba(0,0,0,0)",
      plot_bgcolor: "rgba(0,0,0,0)",
      margin: { l: 44, r: 12, t: isPicture ? 88 : 10, b: 40 },
      xaxis: { ...grid, title: { text: axes[axis], standoff: 8 }, tickformat: axis === "iterations" ? ",~g" : "~s",
        nticks: width < 500 ? 5 : 10, rangemode: "tozero", showgrid: false, ticks: "outside", tickcolor: colour("line") },
      yaxis: { ...grid, tickformat: plot.percent ? ".1~%" : undefined, exponentformat: "SI", nticks: 6,
        rangemode: plot.from_zero ? "tozero" : "normal",
        ...(plot.frame ? { range: plot.frame } : {}) },
      // on the page, the bar above the plots names the runs
      showlegend: several ? isPicture : plot.lines.filter((line) => !isPoint(line)).length > 1,
      legend: { orientation: "h", x: 0, y: 1.02, yanchor: "bottom", font: { color: colour("text") } },
      hoverlabel: { font: { family } },
      modebar: { bgcolor: "rgba(0,0,0,0)", color: colour("quiet"), activecolor: colour("text") },
      dragmode: isTouched ? false : "zoom",
      title: isPicture ? { text: title, x: 0.01, y: 0.97, yanchor: "top", font: { size: 18, color: colour("text") } } : undefined,
    };
  }

  function traces(plot) {
    const shown = plot.lines.filter((line) => !hidden.has(line.run));
    const rank = (line) => (isPoint(line) ? 2 : line.role === "raw" ? 1 : 0);
    const boldest = (run) => shown.filter((line) => line.run === run).sort((a, b) => rank(a) - rank(b))[0];
    return shown.map((line) => trace(line, plot, several ? boldest(line.run) === line : !isPoint(line)));
  }

  const picture = (plot) => ({ data: traces(plot), layout: layout(plot, PICTURE.width, true) });

  // plotly writes Western digits: beside the axes and the cursor they become those that were chosen.
  const inDigits = (text) => text.replace(/[0-9.,]/g, (mark) => marks[mark] ?? mark);

  function writeDigits(place) {
    for (const text of place.querySelectorAll(".xtick text, .ytick text, .hovertext text.nums")) {
      for (const node of [text, ...text.querySelectorAll("tspan")].flatMap((part) => [...part.childNodes])) {
        const written = node.nodeType === Node.TEXT_NODE ? inDigits(node.data) : node.data;
        if (written !== node.data) node.data = written;
      }
    }
  }

  if (Object.keys(marks).length) {
    for (const plot of plots) {
      const place = document.getElementById(`plot-${plot.key}`);
      new MutationObserver(() => writeDigits(place)).observe(place, { childList: true, characterData: true, subtree: true });
    }
  }

  function draw() {
    for (const plot of plots) {
      const place = document.getElementById(`plot-${plot.key}`);
      const save = {
        name: "save",
        title: words.save,
        icon: Plotly.Icons.camera,
        click: () => Plotly.downloadImage(picture(plot), { ...PICTURE, filename: plot.key }),
      };
      Plotly.react(place, traces(plot), layout(plot, place.clientWidth, false), {
        responsive: true,
        displaylogo: false,
        displayModeBar: isTouched ? false : "hover",
        // only these: plotly also has a button that sends the numbers to a server
        modeBarButtons: [["zoom2d", "pan2d"], ["autoScale2d", "resetScale2d"], [save]],
        locale: "own",
        locales: { own: { dictionary: { Zoom: words.zoom, Pan: words.pan, Autoscale: words.autoscale, "Reset axes": words.reset,
          "Double-click to zoom back out": words.zoomed } } },
        showSendToCloud: false,
        plotlyServerURL: "",
      });
    }
  }

  for (const choice of document.querySelectorAll(".bar input")) {
    choice.addEventListener("change", () => {
      if (choice.name === "axis") axis = choice.value;
      else if (choice.checked) hidden.delete(Number(choice.value));
      else hidden.add(Number(choice.value));
      draw();
    });
  }
  dark.addEventListener("change", draw);
  draw();
})();
