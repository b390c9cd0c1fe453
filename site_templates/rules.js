// @ts-check
/**
 * Expressions, and the day and steps they come to; and what the law makes of a closed day. As
 * deadlines/rules.py and rollover.py have it.
 */

import {
  FIRST_DAY,
  LAST_DAY,
  RuleError,
  addMonths,
  clockOf,
  dayOf,
  daysIn,
  inWords,
  minuteOf,
  nthWeekday,
  ordinal,
  readDay,
  say,
  sentence,
  whole,
} from "./days.js";
/**
 * @import { Calendar } from "./law.js"
 * @import {
 *   Count, Day, Environment, Expression, Hours, Moment, Named, Outcome, Point, Relation, Rules, Step, Words,
 * } from "./types.d.ts"
 */

/** @param {Named} named */
export const nameKey = (named) => (named.such ? `such ${named.name}` : named.name);
/** @param {Expression} expression */
export const limbs = (expression) => (expression.op === "choice" ? expression.items : [expression]);
/** @param {Expression} expression */
export const backward = (expression) => expression.direction === "before";

/** Every named day an expression counts from. @param {Expression} expression @returns {Named[]} */
export function names(expression) {
  if (expression.op === "named") return [expression];
  if (expression.op === "choice") return expression.items.flatMap(names);
  return expression.base ? names(expression.base) : [];
}

/**
 * The day an expression comes to, with its steps.
 * @param {Rules} rules @param {Expression} expression @param {Environment} env @returns {Point}
 */
export function evaluate(rules, expression, env) {
  const { words, weekdays, months } = rules;
  const { op, direction } = expression;
  const month = months[/** @type {number} */ (expression.month) - 1];
  const weekday = weekdays[/** @type {number} */ (expression.weekday)];
  /** @type {Point} */
  const start = expression.base ? evaluate(rules, expression.base, env) : { day: null, steps: [] };
  /** @param {Day | Moment | null} day @param {string} text @returns {Point} */
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
      const days = points
        .filter((point) => point.day !== null)
        .map((point) => whole(/** @type {Day | Moment} */ (point.day)));
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

/** @param {Count} expression @param {Day} start @param {Environment} env */
function count({ number, unit, direction }, start, env) {
  const signed = direction === "after" ? number : -number;
  if (unit === "month") return addMonths(start, signed);
  if (unit === "business day") return /** @type {Calendar} */ (env.calendar).businessDay(start, signed);
  return start + signed * (unit === "week" ? 7 : 1);
}

/** @param {Words} words @param {Count} expression */
function countInWords(words, { number, unit, direction, ordinal: nth, bare }) {
  if (bare) return say(words.next_day, { direction });
  if (nth) return say(words.nth_day, { nth: ordinal(number), direction });
  return say(words.count[unit], { number, units: number === 1 ? unit : `${unit}s`, direction });
}

/** @param {Relation} relation @param {Day} event @param {Day} day */
export function holds(relation, event, day) {
  return { before: event < day, "on or before": event <= day, after: event > day, "on or after": event >= day }[
    relation
  ];
}

/**
 * The days a sentence comes to: one, or one for each reading where the law is unsettled.
 * @param {Rules} rules @param {Expression} expression @param {Required<Environment>} env @param {boolean} rolls
 * @returns {Outcome[]}
 */
export function outcomes(rules, expression, env, rolls) {
  const { calendar } = env;
  const law = rules.filing_law;
  const point = evaluate(rules, expression, env);
  /** @param {Day} day @param {Day} raw @param {Step[]} steps @param {Partial<Outcome>} more @returns {Outcome} */
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
  if (typeof point.day !== "number")
    return endsOfHours(rules, /** @type {Point & {day: Moment}} */ (point), calendar, rolls, outcome);
  if (!rolls) return [outcome(point.day, point.day, point.steps)];

  /** @param {Day} day */
  const open = (day) => (law.rollover.direction === "previous" ? calendar.lastOpen(day) : calendar.nextOpen(day));
  const to = open(point.day);
  /** @type {[Day, Day]} */
  const shut = to >= point.day ? [point.day, to] : [to + 1, point.day + 1];
  const reason = calendar.closedDays(...shut).join("; ");
  const step = { date: to, text: say(rules.words.rolled, { reason, ...law.rollover }) };
  const rolled =
    to === point.day ? outcome(to, to, point.steps) : outcome(to, point.day, [...point.steps, step], { moved: reason });
  const parts = limbs(expression).map((part) => ({
    back: backward(part),
    day: whole(/** @type {Day} */ (evaluate(rules, part, env).day)),
  }));
  const closed = parts.filter((part) => part.back && !calendar.isOpen(part.day)).map((part) => part.day);
  if (!law.backward || !closed.length) return [rolled];

  const pick = expression.which === "later" ? Math.max : Math.min;
  /** @param {(day: Day) => Day} treat */
  const all = (treat) => pick(...parts.map((part) => (part.back ? treat(part.day) : open(part.day))));
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

/**
 * @param {Rules} rules @param {Point & {day: Moment}} point @param {Calendar} calendar @param {boolean} rolls
 * @param {(day: Day, raw: Day, steps: Step[], more: Partial<Outcome>) => Outcome} outcome
 */
function endsOfHours(rules, point, calendar, rolls, outcome) {
  const { day, minute } = point.day;
  const words = rules.filing_law.hours;
  /** @param {Moment} moment @param {Step[]} steps @param {string | null} reading */
  const at = (moment, steps, reading = null) =>
    outcome(moment.day, day, steps, {
      hour: clockOf(moment.minute),
      until: moment.day === day ? clockOf(minute) : null,
      reading,
      source: reading ? /** @type {Hours} */ (words).source : "",
    });
  if (!words || !rolls) return [at(point.day, point.steps)];
  const [opens, closes] = [minuteOf(words.opens_at), minuteOf(words.closes_at)];
  const open = calendar.isOpen(day);
  const safe =
    open && minute >= opens
      ? { day, minute: Math.min(minute, closes) }
      : { day: calendar.lastOpen(day - 1), minute: closes };
  if (safe.day === day && safe.minute === minute) return [at(point.day, point.steps)];
  const text = say(rules.words.reading, { reading: words.safe, day: inWords(rules, safe) });
  return [
    at(safe, [...point.steps, { date: safe, text: sentence(text) }], words.safe),
    at(point.day, point.steps, words.the_instant),
    ...(open ? [] : [at({ day: calendar.nextOpen(day), minute }, point.steps, words.same_hour_later)]),
  ];
}

/** @param {Outcome} a @param {Outcome} b */
export const earlierOutcome = (a, b) =>
  a.date - b.date || ((a.hour ?? "") < (b.hour ?? "") ? -1 : Number((a.hour ?? "") > (b.hour ?? "")));
