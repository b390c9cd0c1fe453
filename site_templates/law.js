/**
 * The calendar, and which provisions govern an election. As deadlines/days.py and law.py have it.
 *
 * @typedef {import("./days.js").Day} Day
 */

import { Absent, RuleError, civil, inWords, iso, readDay, say, weekdayOf, whole } from "./days.js";
import { evaluate, nameKey, names } from "./rules.js";

/** Public holidays and business days. */
export class Calendar {
  constructor(rules) {
    this.rules = rules;
    this.weekend = rules.holidays.weekend.map((name) => rules.weekdays.indexOf(name));
    this.proclaimed = new Map(
      (rules.holidays.proclaimed ?? []).map((each) => [readDay(each.date, rules.words), each.name]),
    );
    // Holidays of late December may be kept in the next year, and of early January in the one before.
    this.near = Object.values(rules.holidays.moved).some((days) => days < 0) ? [0, -1, 1] : [0, -1];
    this.years = new Map();
  }

  holidaysOf(year) {
    if (this.years.has(year)) return this.years.get(year);
    const { rules } = this;
    const found = new Map();
    const add = (day, name) => found.has(day) || found.set(day, name);
    for (const holiday of rules.holidays.holiday) {
      if (holiday.first_year && year < holiday.first_year) continue;
      const rule = rules.expressions[holiday.rule];
      const named = new Map(
        names(rule).map((each) => [nameKey(each), { day: electionDay(rules, each.name, year).day, steps: [] }]),
      );
      const { day } = evaluate(rules, rule, { year, named });
      add(day, holiday.name);
      const weekday = rules.weekdays[weekdayOf(day)];
      const later = holiday.moves === false ? 0 : (rules.holidays.moved[weekday] ?? 0);
      if (later) add(day + later, say(rules.words.holiday_kept, { holiday: holiday.name, weekday }));
    }
    this.years.set(year, found);
    return found;
  }

  /** Why this is no business day, in words; null if it is one. */
  whyClosed(day) {
    const { rules } = this;
    const { year } = civil(day);
    const found = this.near.map((years) => this.holidaysOf(year + years).get(day)).find(Boolean);
    const holiday = this.proclaimed.get(day) ?? found;
    const weekday = weekdayOf(day);
    if (!holiday && !this.weekend.includes(weekday)) return null;
    const fields = {
      day: inWords(rules, day, { weekday: false, year: false }),
      holiday,
      weekday: rules.weekdays[weekday],
    };
    return say(holiday ? rules.words.holiday : rules.words.weekend, { ...fields, cite: rules.holidays.cite });
  }

  isOpen(day) {
    return this.whyClosed(day) === null;
  }

  nextOpen(day, step = 1) {
    while (!this.isOpen(day)) day += step;
    return day;
  }

  lastOpen(day) {
    return this.nextOpen(day, -1);
  }

  businessDay(start, number) {
    const step = Math.sign(number);
    let day = start;
    for (let n = 0; n < Math.abs(number); n++) day = this.nextOpen(day + step, step);
    return day;
  }

  closedDays(first, until) {
    return Array.from({ length: until - first }, (_, n) => this.whyClosed(first + n) ?? "");
  }
}

export const WHICH = ["opens", "closes"];
export const keyOf = (filing, case_) => (case_ ? `${filing}/${case_}` : filing);
export const keyOfProvision = (provision) => keyOf(provision.filing, provision.case);
export const caution = (kind, text, source, rule = null, closes = null) => ({ kind, text, source, rule, closes });
const doubt = (basis, note, source) =>
  ["inferred", "unverified"].includes(basis) ? [caution(basis, note ?? "", source)] : [];
const BLANK = {
  ...{ case: null, opens: null, closes: null, when: null, applies: null, paragraph: null, years: null, readings: [] },
  ...{
    follows: null,
    but_for: [],
    ordinary_case: null,
    such: null,
    status: null,
    reason: null,
    exception: null,
    sets: [],
  },
};

/** The day the law gives an election of this kind, and why. @returns {{day: Day, why: string} | null} */
export function electionDay(rules, kind, year) {
  const rule = rules.election_days.find(
    (each) => each.kind === kind && (each.first_year ?? year) <= year && year <= (each.last_year ?? year),
  );
  if (!rule) return null;
  const { day } = evaluate(rules, rules.expressions[rule.rule], { year, named: new Map() });
  return { day: whole(day), why: say(rule.basis === "verbatim" ? rules.words.quoted : rules.words.not_quoted, rule) };
}

/** The edition of every section that is in force on a day. */
export function editionsOn(rules, day) {
  const date = iso(day);
  const inForceThen = (span) => (span.from ?? date) <= date && date <= (span.to ?? date);
  return Object.fromEntries(
    rules.sections.map(({ section }) => [section.id, section.edition.find((each) => each.spans.some(inForceThen)).id]),
  );
}

/** What governs an election's filings, by filing and case. */
export function inForce(rules, election, edition, exceptions) {
  const found = new Map();
  if (!election.edition || election.no_deadlines) return found;
  const editions = { ...election.editions, [rules.main]: edition ?? election.edition };
  const governs = (each) =>
    each.elections.includes(election.kind) &&
    (!each.paragraph || each.paragraph === election.paragraph) &&
    (!each.years || election.year % 4 === 0);
  const mine = rules.sections.flatMap(({ section, provisions }) => {
    const own = { ...BLANK, section: section.id, edition: editions[section.id] };
    const cautions = (each) => (each.cautions ?? []).map(({ kind, text, source }) => caution(kind, text, source));
    return (provisions[own.edition] ?? [])
      .filter(governs)
      .map((each) => ({ ...own, ...each, cautions: cautions(each) }));
  });
  for (const each of writtenOut(rules, mine)) {
    const key = keyOfProvision(each);
    if (found.has(key)) {
      throw new RuleError(
        say(rules.words.twice, { place: each.place, edition: each.edition, other: found.get(key).place }),
      );
    }
    found.set(key, each);
  }
  for (const exception of exceptions ? rules.exceptions : []) {
    if (!exception.elections.includes(election.id)) continue;
    for (const moved of exception.deadline) {
      const ordinary = found.get(keyOf(moved.filing, exception.offices ? moved.varies : moved.case));
      if (ordinary) found.set(keyOf(moved.filing, moved.case), movedBy(ordinary, exception, moved));
    }
  }
  return found;
}

function writtenOut(rules, mine) {
  const done = mine.filter((each) => !each.follows);
  let waiting = mine.filter((each) => each.follows);
  while (waiting.length) {
    const ready = waiting.filter((each) => !waiting.some((other) => other.filing === each.follows));
    if (!ready.length) throw new RuleError(say(rules.words.follows_itself, waiting[0]));
    waiting = waiting.filter((each) => !ready.includes(each));
    const bases = [...done];
    for (const each of ready) {
      for (const base of bases.filter((other) => other.filing === each.follows && !each.but_for.includes(other.case))) {
        done.push({ ...each, case: base.case || each.ordinary_case, such: base.case, years: base.years });
      }
    }
  }
  return done;
}

function movedBy(ordinary, exception, moved) {
  const known = Boolean(moved.opens || moved.closes);
  const added = exception.offices !== undefined;
  const replaced = (which) => (moved[which] === undefined ? (added ? null : ordinary[which]) : moved[which] || null);
  const half = known && moved.unknown ? [caution("unverified", moved.unknown, exception.source)] : [];
  const status = moved.abolished ? "abolished" : moved.unknown && !known ? "unknown" : null;
  return {
    ...ordinary,
    case: moved.case ?? null,
    opens: replaced("opens"),
    closes: replaced("closes"),
    when: added ? null : ordinary.when,
    applies: added ? exception.offices : ordinary.applies,
    readings: [],
    basis: exception.basis,
    cautions: [...doubt(exception.basis, exception.note, exception.source), ...half],
    exception: exception.id,
    sets: WHICH.filter((which) => !known || moved[which] !== undefined),
    status,
    reason: moved.abolished ? exception.act : (moved.unknown ?? null),
  };
}

export function withoutAbsent(rules, own, ofPrimary) {
  const left = new Map(own);
  for (;;) {
    const absent = [...left.keys()].filter((key) => !resolves(rules, left.get(key), left, ofPrimary));
    if (!absent.length) return left;
    absent.forEach((key) => left.delete(key));
  }
}

function resolves(rules, provision, own, ofPrimary) {
  const sentences = [provision.opens, provision.closes, ...provision.readings.map((each) => each.closes)];
  const days = sentences.filter(Boolean).map((each) => rules.expressions[each]);
  try {
    for (const named of [...days, ...conditions(rules, provision).map((each) => each.day)].flatMap(names)) {
      find(named, provision, own, ofPrimary);
    }
  } catch (error) {
    if (error instanceof Absent) return false;
    throw error;
  }
  return true;
}

export const conditions = (rules, provision) => (provision.when ? rules.conditions[provision.when] : []);

/** Which end a name means; null if it is no end. */
export function find(named, provision, own, primary) {
  const [name, which] = named.name.split(" ");
  if (!which) return null;
  const [filing, case_] = name.split("/");
  const key = keyOf(filing, named.such && provision ? provision.such : case_);
  for (const [where, isPrimary] of [
    [own, false],
    [primary, true],
  ]) {
    if (where.has(key) && (where.get(key)[which] || where.get(key).status)) return { key, which, isPrimary };
  }
  throw new Absent(named.name);
}
