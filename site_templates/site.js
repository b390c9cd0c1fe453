// @ts-check
/**
 * What pages do by script, and do without otherwise: how many days are left, a word when the page is
 * old, and the search. Each page is whole without it.
 */

const OLD = 3; // days after its build at which a page says that it is old
const SHOWN = 12; // results at most

const format = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

// --- days ---

const clock = new Intl.DateTimeFormat("en-US", {
  timeZone: document.body.dataset.zone,
  hourCycle: "h23",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
});

/** The site's own day and hour, wherever the reader is: `2027-02-09` and `16:59`. */
function now() {
  const part = Object.fromEntries(clock.formatToParts(new Date()).map((each) => [each.type, each.value]));
  return { day: `${part.year}-${part.month}-${part.day}`, hour: `${part.hour}:${part.minute}` };
}

/** How many days from one to another. @param {string} from @param {string} to */
const between = (from, to) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

/** @param {number} days */
const inWords = (days) => (days === 0 ? "today" : days === 1 ? "tomorrow" : `in ${days} days`);

/**
 * Say how many days are left; on the day itself also which offices have closed. An entry whose day
 * is over, or whose last office has closed, has passed.
 * @param {HTMLElement} entry
 */
function passed(entry) {
  const { day, hour } = now();
  const left = between(day, entry.dataset.day ?? day);
  const hours = /** @type {HTMLElement[]} */ ([...entry.querySelectorAll("[data-closes]")]);
  const shut = hours.filter((each) => left === 0 && (each.dataset.closes ?? "") <= hour);
  for (const each of hours) each.classList.toggle("over", shut.includes(each));
  const words = entry.querySelector(".in") ?? entry.querySelector(".when")?.appendChild(document.createElement("span"));
  if (words) {
    words.className = "in";
    words.textContent = left < 0 ? "" : inWords(left);
  }
  return left < 0 || (hours.length > 0 && shut.length === hours.length);
}

/** The home page: what has passed is taken away, and the next day stands on top. */
function next() {
  const list = document.getElementById("next-list");
  if (!list) return;
  const coming = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-day]")]).filter((entry) => {
    entry.hidden = passed(entry);
    return !entry.hidden;
  });
  for (const entry of coming)
    if (entry.dataset.day === coming[0].dataset.day && entry.parentElement !== list) list.append(entry);
  for (const section of document.querySelectorAll("#month-lists > section"))
    /** @type {HTMLElement} */ (section).hidden = !section.querySelector("[data-day]:not([hidden])");
}

function refresh() {
  next();
  const stale = document.getElementById("stale");
  if (stale) stale.hidden = between(document.body.dataset.built ?? "", now().day) <= OLD;
}

refresh();
document.addEventListener("visibilitychange", () => document.hidden || refresh());

// --- search ---

/**
 * @typedef {{ address: string, title: string, head: string, words: string, note: string, weight: number }} Place
 * @typedef {[number, string, string][]} Deadlines  the number of its paper, the last day, and the first
 * @typedef {{ places: string[][], papers: string[][], elections: [string, string, Deadlines][] }} Index
 */

/**
 * Letters and digits, in small letters; the number of a section, with its subdivision, stays whole.
 * @param {string} text
 */
const words = (text) =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/(?<=[a-z])-(?=[a-z])/g, " ")
    .replace(/[^a-z0-9()-]+/g, " ")
    .trim();

const KINDS = /** @type {Record<string, [string, number]>} */ ({
  paper: ["petition or certificate", 5],
  term: ["what it means", 4],
  election: ["election", 4],
  law: ["the law", 3],
  tool: ["calculator", 3],
  page: ["page", 2],
});

/** Everything that can be found. @param {Index} index @returns {Place[]} */
function places(index) {
  const found = index.places.map(([address, title, kind, more]) => {
    const [note, weight] = KINDS[kind];
    const all = words(`${title} ${more}`);
    return { address, title, head: kind === "term" ? all : words(title), words: all, note, weight };
  });
  const today = now().day;
  const said = (/** @type {string} */ day) => format.format(new Date(day));
  const ahead = (/** @type {Index["elections"][0]} */ [, , own]) => own.some(([, last]) => last >= today);
  const past = index.elections.filter((each) => !ahead(each)).reverse();
  for (const [election, name, deadlines] of [...index.elections.filter(ahead), ...past])
    for (const [number, last, first] of deadlines) {
      const [paper, title, more] = index.papers[number];
      found.push({
        address: `deadlines/${election}/${paper}/`,
        title: `${title}, ${name}`,
        head: words(`${title} ${name}`),
        note: last ? `last day ${said(last)}` : first ? `first day ${said(first)}` : "depends, or has no day",
        words: words(`${title} ${more} ${name}`),
        weight: (last || first || election) >= today ? 3 : 0,
      });
    }
  return found;
}

/**
 * The places in which every word of the query is found, the best first: whole words before
 * beginnings, and those in the title (or a term's other names) before others.
 * @param {Place[]} all @param {string} query
 */
function search(all, query) {
  const asked = words(query).split(" ").filter(Boolean);
  if (!asked.length) return [];
  /** @param {Place} place */
  const score = (place) => {
    const head = ` ${place.head} `;
    const rest = ` ${place.words} `;
    let sum = place.weight;
    for (const word of asked) {
      const points = rest.includes(` ${word} `) ? 6 : rest.includes(` ${word}`) ? 4 : word.length > 2 && rest.includes(word) ? 1 : 0;
      if (!points) return 0;
      sum += points + (head.includes(` ${word}`) ? 3 : 0);
    }
    return head.startsWith(` ${asked.join(" ")}`) ? sum + 4 : sum;
  };
  return all
    .map((place) => ({ place, points: score(place) }))
    .filter((each) => each.points)
    .sort((one, other) => other.points - one.points)
    .map((each) => each.place);
}

const box = /** @type {HTMLElement} */ (document.getElementById("search"));
const plain = /** @type {HTMLAnchorElement} */ (box.querySelector("a"));
const form = /** @type {HTMLFormElement} */ (box.querySelector("form"));
const input = /** @type {HTMLInputElement} */ (box.querySelector("input"));
const said = /** @type {HTMLElement} */ (box.querySelector("[role=status]"));
const list = /** @type {HTMLElement} */ (box.querySelector("ul"));
[plain.hidden, form.hidden] = [true, false];

/** @type {Promise<Place[]> | undefined} */
let loading;

/** The index, asked for once: when the field is first used. */
function load() {
  loading ??= fetch(box.dataset.index ?? "").then(async (response) => {
    if (!response.ok) throw new Error(response.statusText);
    return places(await response.json());
  });
  loading.catch(() => (loading = undefined));
  return loading;
}

/** @param {string} text @param {string} address @param {string} note */
function result(text, address, note) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  const about = document.createElement("span");
  [link.href, about.textContent] = [address, note];
  link.append(text, " ", about);
  item.append(link);
  return item;
}

async function show() {
  const query = input.value;
  list.hidden = !query.trim();
  if (list.hidden) return list.replaceChildren();
  let found;
  try {
    found = search(await load(), query);
  } catch {
    said.textContent = "The search could not be loaded.";
    return list.replaceChildren(result(said.textContent, plain.href, "Everything is also in the list from A to Z"));
  }
  if (query !== input.value) return;
  if (!found.length) {
    said.textContent = "Nothing found.";
    return list.replaceChildren(result(said.textContent, plain.href, "Look in the list from A to Z"));
  }
  said.textContent = found.length > SHOWN ? `The first ${SHOWN} of ${found.length} results` : `${found.length} found`;
  list.replaceChildren(
    ...found.slice(0, SHOWN).map((each) => result(each.title, (box.dataset.root ?? "") + each.address, each.note)),
  );
}

/** @param {boolean} clear */
function close(clear) {
  list.hidden = true;
  said.textContent = "";
  if (clear) input.value = "";
}

input.addEventListener("focus", () => load().catch(() => {}));
input.addEventListener("input", show);
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  await show();
  /** @type {HTMLAnchorElement | null} */ (list.querySelector("a"))?.click();
});
form.addEventListener("keydown", (event) => {
  const stops = /** @type {HTMLElement[]} */ ([input, ...list.querySelectorAll("a")]);
  const at = stops.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  if (event.key === "Escape" && !list.hidden) {
    event.preventDefault();
    input.focus();
    close(at === 0);
  } else if (!list.hidden && at >= 0 && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
    event.preventDefault();
    stops[Math.min(Math.max(at + (event.key === "ArrowDown" ? 1 : -1), 0), stops.length - 1)].focus();
  }
});
form.addEventListener("focusout", (event) => {
  if (!form.contains(/** @type {Node | null} */ (event.relatedTarget))) close(false);
});
input.addEventListener("focus", () => input.value && show());

// --- copying ---

/** Each address to subscribe to, and each piece of code, gets a button that copies it. */
for (const copied of navigator.clipboard ? document.querySelectorAll("code.address, pre.code") : []) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText((copied.textContent ?? "").trim());
    button.textContent = "Copied";
  });
  copied.after(button);
}

/** A link to something that is folded up unfolds it. */
function unfold() {
  const folded = document.getElementById(decodeURIComponent(location.hash.slice(1)))?.closest("details");
  if (folded) folded.open = true;
}
addEventListener("hashchange", unfold);
unfold();
