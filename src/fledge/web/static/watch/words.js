// The page's words, from the server's catalog, and numbers as people read them.

let catalog = {};
let locale = "en"; // as Intl names it, with the digits: ar-u-nu-latn

export async function loadWords() {
  const answer = await fetch("/api/texts");
  if (!answer.ok) throw new Error(`${answer.status}`);
  catalog = await answer.json();
  locale = catalog.page.locale;
}

// A sentence. Numbers in it are written as whole ones, and choose its plural form.
export function say(key, values = {}) {
  const [area, name] = key.split(".");
  let sentence = catalog[area]?.[name] ?? key;
  if (typeof sentence === "object") {
    const number = values[sentence.plural];
    sentence = sentence[typeof number === "number" ? new Intl.PluralRules(locale).select(number) : "other"] ?? sentence.other;
  }
  const written = (value) => (typeof value === "number" ? whole(value) : String(value ?? ""));
  return sentence.replace(/\{(\w+)\}/g, (_, field) => written(values[field]));
}

// A name, or a quantity with its unit, in its own order: in a right-to-left page its parts would change places.
export function isolated(text) {
  return document.dir === "rtl" ? `\u2068${text}\u2069` : text;
}

// a, b, c
export function listed(texts) {
  return texts.map(isolated).join(say("unit.comma"));
}

export function duration(seconds) {
  if (seconds < 9.95) return say("unit.part_seconds", { n: fixed(seconds, 1) });
  const all = Math.round(seconds);
  const [days, hours, minutes] = [Math.floor(all / 86400), Math.floor((all % 86400) / 3600), Math.floor((all % 3600) / 60)];
  if (all < 60) return say("unit.seconds", { n: all });
  if (all < 3600) return say("unit.minutes", { minutes, seconds: twoDigits(all % 60) });
  if (all < 86400) return say("unit.hours", { hours, minutes: twoDigits(minutes) });
  return say("unit.days", { days, hours });
}

export function whole(number) {
  return Math.round(number).toLocaleString(locale);
}

export function fixed(number, digits) {
  return number.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false });
}

// As many digits as that, and no zeros at the end.
export function plain(number, digits = 3) {
  const english = String(Number(number.toPrecision(digits)));
  return english.includes("e") ? english : fixed(Number(english), english.split(".")[1]?.length ?? 0);
}

export function short(number, digits = 3) {
  for (const [size, letter] of [[1e12, "T"], [1e9, "B"], [1e6, "M"], [1e3, "K"]]) {
    if (Math.abs(number) >= size) return `${plain(number / size, digits)}${letter}`;
  }
  return plain(number, digits);
}

export function loss(number) {
  if (typeof number === "string") return number; // nan, inf
  return Math.abs(number) < 1000 ? fixed(number, 4) : number.toPrecision(4);
}

export function bytes(number) {
  if (number >= 1e9) return isolated(`${fixed(number / 1e9, 2)} GB`);
  return isolated(number >= 1e5 ? `${fixed(number / 1e6, 1)} MB` : `${fixed(number / 1e3, 1)} KB`);
}

// Arrows that point along the reading direction, and against it.
export function onward() {
  return document.dir === "rtl" ? "←" : "→";
}

export function backward() {
  return document.dir === "rtl" ? "→" : "←";
}

function twoDigits(number) {
  return number.toLocaleString(locale, { minimumIntegerDigits: 2 });
}

export function isNumber(value) {
  return typeof value === "number" && Number.isFinite(value);
}
