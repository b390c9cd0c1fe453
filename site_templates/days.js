// @ts-check
/**
 * Days, and the words for them. A day is a whole number, counted from January 1, 1970; the browser's own
 * clock and time zone never enter. As deadlines/tables.py and days.py have it.
 */

/** @import { Day, Direction, Moment, Rules, Words } from "./types.d.ts" */

/** A rule that gives no day; `place` is that of its sentence, once it is known. */
export class RuleError extends Error {
  /** @param {string} message @param {string | null} place */
  constructor(message, place = null) {
    super(message);
    this.place = place;
  }
}
/** A filing that an edition lacks. */
export class Absent extends Error {}

const MILLISECONDS = 86_400_000;
export const [FIRST_DAY, LAST_DAY] = [-719_162, 2_932_896]; // of the years 1 to 9999

/** @param {number} year @param {number} month @param {number} date @returns {Day} */
export const dayOf = (year, month, date) => Date.UTC(year, month - 1, date) / MILLISECONDS;
/** @param {number} year @param {number} month */
export const daysIn = (year, month) => dayOf(year, month + 1, 1) - dayOf(year, month, 1);
/** Monday is 0. @param {Day} day */
export const weekdayOf = (day) => (((day + 3) % 7) + 7) % 7;
/** @param {Day | Moment} day @returns {Day} */
export const whole = (day) => (typeof day === "number" ? day : day.day);
/** @param {number} number */
const two = (number) => String(number).padStart(2, "0");
/** @param {number} minute */
export const clockOf = (minute) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
/** @param {string} clock */
export const minuteOf = (clock) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** @param {Day} day */
export function civil(day) {
  const at = new Date(day * MILLISECONDS);
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, date: at.getUTCDate() };
}

/** @param {Day | Moment | null} day @returns {string | null} */
export function iso(day) {
  if (day === null) return null;
  const { year, month, date } = civil(whole(day));
  const text = `${String(year).padStart(4, "0")}-${two(month)}-${two(date)}`;
  return typeof day === "number" ? text : `${text}T${clockOf(day.minute)}:00`;
}

/** `2027-08-11`, or `2027-08-11T20:00`. @param {string} text @param {Words} words @returns {Day | Moment} */
export function readDay(text, words) {
  const found = /^(\d{4})-(\d\d)-(\d\d)(?:T([01]\d|2[0-3]):([0-5]\d)(?::00)?)?$/.exec(text);
  const day = found ? dayOf(Number(found[1]), Number(found[2]), Number(found[3])) : NaN;
  if (!found || iso(day) !== text.slice(0, 10)) throw new Error(say(words.no_day, { day: text }));
  return found[4] ? { day, minute: Number(found[4]) * 60 + Number(found[5]) } : day;
}

/** @param {Day} day @param {number} months */
export function addMonths(day, months) {
  const { year, month, date } = civil(day);
  const total = year * 12 + month - 1 + months;
  const [inYear, inMonth] = [Math.floor(total / 12), (total % 12) + 1];
  return dayOf(inYear, inMonth, Math.min(date, daysIn(inYear, inMonth)));
}

/** @param {Day} start @param {number} nth @param {number} weekday @param {Direction} direction */
export function nthWeekday(start, nth, weekday, direction) {
  const sign = direction === "after" ? 1 : -1;
  const first = start + sign;
  const wait = (sign * (weekday - weekdayOf(first)) + 7) % 7;
  return first + sign * (wait + 7 * (nth - 1));
}

/** @param {string} pattern @param {Record<string, unknown>} fields */
export const say = (pattern, fields) => pattern.replace(/\{(\w+)\}/g, (_, name) => String(fields[name]));
/** @param {string} text */
export const sentence = (text) => (/\.”?$/.test(text) ? text : `${text}.`);

/** @param {number} number */
export function ordinal(number) {
  const teen = [11, 12, 13].includes(number % 100);
  return `${number}${(!teen && ["", "st", "nd", "rd"][number % 10]) || "th"}`;
}

/**
 * @param {Rules} rules @param {Day | Moment} day
 * @param {{weekday?: boolean, year?: boolean}} shown
 */
export function inWords(rules, day, { weekday = true, year = true } = {}) {
  const at = civil(whole(day));
  let text = weekday ? `${rules.weekdays[weekdayOf(whole(day))]}, ` : "";
  text += `${rules.months[at.month - 1]} ${at.date}`;
  if (year) text += `, ${at.year}`;
  return typeof day === "number" ? text : `${text}, ${clockInWords(clockOf(day.minute))}`;
}

/** @param {string} clock */
export function clockInWords(clock) {
  const [hour, minute] = clock.split(":");
  if (Number(hour) === 24) return "midnight";
  return `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? "a.m." : "p.m."}`;
}
