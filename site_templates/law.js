// @ts-check
/** The calendar, and which provisions govern an election. As deadlines/days.py and law.py have it. */

import { Absent, RuleError, civil, inWords, iso, readDay, say, weekdayOf, whole } from "./days.js";
import { evaluate, nameKey, names } from "./rules.js";
/**
 * @import {
 *   Basis, Blank, Caution, CautionKind, Day, DayAndWhy, Edition, Election, Exception, Meant, MovedRule, Named,
 *   Provision, ProvisionRecord, Provisions, Rules, Which,
 * } from "./types.d.ts"
 */

/** Public holidays and business days. */
export class Calendar {
  /** @param {Rules} rules */
  constructor(rules) {
    this.rules = rules;
    this.weekend = rules.holidays.weekend.map((name) => rules.weekdays.indexOf(name));
    this.proclaimed = new Map(
      (rules.holidays.proclaimed ?? []).map((each) => [readDay(each.date, rules.words), each.name]),
    );
    // Holidays of late December may be kept in the next year, and of early January in the one before.
    this.near = Object.values(rules.holidays.moved).some((days) => days < 0) ? [0, -1, 1] : [0, -1];
    /** @type {Map<number, Map<Day, string>>} */
    this.years = new Map();
  }

  /** @param {number} year @returns {Map<Day, string>} */
  holidaysOf(year) {
    if (this.years.has(year)) return /** @type {Map<Day, string>} */ (this.years.get(year));
    const { rules } = this;
    /** @type {Map<Day, string>} */
    const found = new Map();
    /** @param {Day} day @param {string} name */
    const add = (day, name) => found.has(day) || found.set(day, name);
    for (const holiday of rules.holidays.holiday) {
      if (holiday.first_year && year < holiday.first_year) continue;
      const rule = rules.expressions[holiday.rule];
      const named = new Map(
        names(rule).map((each) => [
          nameKey(each),
          { day: /** @type {DayAndWhy} */ (electionDay(rules, each.name, year)).day, steps: [] },
        ]),
      );
      const { day } = /** @type {{day: Day}} */ (evaluate(rules, rule, { year, named }));
      add(day, holiday.name);
      const weekday = rules.weekdays[weekdayOf(day)];
      const later = holiday.moves === false ? 0 : (rules.holidays.moved[weekday] ?? 0);
      if (later) add(day + later, say(rules.words.holiday_kept, { holiday: holiday.name, weekday }));
    }
    this.years.set(year, found);
    return found;
  }

  /** Why this is no business day, in words; null if it is one. @param {Day} day */
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

  /** @param {Day} day */
  isOpen(day) {
    return this.whyClosed(day) === null;
  }

  /** @param {Day} day @param {number} step */
  nextOpen(day, step = 1) {
    while (!this.isOpen(day)) day += step;
    return day;
  }

  /** @param {Day} day */
  lastOpen(day) {
    return this.nextOpen(day, -1);
  }

  /** @param {Day} start @param {number} number */
  businessDay(start, number) {
    const step = Math.sign(number);
    let day = start;
    for (let n = 0; n < Math.abs(number); n++) day = this.nextOpen(day + step, step);
    return day;
  }

  /** @param {Day} first @param {Day} until */
  closedDays(first, until) {
    return Array.from({ length: until - first }, (_, n) => this.whyClosed(first + n) ?? "");
  }
}

/** @type {Which[]} */
export const WHICH = ["opens", "closes"];
/** @param {string} filing @param {string | null} [case_] */
export const keyOf = (filing, case_) => (case_ ? `${filing}/${case_}` : filing);
/** @param {Provision} provision */
export const keyOfProvision = (provision) => keyOf(provision.filing, provision.case);
/**
 * @param {CautionKind} kind @param {string} text @param {string} source
 * @param {string | null} rule @param {Day | null} closes @returns {Caution}
 */
export const caution = (kind, text, source, rule = null, closes = null) => ({ kind, text, source, rule, closes });
/** @param {Basis} basis @param {string | undefined} note @param {string} source */
const doubt = (basis, note, source) =>
  ["inferred", "unverified"].includes(basis)
    ? [caution(/** @type {"inferred" | "unverified"} */ (basis), note ?? "", source)]
    : [];
/** @type {Blank} */
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

/**
 * The day the law gives an election of this kind, and why.
 * @param {Rules} rules @param {string} kind @param {number} year @returns {DayAndWhy | null}
 */
export function electionDay(rules, kind, year) {
  const rule = rules.election_days.find(
    (each) => each.kind === kind && (each.first_year ?? year) <= year && year <= (each.last_year ?? year),
  );
  if (!rule) return null;
  const { day } = evaluate(rules, rules.expressions[rule.rule], { year, named: new Map() });
  return {
    day: whole(/** @type {Day} */ (day)),
    why: say(rule.basis === "verbatim" ? rules.words.quoted : rules.words.not_quoted, rule),
  };
}

/** The edition of every section that is in force on a day. @param {Rules} rules @param {Day} day */
export function editionsOn(rules, day) {
  const date = /** @type {string} */ (iso(day));
  /** @param {Edition["spans"][0]} span */
  const inForceThen = (span) => (span.from ?? date) <= date && date <= (span.to ?? date);
  return Object.fromEntries(
    rules.sections.map(({ section }) => [
      section.id,
      /** @type {Edition} */ (section.edition.find((each) => each.spans.some(inForceThen))).id,
    ]),
  );
}

/**
 * What governs an election's filings, by filing and case.
 * @param {Rules} rules @param {Election} election @param {string | null} edition @param {boolean} exceptions
 */
export function inForce(rules, election, edition, exceptions) {
  /** @type {Provisions} */
  const found = new Map();
  if (!election.edition || election.no_deadlines) return found;
  const editions = { ...election.editions, [rules.main]: edition ?? election.edition };
  /** @param {ProvisionRecord} each */
  const governs = (each) =>
    each.elections.includes(election.kind) &&
    (!each.paragraph || each.paragraph === election.paragraph) &&
    (!each.years || election.year % 4 === 0);
  const mine = rules.sections.flatMap(({ section, provisions }) => {
    const own = { ...BLANK, section: section.id, edition: editions[section.id] };
    /** @param {ProvisionRecord} each */
    const cautions = (each) => (each.cautions ?? []).map(({ kind, text, source }) => caution(kind, text, source));
    return (provisions[own.edition] ?? [])
      .filter(governs)
      .map((each) => ({ ...own, ...each, cautions: cautions(each) }));
  });
  for (const each of writtenOut(rules, mine)) {
    const key = keyOfProvision(each);
    if (found.has(key)) {
      throw new RuleError(
        say(rules.words.twice, {
          place: each.place,
          edition: each.edition,
          other: /** @type {Provision} */ (found.get(key)).place,
        }),
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

/** @param {Rules} rules @param {Provision[]} mine */
function writtenOut(rules, mine) {
  const done = mine.filter((each) => !each.follows);
  let waiting = mine.filter((each) => each.follows);
  while (waiting.length) {
    const ready = waiting.filter((each) => !waiting.some((other) => other.filing === each.follows));
    if (!ready.length) throw new RuleError(say(rules.words.follows_itself, waiting[0]));
    waiting = waiting.filter((each) => !ready.includes(each));
    const bases = [...done];
    for (const each of ready) {
      for (const base of bases.filter(
        (other) => other.filing === each.follows && !each.but_for.includes(/** @type {string} */ (other.case)),
      )) {
        done.push({ ...each, case: base.case || each.ordinary_case, such: base.case, years: base.years });
      }
    }
  }
  return done;
}

/** @param {Provision} ordinary @param {Exception} exception @param {MovedRule} moved @returns {Provision} */
function movedBy(ordinary, exception, moved) {
  const known = Boolean(moved.opens || moved.closes);
  const added = exception.offices !== undefined;
  /** @param {Which} which */
  const replaced = (which) => (moved[which] === undefined ? (added ? null : ordinary[which]) : moved[which] || null);
  const half = known && moved.unknown ? [caution("unverified", moved.unknown, exception.source)] : [];
  const status = moved.abolished ? "abolished" : moved.unknown && !known ? "unknown" : null;
  return {
    ...ordinary,
    case: moved.case ?? null,
    opens: replaced("opens"),
    closes: replaced("closes"),
    when: added ? null : ordinary.when,
    applies: added ? /** @type {string} */ (exception.offices) : ordinary.applies,
    readings: [],
    basis: exception.basis,
    cautions: [...doubt(exception.basis, exception.note, exception.source), ...half],
    exception: exception.id,
    sets: WHICH.filter((which) => !known || moved[which] !== undefined),
    status,
    reason: moved.abolished ? exception.act : (moved.unknown ?? null),
  };
}

/** @param {Rules} rules @param {Provisions} own @param {Provisions} ofPrimary */
export function withoutAbsent(rules, own, ofPrimary) {
  const left = new Map(own);
  for (;;) {
    const absent = [...left.keys()].filter(
      (key) => !resolves(rules, /** @type {Provision} */ (left.get(key)), left, ofPrimary),
    );
    if (!absent.length) return left;
    absent.forEach((key) => left.delete(key));
  }
}

/** @param {Rules} rules @param {Provision} provision @param {Provisions} own @param {Provisions} ofPrimary */
function resolves(rules, provision, own, ofPrimary) {
  const sentences = [provision.opens, provision.closes, ...provision.readings.map((each) => each.closes)];
  const days = /** @type {string[]} */ (sentences.filter(Boolean)).map((each) => rules.expressions[each]);
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

/** @param {Rules} rules @param {Provision} provision */
export const conditions = (rules, provision) => (provision.when ? rules.conditions[provision.when] : []);

/**
 * Which end a name means; null if it is no end.
 * @param {Named} named @param {Provision | null} provision @param {Provisions} own @param {Provisions} primary
 * @returns {Meant | null}
 */
export function find(named, provision, own, primary) {
  const [name, which] = /** @type {[string, Which?]} */ (named.name.split(" "));
  if (!which) return null;
  const [filing, case_] = name.split("/");
  const key = keyOf(filing, named.such && provision ? provision.such : case_);
  for (const [where, isPrimary] of /** @type {[Provisions, boolean][]} */ ([
    [own, false],
    [primary, true],
  ])) {
    if (
      where.has(key) &&
      (/** @type {Provision} */ (where.get(key))[which] || /** @type {Provision} */ (where.get(key)).status)
    )
      return { key, which, isPrimary };
  }
  throw new Absent(named.name);
}
