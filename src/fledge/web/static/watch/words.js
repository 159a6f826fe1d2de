// The page's words, from the server's catalog, and numbers as people read them.

let catalog = {};

export async function loadWords() {
  const answer = await fetch("/api/texts");
  if (!answer.ok) throw new Error(`${answer.status}`);
  catalog = await answer.json();
}

export function say(key, values = {}) {
  const [area, name] = key.split(".");
  const sentence = catalog[area]?.[name] ?? key;
  return sentence.replace(/\{(\w+)\}/g, (_, field) => String(values[field] ?? ""));
}

export function duration(seconds) {
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, "0")} s`;
  if (whole < 86400) {
    return `${Math.floor(whole / 3600)} h ${String(Math.floor((whole % 3600) / 60)).padStart(2, "0")} min`;
  }
  return `${Math.floor(whole / 86400)} d ${Math.floor((whole % 86400) / 3600)} h`;
}

export function whole(number) {
  return Math.round(number).toLocaleString("en");
}

export function short(number, digits = 3) {
  for (const [size, letter] of [[1e12, "T"], [1e9, "B"], [1e6, "M"], [1e3, "K"]]) {
    if (Math.abs(number) >= size) return `${Number((number / size).toPrecision(digits))}${letter}`;
  }
  return String(Number(number.toPrecision(digits)));
}

export function loss(number) {
  if (typeof number === "string") return number; // nan, inf
  return Math.abs(number) < 1000 ? number.toFixed(4) : number.toPrecision(4);
}

export function bytes(number) {
  if (number >= 1e9) return `${(number / 1e9).toFixed(2)} GB`;
  return number >= 1e5 ? `${(number / 1e6).toFixed(1)} MB` : `${(number / 1e3).toFixed(1)} KB`;
}

export function isNumber(value) {
  return typeof value === "number" && Number.isFinite(value);
}
