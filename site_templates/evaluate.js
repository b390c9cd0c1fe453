/**
 * The timetable, computed in the browser from rules.json: what deadlines/*.py does, word for word.
 *
 * A day is a whole number, counted from January 1, 1970; an instant is a day and a minute of it. The
 * browser's own clock and time zone never enter. What each part means is said in Python, under the
 * same name: days.py, rules.py, rollover.py, law.py, timetable.py, data.py. tests/test_parity.py
 * holds the two together.
 *
 * @typedef {number} Day
 * @typedef {{day: Day, minute: number}} Moment  only of an event that has an hour
 * @typedef {{date: Day | Moment | null, text: string}} Step
 * @typedef {{day: Day | Moment | null, steps: Step[]}} Point
 * @typedef {{op: string, [field: string]: any}} Expression  see /api/v1/schema/rules.json
 * @typedef {{year: number, named: Map<string, Point>, calendar?: Calendar}} Environment
 * @typedef {{kind: string, text: string, source: string, rule: string | null, closes: Day | null}} Caution
 */

/** A rule that gives no day; `place` is that of its sentence, once it is known. */
class RuleError extends Error {
  constructor(message, place = null) {
    super(message);
    this.place = place;
  }
}
/** A filing that an edition lacks. */
class Absent extends Error {}

// --- days ----------------------------------------------------------------------------------------

const MILLISECONDS = 86_400_000;
const [FIRST_DAY, LAST_DAY] = [-719_162, 2_932_896]; // of the years 1 to 9999

const dayOf = (year, month, date) => Date.UTC(year, month - 1, date) / MILLISECONDS;
const daysIn = (year, month) => dayOf(year, month + 1, 1) - dayOf(year, month, 1);
const weekdayOf = (day) => (((day + 3) % 7) + 7) % 7; // Monday is 0
const whole = (day) => (typeof day === "number" ? day : day.day);
const two = (number) => String(number).padStart(2, "0");
const clockOf = (minute) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
const minuteOf = (clock) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** @param {Day} day */
function civil(day) {
  const at = new Date(day * MILLISECONDS);
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, date: at.getUTCDate() };
}

/** @param {Day | Moment | null} day @returns {string | null} */
function iso(day) {
  if (day === null) return null;
  const { year, month, date } = civil(whole(day));
  const text = `${String(year).padStart(4, "0")}-${two(month)}-${two(date)}`;
  return typeof day === "number" ? text : `${text}T${clockOf(day.minute)}:00`;
}

/** `2027-08-11`, or `2027-08-11T20:00`. @param {string} text @returns {Day | Moment} */
function readDay(text, words) {
  const found = /^(\d{4})-(\d\d)-(\d\d)(?:T([01]\d|2[0-3]):([0-5]\d)(?::00)?)?$/.exec(text);
  const day = found ? dayOf(Number(found[1]), Number(found[2]), Number(found[3])) : NaN;
  if (!found || iso(day) !== text.slice(0, 10)) throw new Error(say(words.no_day, { day: text }));
  return found[4] ? { day, minute: Number(found[4]) * 60 + Number(found[5]) } : day;
}

function addMonths(day, months) {
  const { year, month, date } = civil(day);
  const total = year * 12 + month - 1 + months;
  const [inYear, inMonth] = [Math.floor(total / 12), (total % 12) + 1];
  return dayOf(inYear, inMonth, Math.min(date, daysIn(inYear, inMonth)));
}

function nthWeekday(start, nth, weekday, direction) {
  const sign = direction === "after" ? 1 : -1;
  const first = start + sign;
  const wait = (sign * (weekday - weekdayOf(first)) + 7) % 7;
  return first + sign * (wait + 7 * (nth - 1));
}

/** Public holidays and business days. */
class Calendar {
  constructor(rules) {
    this.rules = rules;
    this.weekend = rules.holidays.weekend.map((name) => rules.weekdays.indexOf(name));
    this.proclaimed = new Map(
      (rules.holidays.proclaimed ?? []).map((each) => [readDay(each.date, rules.words), each.name]),
    );
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
    const holiday = this.proclaimed.get(day) ?? this.holidaysOf(year).get(day) ?? this.holidaysOf(year - 1).get(day);
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

// --- words ---------------------------------------------------------------------------------------

const say = (pattern, fields) => pattern.replace(/\{(\w+)\}/g, (_, name) => String(fields[name]));
const sentence = (text) => (/\.”?$/.test(text) ? text : `${text}.`);

function ordinal(number) {
  const teen = [11, 12, 13].includes(number % 100);
  return `${number}${(!teen && ["", "st", "nd", "rd"][number % 10]) || "th"}`;
}

function inWords(rules, day, { weekday = true, year = true } = {}) {
  const at = civil(whole(day));
  let text = weekday ? `${rules.weekdays[weekdayOf(whole(day))]}, ` : "";
  text += `${rules.months[at.month - 1]} ${at.date}`;
  if (year) text += `, ${at.year}`;
  return typeof day === "number" ? text : `${text}, ${clockInWords(clockOf(day.minute))}`;
}

function clockInWords(clock) {
  const [hour, minute] = clock.split(":");
  if (Number(hour) === 24) return "midnight";
  return `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? "a.m." : "p.m."}`;
}

// --- expressions ---------------------------------------------------------------------------------

const nameKey = (named) => (named.such ? `such ${named.name}` : named.name);
const limbs = (expression) => (expression.op === "choice" ? expression.items : [expression]);
const backward = (expression) => expression.direction === "before";

/** Every named day an expression counts from. @param {Expression} expression @returns {Expression[]} */
function names(expression) {
  if (expression.op === "named") return [expression];
  if (expression.op === "choice") return expression.items.flatMap(names);
  return expression.base ? names(expression.base) : [];
}

/** The day an expression comes to, with its steps. @param {Environment} env @returns {Point} */
function evaluate(rules, expression, env) {
  const { words, weekdays, months } = rules;
  const { op, direction } = expression;
  const month = months[expression.month - 1];
  const weekday = weekdays[expression.weekday];
  const start = expression.base ? evaluate(rules, expression.base, env) : { day: null, steps: [] };
  /** @returns {Point} */
  const reached = (day, text) => {
    if (day !== null && !(whole(day) >= FIRST_DAY && whole(day) <= LAST_DAY)) throw new RuleError(words.no_year);
    return { day, steps: [...start.steps, { date: day, text }] };
  };
  switch (op) {
    case "practicable":
      return reached(null, words.practicable);
    case "fixed":
      return reached(readDay(expression.date, words), words.fixed);
    case "named": {
      const point = env.named.get(nameKey(expression));
      if (!point) throw new RuleError(say(words.no_name, { name: expression.name }));
      return point;
    }
    case "day_of_month":
      if (expression.day > daysIn(env.year, expression.month)) {
        throw new RuleError(say(words.no_day_of_month, { month, year: env.year, day: expression.day }));
      }
      return reached(
        dayOf(env.year, expression.month, expression.day),
        say(words.day_of_month, { month, day: expression.day }),
      );
    case "weekday_of_month": {
      const last = expression.nth === -1;
      const [before, after] = [dayOf(env.year, expression.month, 1) - 1, dayOf(env.year, expression.month + 1, 1)];
      const day = last
        ? nthWeekday(after, 1, expression.weekday, "before")
        : nthWeekday(before, expression.nth, expression.weekday, "after");
      const fields = { month, year: env.year, weekday, nth: last ? words.last : ordinal(expression.nth) };
      if (day >= after) throw new RuleError(say(words.no_weekday_of_month, fields));
      return reached(day, say(words.weekday_of_month, fields));
    }
    case "nth_weekday": {
      const day =
        start.day === null ? null : nthWeekday(whole(start.day), expression.nth, expression.weekday, direction);
      const nth = expression.nth === 1 ? words.first : ordinal(expression.nth);
      return reached(day, say(words.nth_weekday, { nth, weekday, direction }));
    }
    case "count":
      return reached(
        start.day === null ? null : count(expression, whole(start.day), env),
        countInWords(words, expression),
      );
    case "hours": {
      const text = say(words.hours, { number: expression.number, direction });
      if (start.day === null) return reached(null, text);
      if (typeof start.day === "number") throw new RuleError(say(words.no_hour, { name: expression.base.name }));
      const minutes = start.day.day * 1440 + start.day.minute + expression.number * (direction === "after" ? 60 : -60);
      return reached({ day: Math.floor(minutes / 1440), minute: ((minutes % 1440) + 1440) % 1440 }, text);
    }
    case "choice": {
      const points = expression.items.map((item) => evaluate(rules, item, env));
      const days = points.filter((point) => point.day !== null).map((point) => whole(point.day));
      const { which } = expression;
      start.steps = points.flatMap((point) => point.steps);
      if (days.length < points.length) return reached(null, say(words.choice_waits, { which }));
      const listed = days.map((day) => inWords(rules, day));
      const last = listed.pop();
      return reached(
        which === "earlier" ? Math.min(...days) : Math.max(...days),
        say(words.choice, { which, days: listed.join("; "), last }),
      );
    }
    default:
      throw new RuleError(`unknown op ${op}`);
  }
}

function count({ number, unit, direction }, start, env) {
  const signed = direction === "after" ? number : -number;
  if (unit === "month") return addMonths(start, signed);
  if (unit === "business day") return env.calendar.businessDay(start, signed);
  return start + signed * (unit === "week" ? 7 : 1);
}

function countInWords(words, { number, unit, direction, ordinal: nth, bare }) {
  if (bare) return say(words.next_day, { direction });
  if (nth) return say(words.nth_day, { nth: ordinal(number), direction });
  return say(words.count[unit], { number, units: number === 1 ? unit : `${unit}s`, direction });
}

function holds(relation, event, day) {
  return { before: event < day, "on or before": event <= day, after: event > day, "on or after": event >= day }[
    relation
  ];
}

// --- rollover ------------------------------------------------------------------------------------

/** The days a sentence comes to: one, or one for each reading where the law is unsettled. */
function outcomes(rules, expression, env, rolls) {
  const { calendar } = env;
  const law = rules.filing_law;
  const point = evaluate(rules, expression, env);
  const outcome = (day, raw, steps, more = {}) => ({
    date: day,
    raw,
    steps,
    moved: null,
    hour: null,
    until: null,
    reading: null,
    source: "",
    ...more,
  });
  if (typeof point.day !== "number") return endsOfHours(rules, point, calendar, rolls, outcome);
  if (!rolls) return [outcome(point.day, point.day, point.steps)];

  const to = calendar.nextOpen(point.day);
  const reason = calendar.closedDays(point.day, to).join("; ");
  const step = { date: to, text: say(rules.words.rolled, { reason, ...law.rollover }) };
  const rolled =
    to === point.day ? outcome(to, to, point.steps) : outcome(to, point.day, [...point.steps, step], { moved: reason });
  const parts = limbs(expression).map((part) => ({ back: backward(part), day: whole(evaluate(rules, part, env).day) }));
  const closed = parts.filter((part) => part.back && !calendar.isOpen(part.day)).map((part) => part.day);
  if (!closed.length) return [rolled];

  const pick = expression.which === "later" ? Math.max : Math.min;
  const all = (treat) => pick(...parts.map((part) => (part.back ? treat(part.day) : calendar.nextOpen(part.day))));
  const [readBack, stands] = [all((day) => calendar.lastOpen(day)), all((day) => day)];
  if (rolled.date === readBack && readBack === stands) return [rolled];
  const words = law.backward;
  const first = Math.min(...closed);
  const why = calendar.closedDays(calendar.lastOpen(first) + 1, first + 1).join("; ");
  const text = say(rules.words.read_back, { reason: why, reading: words.read_back, day: inWords(rules, readBack) });
  const back = [...point.steps, { date: readBack, text: sentence(text) }];
  return [
    outcome(readBack, point.day, back, { moved: why, reading: words.read_back, source: words.source }),
    outcome(stands, point.day, point.steps, { reading: words.as_it_stands, source: words.source }),
    { ...rolled, reading: words.rolled, source: words.source },
  ];
}

function endsOfHours(rules, point, calendar, rolls, outcome) {
  const { day, minute } = point.day;
  const words = rules.filing_law.hours;
  const at = (moment, steps, reading = null) =>
    outcome(moment.day, day, steps, {
      hour: clockOf(moment.minute),
      until: moment.day === day ? clockOf(minute) : null,
      reading,
      source: reading ? words.source : "",
    });
  const [opens, closes] = [minuteOf(words.opens_at), minuteOf(words.closes_at)];
  const open = calendar.isOpen(day);
  const safe =
    open && minute >= opens
      ? { day, minute: Math.min(minute, closes) }
      : { day: calendar.lastOpen(day - 1), minute: closes };
  if (!rolls || (safe.day === day && safe.minute === minute)) return [at(point.day, point.steps)];
  const text = say(rules.words.reading, { reading: words.safe, day: inWords(rules, safe) });
  return [
    at(safe, [...point.steps, { date: safe, text: sentence(text) }], words.safe),
    at(point.day, point.steps, words.the_instant),
    ...(open ? [] : [at({ day: calendar.nextOpen(day), minute }, point.steps, words.same_hour_later)]),
  ];
}

const earlierOutcome = (a, b) =>
  a.date - b.date || ((a.hour ?? "") < (b.hour ?? "") ? -1 : Number((a.hour ?? "") > (b.hour ?? "")));

// --- law -----------------------------------------------------------------------------------------

const WHICH = ["opens", "closes"];
const keyOf = (filing, case_) => (case_ ? `${filing}/${case_}` : filing);
const keyOfProvision = (provision) => keyOf(provision.filing, provision.case);
const caution = (kind, text, source, rule = null, closes = null) => ({ kind, text, source, rule, closes });
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
function electionDay(rules, kind, year) {
  const rule = rules.election_days.find(
    (each) => each.kind === kind && (each.first_year ?? year) <= year && year <= (each.last_year ?? year),
  );
  if (!rule) return null;
  const { day } = evaluate(rules, rules.expressions[rule.rule], { year, named: new Map() });
  return { day: whole(day), why: say(rule.basis === "verbatim" ? rules.words.quoted : rules.words.not_quoted, rule) };
}

/** The edition of every section that is in force on a day. */
function editionsOn(rules, day) {
  const date = iso(day);
  const inForceThen = (span) => (span.from ?? date) <= date && date <= (span.to ?? date);
  return Object.fromEntries(
    rules.sections.map(({ section }) => [section.id, section.edition.find((each) => each.spans.some(inForceThen)).id]),
  );
}

/** What governs an election's filings, by filing and case. */
function inForce(rules, election, edition, exceptions) {
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

function withoutAbsent(rules, own, ofPrimary) {
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

const conditions = (rules, provision) => (provision.when ? rules.conditions[provision.when] : []);

/** Which end a name means; null if it is no end. */
function find(named, provision, own, primary) {
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

// --- ends ----------------------------------------------------------------------------------------

const once = (values) => [...new Map(values.map((each) => [JSON.stringify(each), each])).values()];
const NO_END = {
  ...{
    status: "unknown",
    rule: null,
    date: null,
    before_rollover: null,
    moved: null,
    hour: null,
    until: null,
    steps: [],
    needs: [],
  },
  ...{ earliest: null, latest: null, cautions: [], exception: null, when: [], reason: null, answer: null },
};
const makeEnd = (status, fields) => ({ ...NO_END, status, ...fields });

/** The ends of every election's deadlines, each computed once, when it is first asked for. */
class Ends {
  constructor(rules, calendar, elections, { edition, events, whatIf, exceptions }) {
    this.rules = rules;
    this.calendar = calendar;
    this.elections = elections;
    this.edition = edition;
    this.events = events;
    this.whatIf = whatIf;
    this.exceptions = exceptions;
    this.event = new Map(rules.events.map((each) => [each.name, each]));
    this.acts = new Map(rules.exceptions.map((each) => [each.id, each.act]));
    this.cache = new Map();
  }

  cached(slot, compute) {
    if (!this.cache.has(slot)) this.cache.set(slot, compute());
    return this.cache.get(slot);
  }

  primaryOf(election) {
    return this.elections.get(election.primary ?? "");
  }

  provisions(election) {
    return this.cached(`provisions ${election.id}`, () => {
      const found = inForce(this.rules, election, this.edition, this.exceptions);
      if (!this.whatIf && !election.compared) return found;
      const primary = this.primaryOf(election) ?? election;
      return withoutAbsent(this.rules, found, primary === election ? new Map() : this.provisions(primary));
    });
  }

  end(election, key, which) {
    return this.cached(`end ${election.id} ${key} ${which}`, () => {
      const provision = this.provisions(election).get(key);
      try {
        return this.compute(election, provision, which);
      } catch (error) {
        if (!(error instanceof RuleError) || error.place) throw error;
        const where = { place: provision.place, end: which, rule: provision[which], election: election.id };
        throw new RuleError(
          say(this.rules.words.wrong, { ...where, error: error.message }),
          `${provision.place}.${which}`,
        );
      }
    });
  }

  compute(election, provision, which) {
    const { rules } = this;
    const rule = provision[which];
    if (!rule && !(provision.reason && (which === "closes" || !provision.status))) return null;
    const { cautions } = provision;
    const exception = provision.sets.includes(which) ? provision.exception : null;
    let own = makeEnd("fixed", { rule, cautions, exception, when: provision.when ? [provision.when] : [] });
    if (provision.status || !rule) return { ...own, status: provision.status ?? "unknown", reason: provision.reason };
    const expression = rules.expressions[rule];
    const bases = this.bases(election, expression, provision);
    const compared = conditions(rules, provision).flatMap((each) => [
      ...this.bases(election, each.day, provision).values(),
    ]);
    own = inherit(own, [...bases.values(), ...compared]);
    for (const base of bases.values()) {
      if (["abolished", "unknown"].includes(base.status)) return { ...own, status: base.status, reason: base.reason };
    }
    const point = evaluate(rules, expression, this.environment(election, bases));
    if (expression.op === "practicable") return { ...own, status: "practicable", steps: point.steps };
    const answer = this.unmet(election, provision) ?? [...bases.values()].find((base) => base.answer)?.answer;
    if (answer) return { ...own, status: "depends", steps: point.steps, answer };
    const rolls = which === "closes" && rules.filing_law.rollover.kinds.includes(provision.kind);
    if (point.day === null) {
      return this.bounded(
        election,
        provision,
        { ...own, status: "depends", steps: point.steps },
        expression,
        bases,
        rolls,
      );
    }
    const end = this.settled(election, provision, own, expression, bases, rolls);
    const act = exception && this.acts.get(exception);
    return act ? { ...end, steps: [{ date: null, text: say(rules.words.set_by, { act }) }, ...end.steps] } : end;
  }

  bases(election, expression, provision = null) {
    return new Map(names(expression).map((named) => [nameKey(named), this.named(election, named, provision)]));
  }

  /** @returns {Environment} */
  environment(election, bases, instead = new Map()) {
    const point = (key, base) => ({ day: instead.has(key) ? instead.get(key) : base.date, steps: base.steps });
    const named = new Map([...bases].map(([key, base]) => [key, point(key, base)]));
    return { year: election.year, named, calendar: this.calendar };
  }

  dayAndHour(outcome) {
    const day = inWords(this.rules, outcome.date);
    return outcome.hour ? say(this.rules.words.day_and_hour, { day, hour: clockInWords(outcome.hour) }) : day;
  }

  settled(election, provision, own, expression, bases, rolls) {
    const { rules } = this;
    const { words } = rules;
    const comeTo = (other, from, instead) => outcomes(rules, other, this.environment(election, from, instead), rolls);
    const read = comeTo(expression, bases).map((each) => ({ ...each, text: each.reading, rule: own.rule }));
    const withoutADay = [];
    for (const reading of provision.readings) {
      const other = reading.closes && rules.expressions[reading.closes];
      const others = other ? this.bases(election, other, provision) : new Map();
      if (other && [...others.values()].every((base) => base.date !== null)) {
        const text = say(words.reading_with_rule, { reading: reading.text });
        read.push(
          ...comeTo(other, others).map((each) => ({ ...each, text, source: reading.source, rule: reading.closes })),
        );
      } else {
        withoutADay.push(inWordsAlone(reading));
      }
    }
    for (const [key, base] of bases) {
      for (const { text: reading, source, closes } of base.cautions.filter((each) => each.closes !== null)) {
        const text = say(words.counted_on, { reading });
        read.push(
          ...comeTo(expression, bases, new Map([[key, closes]])).map((each) => ({
            ...each,
            text,
            source,
            rule: own.rule,
          })),
        );
      }
    }
    const safe = read.reduce((best, each) => (earlierOutcome(each, best) < 0 ? each : best));
    const others = new Map();
    for (const each of [...read].reverse().filter((one) => earlierOutcome(one, safe) !== 0)) {
      const text = say(words.reading, { reading: each.text || words.as_stated, day: this.dayAndHour(each) });
      others.set(
        `${each.date} ${each.hour}`,
        caution("reading", sentence(text), each.source || own.rule, each.rule, each.date),
      );
    }
    const given = [...bases]
      .filter(([key, base]) => key in this.events && base.date !== null)
      .map(([, base]) => whole(base.date));
    return {
      ...own,
      date: safe.date,
      before_rollover: safe.raw,
      moved: safe.moved,
      hour: safe.hour,
      until: safe.until,
      steps: safe.steps,
      cautions: once([...own.cautions, ...withoutADay, ...[...others.values()].reverse()]),
      answer: given.some((day) => day > safe.date) ? words.passed : null,
    };
  }

  bounded(election, provision, own, expression, bases, rolls) {
    const { rules } = this;
    const at = (limit) => {
      const days = new Map();
      for (const [key, base] of bases) {
        const waits = this.event.has(key) && base.date === null;
        days.set(key, waits ? this.admissible(election, provision, key, limit) : (base.date ?? base[limit]));
      }
      if ([...days.values()].includes(null)) return [];
      const found = outcomes(rules, expression, this.environment(election, bases, days), rolls).sort(earlierOutcome);
      return election.date !== null && found[0].date <= election.date ? found : [];
    };
    const [earliest, latest] = [at("earliest"), at("latest")];
    const cautions = provision.readings.map(inWordsAlone);
    const { hours } = rules.filing_law;
    if (expression.op === "hours") cautions.push(caution("reading", hours.doubt, hours.source));
    for (const outcome of latest.slice(1).filter((each) => !each.hour)) {
      const text = say(rules.words.at_latest, { reading: outcome.reading, day: this.dayAndHour(outcome) });
      cautions.push(caution("reading", sentence(text), outcome.source, own.rule, outcome.date));
    }
    return {
      ...own,
      cautions: once([...own.cautions, ...cautions]),
      earliest: earliest[0]?.date ?? null,
      latest: latest[0]?.date ?? null,
    };
  }

  // --- what a name means ---

  named(election, named, provision) {
    const { words } = this.rules;
    const primary = this.primaryOf(election);
    const { name } = named;
    if (name === "election") return this.dayOf(election);
    if (name === "primary" && primary) return this.dayOf(primary);
    if (name === "general") return this.general(election);
    if (name === "proclamation" && election.proclamation !== null && !("proclamation" in this.events)) {
      const date = election.proclamation;
      return makeEnd("fixed", { date, steps: [{ date, text: words.proclamation }] });
    }
    if (this.event.has(name)) return this.eventDay(election, name);
    const ofPrimary = primary && primary !== election ? this.provisions(primary) : new Map();
    const found = find(named, provision, this.provisions(election), ofPrimary);
    return this.end(found.isPrimary ? primary : election, found.key, found.which);
  }

  dayOf(election) {
    const text = say(this.rules.words.election, election);
    return makeEnd("fixed", { date: election.date, steps: [{ date: election.date, text }] });
  }

  general(election) {
    const { words } = this.rules;
    if (election.kind === "general") return this.dayOf(election);
    const general = this.elections.get(`${election.year}-general`);
    if (general) return this.dayOf(general);
    const found = electionDay(this.rules, "general", election.year);
    if (!found) throw new RuleError(say(words.no_election_day, { kind: "general", year: election.year }));
    return makeEnd("fixed", { date: found.day, steps: [{ date: found.day, text: say(words.general, found) }] });
  }

  // --- events ---

  eventDay(election, name) {
    const { words } = this.rules;
    const event = this.event.get(name);
    const end = makeEnd("depends", {
      needs: [name],
      cautions: event.too_late ? this.limitDoubts(election, event) : [],
    });
    if (!(name in this.events))
      return { ...end, steps: [{ date: null, text: say(words.event_waits, { event: event.title }) }] };
    const date = this.events[name];
    const day = whole(date);
    const fields = { name, day: iso(day), election: election.id };
    if (event.hour && typeof date === "number") throw new Error(say(words.event_without_hour, fields));
    if (!event.hour && typeof date !== "number") throw new Error(say(words.event_with_hour, fields));
    const [first, last] = ["first", "last"].map((which) => this.eventLimit(election, event, which));
    const answer = last !== null && day > last ? (event.too_late ?? null) : null;
    if ((first !== null && day < first) || (last !== null && day > last && !answer)) {
      const pattern = last === null ? words.event_from : first === null ? words.event_to : words.event_from_to;
      throw new Error(say(pattern, { ...fields, first: iso(first), last: iso(last) }));
    }
    return {
      ...end,
      status: "fixed",
      date,
      needs: [],
      steps: [{ date, text: say(words.event, { event: event.title }) }],
      answer,
    };
  }

  limitDoubts(election, event) {
    const cautions = [];
    const own = this.provisions(election);
    for (const named of names(this.rules.expressions[event.last[election.kind]])) {
      const base = this.named(election, named, null);
      const { applies, citation } = own.get(find(named, null, own, new Map())?.key) ?? {};
      if (applies) {
        const text = say(this.rules.words.limit_is_for, { event: event.title, citation, applies });
        cautions.push(caution("reading", text, citation));
      }
      cautions.push(...base.cautions);
    }
    return cautions;
  }

  eventLimit(election, event, which) {
    return this.cached(`limit ${election.id} ${event.name} ${which}`, () => {
      try {
        return this.day(election, this.rules.expressions[event[which][election.kind]]);
      } catch (error) {
        if (error instanceof Absent) return null; // counted from a filing that an edition compared lacks
        throw error;
      }
    });
  }

  admissible(election, provision, name, limit) {
    const event = this.event.get(name);
    const earliest = limit === "earliest";
    let day = this.eventLimit(election, event, earliest ? "first" : "last");
    if (day === null) return null;
    for (const each of conditions(this.rules, provision).filter((one) => one.event === name)) {
      const other = this.day(election, each.day);
      if (other === null) continue;
      if (earliest) day = Math.max(day, { after: other + 1, "on or after": other }[each.relation] ?? day);
      else day = Math.min(day, { before: other - 1, "on or before": other }[each.relation] ?? day);
    }
    return event.hour ? { day, minute: earliest ? 0 : 1439 } : day;
  }

  /** The day of an event's limit, or of a condition's other side; null if it is not known. */
  day(election, expression) {
    const { day } = evaluate(this.rules, expression, this.environment(election, this.bases(election, expression)));
    return day === null ? null : whole(day);
  }

  unmet(election, provision) {
    const { words } = this.rules;
    for (const { event, relation, day } of conditions(this.rules, provision).filter(
      (each) => each.event in this.events,
    )) {
      const compared = this.day(election, day);
      if (compared === null) return say(words.untold, provision);
      if (!holds(relation, whole(this.events[event]), compared)) {
        return say(words.unmet, { event: this.event.get(event).title, relation, day: inWords(this.rules, compared) });
      }
    }
    return null;
  }
}

function inherit(own, bases) {
  return {
    ...own,
    needs: once(bases.flatMap((base) => base.needs)),
    when: once([...own.when, ...bases.flatMap((base) => base.when)]),
    exception: own.exception ?? bases.find((base) => base.exception)?.exception ?? null,
    cautions: once([...own.cautions, ...bases.flatMap((base) => base.cautions.filter((each) => each.closes === null))]),
  };
}

const inWordsAlone = (reading) => caution("reading", sentence(reading.text), reading.source, reading.closes ?? null);

// --- deadlines -----------------------------------------------------------------------------------

/** A deadline as deadlines.json has it, with the hour and the answer of each end. */
function record(rules, election, provision, ends, plain) {
  const { received_only: receivedOnly } = rules.filing_law;
  const filing = rules.filings.find((each) => each.id === provision.filing);
  const key = keyOfProvision(provision);
  const [opens, closes] = WHICH.map((which) => ends.end(election, key, which));
  const found = [closes, opens].filter(Boolean);
  if (opens && closes && opens.date !== null && closes.date !== null && opens.date > closes.date) {
    const days = { opens: iso(opens.date), closes: iso(closes.date) };
    const message = say(rules.words.contradiction, { place: provision.place, election: election.id, ...days });
    throw new RuleError(message, `${provision.place}.opens`);
  }
  const exception = found.find((end) => end.exception)?.exception ?? null;
  const dateWithout = (which) => iso(plain.end(election, key, which)?.date ?? null);
  const without = exception && plain.provisions(election).has(key);
  const [{ status }] = found;
  const cautions = found.flatMap((end) => end.cautions);
  const { caution: own, may_move: mayMove } = election;
  if (own) cautions.push(caution("unverified", own.text, own.source));
  if (mayMove && !exception && ["fixed", "depends"].includes(status))
    cautions.push(caution("may-move", mayMove.text, mayMove.source));
  const received = provision.kind === "filing" && status !== "abolished";
  const byHand = receivedOnly.filings.includes(provision.filing);
  if (byHand && received) cautions.push(caution("reading", receivedOnly.text, receivedOnly.source));

  const [first, last, main] = [opens ?? NO_END, closes ?? NO_END, closes ?? opens];
  const each = { opens, closes };
  const stands = (which) => Boolean(status !== "abolished" && each[which]?.rule);
  const ofEach = (value) => ({ opens: value("opens"), closes: value("closes") });
  const id = `${election.id}/${key}`;
  return {
    id,
    election: election.id,
    election_date: iso(election.date),
    filing: provision.filing,
    case: provision.case,
    title: provision.case ? `${filing.title}, ${filing.cases[provision.case].title}` : filing.title,
    kind: provision.kind,
    citation: provision.citation,
    edition: provision.edition,
    exception,
    without_exception: without ? ofEach(dateWithout) : null,
    basis: provision.basis,
    status,
    reason: main.reason,
    opens: iso(first.date),
    closes: iso(last.date),
    closes_before_rollover: iso(last.before_rollover),
    moved: last.moved,
    receipt: received ? receipts(rules, election, provision, closes, ends.calendar, byHand) : [],
    rule: {
      opens: first.rule,
      closes: last.rule,
      when: once(found.flatMap((end) => end.when)).join(" and ") || null,
      applies: provision.applies,
    },
    needs: once(found.flatMap((end) => end.needs)),
    earliest: iso(main.earliest),
    latest: iso(main.latest),
    cautions: once(cautions).map((one) => ({ ...one, closes: iso(one.closes) })),
    steps: WHICH.flatMap((end) => (each[end]?.steps ?? []).map(({ date, text }) => ({ end, date: iso(date), text }))),
    sequence: ofEach((which) => (stands(which) ? 0 : null)),
    changed: ofEach((which) => (stands(which) ? rules.stamp : null)),
    url: `${rules.base_url}deadlines/${id}/`,
    hour: ofEach((which) => each[which]?.hour ?? null),
    answer: ofEach((which) => each[which]?.answer ?? null),
  };
}

function receipts(rules, election, provision, closes, calendar, byHand) {
  const last = closes?.date ?? null;
  return rules.filing_law.place
    .filter((place) => election.places.includes(place.id))
    .map((place) => {
      const late = (place.closes_late_for ?? []).includes(provision.filing) ? place.closes_late_at : null;
      const hours = [late ?? place.closes_at, ...(closes?.until ? [closes.until] : [])].sort();
      const byMail = byHand ? null : (place.received_within ?? null);
      const by = last !== null && byMail ? calendar.businessDay(last, byMail) : last;
      return { place: place.id, closes_at: hours[0], postmarked_by: byMail ? iso(last) : null, received_by: iso(by) };
    });
}

// --- what if -------------------------------------------------------------------------------------

/** Puts an election on another day, as `_moved_to` in timetable.py does. */
function moveTo(rules, elections, election, day, events) {
  const { words } = rules;
  const { year } = civil(day);
  let { proclamation, primary } = election;
  if (proclamation !== null && day !== election.date) {
    const env = { year, named: new Map([["election", { day, steps: [] }]]) };
    const limits = rules.events.find((each) => each.name === "proclamation");
    const [first, last] = [limits.first, limits.last].map((each) =>
      whole(evaluate(rules, rules.expressions[each.special], env).day),
    );
    if (proclamation < first || proclamation > last) proclamation = null;
  }
  if (election.kind === "general" && year !== election.year) {
    primary = `${year}-primary`;
    if (!elections.has(primary)) {
      const found = electionDay(rules, "primary", year);
      if (!found) throw new Error(say(words.no_election_day, { kind: "primary", year }));
      const title = say(words.primary_of, { year });
      const own = {
        id: primary,
        kind: "primary",
        title,
        year,
        date: found.day,
        why: found.why,
        primary,
        proclamation: null,
      };
      const editions = editionsOn(rules, found.day);
      elections.set(primary, { ...own, editions, edition: editions[rules.main], places: election.places });
    }
  }
  const governs = election.kind === "special" ? (events.proclamation ?? proclamation ?? day) : day;
  const editions = editionsOn(rules, whole(governs));
  const { id, kind, paragraph, places } = election;
  const own = { id, kind, paragraph, places, year, date: day, why: words.what_if, title: words.what_if_title[kind] };
  elections.set(id, { ...own, primary, proclamation, editions, edition: editions[rules.main] });
}

/**
 * Every deadline of an election (or of all), in the order of the site, as deadlines.json has it and
 * with `hour` and `answer` of each end. Throws an Error, in Python's words, for an event's day that
 * cannot be and for a day that there is not.
 *
 * @param {any} rules  /api/v1/rules.json
 * @param {{election?: string | null, edition?: string | null, day?: string | null,
 *   events?: Record<string, string>}} asked  `edition` and `day` (`2027-11-02`) ask "what if?";
 *   `events` gives days to events: `2027-07-20`, or `2027-08-11T20:00` where one has an hour
 */
export function timetable(rules, { election = null, edition = null, day = null, events = {} } = {}) {
  const { words } = rules;
  const read = (text) => (text ? readDay(text, words) : null);
  const given = Object.fromEntries(Object.entries(events).map(([name, text]) => [name, readDay(text, words)]));
  const elections = new Map(
    rules.elections.map((each) => [each.id, { ...each, date: read(each.date), proclamation: read(each.proclamation) }]),
  );
  const whatIf = edition !== null || day !== null;
  if (day !== null) moveTo(rules, elections, elections.get(election), whole(readDay(day, words)), given);
  const calendar = new Calendar(rules);
  const asked = { edition, events: given, whatIf };
  const ends = new Ends(rules, calendar, elections, { ...asked, exceptions: !whatIf });
  const plain = new Ends(rules, calendar, elections, { ...asked, exceptions: false });
  const order = new Map();
  for (const filing of rules.filings) {
    for (const case_ of [null, ...Object.keys(filing.cases ?? {})]) order.set(keyOf(filing.id, case_), order.size);
  }
  const found = [];
  const wrong = new Map(); // one mistake a place
  for (const each of election === null ? elections.values() : [elections.get(election)]) {
    const own = ends.provisions(each);
    for (const key of [...own.keys()].sort((a, b) => order.get(a) - order.get(b))) {
      try {
        found.push(record(rules, each, own.get(key), ends, plain));
      } catch (error) {
        if (!(error instanceof RuleError) || !error.place) throw error;
        if (!wrong.has(error.place)) wrong.set(error.place, error.message);
      }
    }
  }
  if (wrong.size) throw new Error([...wrong.values()].join("\n"));
  return found;
}
