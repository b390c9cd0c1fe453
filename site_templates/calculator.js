// @ts-check
/**
 * The calculator's page: reads the form, asks evaluate.js, shows what follows.
 *
 * Days are texts (2027-07-20) and numbers all the way: a Date would bring in the reader's time zone.
 */
import { timetable } from "./evaluate.js";
/** @import { ConfiguredElection, Deadline, Receipt, Rules } from "./types.d.ts" */

/** @template {HTMLElement} T @param {string} id @returns {T} */
const at = (id) => /** @type {T} */ (document.getElementById(id));

const form = /** @type {HTMLFormElement} */ (at("calculator"));
const MONTHS = "January February March April May June July August September October November December".split(" ");
const WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" ");
const NAMES = { reading: "Unsettled", unverified: "Not verified", inferred: "Inferred", "may-move": "May still move" };

const [FIRST_YEAR, LAST_YEAR] = [2012, 2099];

/** @type {Rules} */
let rules;

/** @param {string} name */
const field = (name) => /** @type {HTMLInputElement | HTMLSelectElement} */ (form.elements.namedItem(name));
/** @param {string} name */
const chosen = (name) => /** @type {HTMLSelectElement} */ (field(name)).selectedOptions[0];

/** @param {string} tag @param {string} kind @param {...(Node | string)} inside */
function made(tag, kind, ...inside) {
  const element = document.createElement(tag);
  if (kind) element.className = kind;
  element.append(...inside);
  return element;
}

/** @param {string} href @param {string} text */
function link(href, text) {
  const element = document.createElement("a");
  element.href = href;
  element.textContent = text;
  return element;
}

/** @param {number} year @param {number} month */
const daysIn = (year, month) =>
  month === 2
    ? year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
      ? 29
      : 28
    : [4, 6, 9, 11].includes(month)
      ? 30
      : 31;

/** The weekday of a day, Monday being 0: counted in UTC, where each day has 24 hours. @param {string} day */
const weekday = (day) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;

/** @param {string} day `2027-07-20` or `2027-07-20T20:00` */
function inWords(day) {
  const [date, clock] = day.split("T");
  const [year, month, number] = date.split("-").map(Number);
  return `${WEEKDAYS[weekday(date)]}, ${MONTHS[month - 1]} ${number}, ${year}${clock ? `, ${clockInWords(clock)}` : ""}`;
}

/** @param {string} clock `17:00` */
function clockInWords(clock) {
  const [hour, minute] = clock.split(":");
  if (hour === "24") return "midnight";
  return `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? "a.m." : "p.m."}`;
}

/** What is wrong, beside its field; an empty text takes it away. @param {string} name @param {string} message */
function say(name, message) {
  at(`${name}-error`).textContent = message;
  for (const input of form.querySelectorAll(`[name^="${name}"]`)) {
    if (message) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }
}

/** The day in three fields, or none with a message beside them. @param {string} name */
function day(name) {
  const [month, number, year] = ["month", "day", "year"].map((part) => field(`${name}-${part}`).value.trim());
  say(name, "");
  if (!month || !number || !year) {
    say(name, "Give the month, the day and the year.");
  } else if (![month, number, year].every((part) => /^\d+$/.test(part)) || year.length !== 4) {
    say(name, "Use numbers, and four of them for the year: 7 20 2027.");
  } else if (month.length > 2 || number.length > 2) {
    say(name, "Use one or two numbers for the month and the day: 7 20 2027.");
  } else if (Number(year) < FIRST_YEAR || Number(year) > LAST_YEAR) {
    say(name, `Give a year from ${FIRST_YEAR} to ${LAST_YEAR}.`);
  } else if (Number(month) < 1 || Number(month) > 12) {
    say(name, `There is no month ${month}.`);
  } else if (Number(number) < 1 || Number(number) > daysIn(Number(year), Number(month))) {
    say(name, `${MONTHS[Number(month) - 1]} ${year} has no day ${number}.`);
  } else {
    return `${year}-${month.padStart(2, "0")}-${number.padStart(2, "0")}`;
  }
  return null;
}

/** The form's fields as the event asks for them. */
function arrange() {
  for (const name of ["date", "held", "hour", "link"]) say(name, "");
  at("answer").hidden = true;
  const event = chosen("event");
  const kinds = (event.dataset.kinds ?? "").split(" ");
  const election = /** @type {HTMLSelectElement} */ (field("election"));
  for (const option of election.options) {
    const fits =
      kinds.includes(option.dataset.kind ?? "") && (!("new" in option.dataset) || event.value === "proclamation");
    option.disabled = option.hidden = !fits;
  }
  if (chosen("election")?.disabled) {
    election.value = [...election.options].find((option) => !option.disabled)?.value ?? "";
  }
  const question = at("date").querySelector("legend");
  if (question) question.textContent = event.dataset.question ?? "";
  at("hour-row").hidden = !("hour" in event.dataset);
  at("held-row").hidden = !("new" in (chosen("election")?.dataset ?? {}));
  at("edition-row").hidden = event.value !== "day";
}

/**
 * A special election that is not configured yet, like the others of its kind.
 * @param {DOMStringMap} chosen @returns {ConfiguredElection}
 */
function newSpecial({ new: paragraph, title }) {
  const like = /** @type {ConfiguredElection} */ (rules.elections.find((each) => each.kind === "special"));
  const places = rules.filing_law.place.map((each) => each.id);
  return {
    ...like,
    id: "new-special",
    title: /** @type {string} */ (title),
    short: "new special",
    paragraph,
    places,
    note: null,
    caution: null,
    may_move: null,
  };
}

/**
 * Whether a new special election is held within the statute's days after its proclamation.
 * @param {string} date @param {string} held
 */
function noticed(date, held) {
  const days = (Date.parse(`${held}T00:00:00Z`) - Date.parse(`${date}T00:00:00Z`)) / 86400000;
  const [least, most] = [Number(form.dataset.shortest), Number(form.dataset.longest)];
  const fits = days >= least && days <= most;
  say(
    "held",
    fits ? "" : `A special election is held ${least} to ${most} days after its proclamation; this is ${days}.`,
  );
  return fits;
}

/** Asks what follows; a message beside the field where nothing can. */
function ask() {
  const event = field("event").value;
  const date = day("date");
  if (!chosen("election")) {
    say("date", "No election here waits for that.");
    return null;
  }
  const isNew = "new" in chosen("election").dataset;
  const held = isNew ? day("held") : null;
  let hour = "";
  const timed = !at("hour-row").hidden;
  if (timed) {
    hour = field("hour").value;
    say("hour", /^\d\d:\d\d$/.test(hour) ? "" : "Give the hour too.");
  }
  if (!date || (isNew && !held) || (timed && !hour)) return null;
  if (held && !noticed(date, held)) return null;
  const electionDay = rules.elections.find((each) => each.id === field("election").value)?.date;
  if (event !== "day" && electionDay && date > electionDay) {
    say("date", `The election is on ${inWords(electionDay)}: give a day up to it.`);
    return null;
  }
  const moment = hour ? `${date}T${hour}` : date;
  const election = isNew ? "new-special" : field("election").value;
  const law = isNew
    ? { ...rules, elections: [...rules.elections, newSpecial(chosen("election").dataset)] }
    : rules;
  try {
    if (event === "day") {
      const edition = field("edition").value || null;
      return { moment, list: timetable(law, { election, day: date, edition }) };
    }
    const list = timetable(law, { election, day: held, events: { [event]: moment } });
    const waiting = new Set(
      timetable(law, { election })
        .filter((each) => each.needs.includes(event))
        .map((each) => each.id),
    );
    return { moment, list: list.filter((each) => waiting.has(each.id) || event === "proclamation") };
  } catch (error) {
    say("date", sentence(/** @type {Error} */ (error).message));
    return null;
  }
}

/** The evaluator's message, with days in words. @param {string} message */
function sentence(message) {
  if (message.startsWith("content/")) return "No answer can be worked out for that day.";
  const plain = message
    .replace(/^[a-z-]+=?[0-9T:-]*: /, "")
    .replace(/for \S+ it falls/, "in this election it falls")
    .replace(/\d{4}-\d\d-\d\d/g, inWords);
  return `That cannot be: ${plain}.`;
}

/** @param {Deadline} each */
const soonest = (each) => each.closes ?? each.opens ?? "9999";

/** @param {Deadline} each */
function entry(each) {
  const filing = rules.filings.find((other) => other.id === each.filing);
  const answer = each.answer?.closes ?? each.answer?.opens ?? null;
  const when = made("p", "when");
  if (answer) {
    when.classList.add("status");
    when.textContent = answer[0].toUpperCase() + answer.slice(1);
  } else if (each.closes ?? each.opens) {
    const date = /** @type {string} */ (each.closes ?? each.opens);
    const [year, month, number] = date.split("-");
    const time = document.createElement("time");
    time.dateTime = date;
    time.append(
      made("span", "weekday", WEEKDAYS[weekday(date)]),
      " ",
      made("span", "number", String(Number(number))),
      " ",
      made("span", "month", `${MONTHS[Number(month) - 1]} ${year}`),
    );
    when.append(time);
  } else {
    when.classList.add("status");
    when.textContent =
      {
        depends: "Depends on more",
        practicable: "As soon as practicable",
        unknown: "Not known",
        abolished: "Abolished",
      }[/** @type {"depends"} */ (each.status)] ?? each.status;
  }
  const what = made("div", "what");
  const which = each.closes || !each.opens ? "Last" : "First";
  const hour = each.hour?.closes ? `, ${clockInWords(each.hour.closes)}` : "";
  const title = made("p", "title", made("span", "which", `${which} day ${filing?.act ?? ""}${hour}`));
  title.append(
    " ",
    each.election === "new-special" ? each.title : link(`${form.dataset.root}deadlines/${each.id}/`, each.title),
  );
  what.append(title, made("p", "law", each.citation));
  if (each.opens && each.closes) what.append(made("p", "", `First day: ${inWords(each.opens)}.`));
  if (each.rule.applies) what.append(made("p", "applies", `For: ${each.rule.applies}.`));
  if (each.closes && !answer && each.receipt.length) {
    const list = made("ul", "places");
    for (const place of /** @type {(Receipt & {received_by: string})[]} */ (each.receipt)) {
      const name = rules.filing_law.place.find((other) => other.id === place.place)?.short ?? place.place;
      const mail = place.postmarked_by
        ? `; mail postmarked by ${inWords(place.postmarked_by)} and received by ${inWords(place.received_by)}`
        : `; received by ${inWords(place.received_by)}`;
      list.append(made("li", "", made("b", "", name), ` until ${clockInWords(place.closes_at)}${mail}`));
    }
    what.append(list);
  }
  const cautions = made("ul", "cautions");
  for (const caution of each.cautions) {
    const name = NAMES[caution.kind];
    cautions.append(
      made(
        "li",
        caution.kind,
        made("b", "", `${name}.`),
        ` ${caution.text} `,
        made("span", "source", `Source: ${caution.source}.`),
      ),
    );
  }
  if (each.cautions.length) what.append(cautions);
  const steps = made("details", "", made("summary", "", "How it was reached"));
  const list = made("ol", "steps");
  for (const step of each.steps)
    list.append(made("li", "", step.date ? made("b", "", inWords(step.date)) : "", ` ${step.text}`));
  steps.append(list);
  what.append(steps);
  return made("li", "entry", when, what);
}

/** RFC 5545: escaped, folded at 75 octets, CRLF. @param {string} name @param {string} value */
function line(name, value) {
  const bytes = new TextEncoder().encode(`${name}:${value}`);
  const parts = [];
  for (let start = 0; start < bytes.length;) {
    let end = Math.min(start + (start ? 74 : 75), bytes.length);
    while (end < bytes.length && (bytes[end] & 0xc0) === 0x80) end -= 1;
    parts.push(new TextDecoder().decode(bytes.slice(start, end)));
    start = end;
  }
  return `${parts.join("\r\n ")}\r\n`;
}

/** @param {string} text */
const escaped = (text) => text.replace(/[\\;,]/g, "\\$&").replace(/\n/g, "\\n");

/** @param {string} date */
function next(date) {
  const after = new Date(`${date}T00:00:00Z`);
  after.setUTCDate(after.getUTCDate() + 1);
  return after.toISOString().slice(0, 10);
}

/**
 * A one-time copy of the answer: its events say that it will not update.
 * @param {Deadline[]} list @param {string} moment
 */
function calendar(list, moment) {
  const name = escaped("Filing deadlines (a copy that will not update)");
  const stamp = `${rules.stamp.replaceAll("-", "")}T000000Z`;
  const compact = (/** @type {string} */ date) => date.replaceAll("-", "");
  const events = /** @type {(Deadline & {closes: string})[]} */ (
    list.filter((each) => each.closes && !each.answer?.closes)
  ).map((each) => {
    const page = `${form.dataset.address}deadlines/${each.id}/`;
    const doubts = each.cautions.map((caution) => `Doubt: ${caution.text}`);
    const said = "A copy made by the calculator. It will not update: look at the page.";
    const text = [said, `${each.citation}.`, ...doubts, page].join("\n");
    const uid = `${each.id.replaceAll("/", ".")}.copy.${compact(moment).replace(":", "")}@ny-filing-deadlines.invalid`;
    const about = line("SUMMARY", escaped(`Copy: last day, ${each.title}`)) + line("DESCRIPTION", escaped(text));
    const days = `DTSTART;VALUE=DATE:${compact(each.closes)}\r\nDTEND;VALUE=DATE:${compact(next(each.closes))}\r\n`;
    const rest = `DTSTAMP:${stamp}\r\nLAST-MODIFIED:${stamp}\r\nSEQUENCE:0\r\nSTATUS:CONFIRMED\r\nTRANSP:TRANSPARENT\r\n`;
    return `BEGIN:VEVENT\r\n${about}${days}${line("UID", uid)}${rest}${line("URL", page)}END:VEVENT\r\n`;
  });
  return (
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//NY Filing Deadlines//NY Filing Deadlines//EN\r\nCALSCALE:GREGORIAN\r\n" +
    `${line("NAME", name)}${line("X-WR-CALNAME", name)}REFRESH-INTERVAL;VALUE=DURATION:PT12H\r\nX-PUBLISHED-TTL:PT12H\r\n` +
    `${events.join("")}END:VCALENDAR\r\n`
  );
}

/** @param {{moment: string, list: Deadline[]}} found */
function show(found) {
  const list = [...found.list].sort((a, b) => (soonest(a) < soonest(b) ? -1 : soonest(a) > soonest(b) ? 1 : 0));
  at("answer-title").textContent = chosen("event").textContent?.trim() ?? "";
  at("answer-said").textContent = `${chosen("election").textContent?.trim()}. ${inWords(found.moment)}.`.replace(
    /\.\.$/,
    ".",
  );
  at("answer-list").replaceChildren(...list.map(entry));
  if (!list.length) at("answer-list").append(made("li", "entry", "No deadline of this election follows from it."));
  const copy = /** @type {HTMLAnchorElement} */ (at("answer-copy"));
  copy.hidden = !list.some((each) => each.closes && !each.answer?.closes);
  copy.href = `data:text/calendar;charset=utf-8,${encodeURIComponent(calendar(list, found.moment))}`;
  at("answer").hidden = false;
}

/** The form in the address, so that a link reproduces the answer. */
function remember() {
  const kept = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (value && !field(name).closest("[hidden]")) kept.set(name, String(value));
  }
  if (`#${kept}` !== location.hash) history.pushState(null, "", `#${kept}`);
  /** @type {HTMLAnchorElement} */ (at("answer-link")).href = `#${kept}`;
}

/** The form as an address says; whether it asks a whole question. */
function recall() {
  const kept = new URLSearchParams(location.hash.slice(1));
  form.reset();
  for (const name of ["event", "election", "edition"]) {
    if (!kept.has(name)) continue;
    const wanted = kept.get(name) ?? "";
    const select = /** @type {HTMLSelectElement} */ (field(name));
    const option = [...select.options].find((each) => each.value === wanted && !each.disabled);
    if (!option) {
      arrange();
      say("link", "The link asks for something that is not here. Choose again.");
      return false;
    }
    select.value = wanted;
    arrange();
  }
  for (const [name, value] of kept) {
    const input = field(name);
    if (input instanceof HTMLInputElement) input.value = value;
  }
  arrange();
  return kept.has("date-year");
}

/** @param {boolean} focus whether to take the reader to the answer */
function answer(focus) {
  const found = ask();
  at("answer").hidden = true;
  if (!found) {
    /** @type {HTMLElement | null} */ (form.querySelector("[aria-invalid]"))?.focus();
    return;
  }
  remember();
  show(found);
  if (focus) at("answer").focus();
}

try {
  const response = await fetch(form.dataset.rules ?? "");
  if (!response.ok) throw new Error(response.statusText);
  rules = await response.json();
} catch (error) {
  at("failed").textContent =
    "The rules could not be loaded. Load the page again; each deadline's own page has its table of days.";
  throw error;
}
form.hidden = false;
form.addEventListener("change", arrange);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  answer(true);
});
window.addEventListener("hashchange", () => recall() && answer(false));
window.addEventListener("beforeprint", () =>
  document.querySelectorAll("details").forEach((each) => (each.open = true)),
);
at("answer-print").addEventListener("click", () => window.print());
if (recall()) answer(false);
