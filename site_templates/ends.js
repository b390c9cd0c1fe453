// @ts-check
/** The ends of every election's deadlines. As deadlines/ends.py has it. */

import { Absent, RuleError, clockInWords, inWords, iso, say, sentence, whole } from "./days.js";
import { caution, conditions, electionDay, find, inForce, withoutAbsent } from "./law.js";
import { backward, earlierOutcome, evaluate, holds, limbs, nameKey, names, outcomes } from "./rules.js";
/**
 * @import { Calendar } from "./law.js"
 * @import {
 *   Base, Bases, ByRelation, Caution, Day, Election, End, Environment, Event, Expression, Limit, Meant, Moment, Named,
 *   Outcome, Provision, Provisions, Read, Reading, Rules, Status, Which,
 * } from "./types.d.ts"
 */

/** @template T @param {T[]} values @returns {T[]} */
export const once = (values) => [...new Map(values.map((each) => [JSON.stringify(each), each])).values()];
/** @type {End} */
export const NO_END = {
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
/**
 * The day on which the last of the events that a sentence counts on from is known of.
 * @param {Expression} expression @param {Map<string, Day | Moment | null>} events @returns {Day}
 */
const told = (expression, events) => {
  const forward = limbs(expression).filter((limb) => !backward(limb)).flatMap(names).map(nameKey);
  return Math.max(...forward.flatMap((key) => events.get(key) ?? []).map(whole)); // of none: before all days
};
/** @param {Status} status @param {Partial<End>} fields @returns {End} */
const makeEnd = (status, fields) => ({ ...NO_END, status, ...fields });

/** The ends of every election's deadlines, each computed once, when it is first asked for. */
export class Ends {
  /**
   * @param {Rules} rules @param {Calendar} calendar @param {Map<string, Election>} elections
   * @param {{edition: string | null, events: Record<string, Day | Moment>, whatIf: boolean, exceptions: boolean}} asked
   */
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
    /** @type {Map<string, unknown>} */
    this.cache = new Map();
  }

  /** @template T @param {string} slot @param {() => T} compute @returns {T} */
  cached(slot, compute) {
    if (!this.cache.has(slot)) this.cache.set(slot, compute());
    return /** @type {T} */ (this.cache.get(slot));
  }

  /** @param {Election} election */
  primaryOf(election) {
    return this.elections.get(election.primary ?? "");
  }

  /** @param {Election} election @returns {Provisions} */
  provisions(election) {
    return this.cached(`provisions ${election.id}`, () => {
      const found = inForce(this.rules, election, this.edition, this.exceptions);
      if (!this.whatIf && !election.compared) return found;
      const primary = this.primaryOf(election) ?? election;
      return withoutAbsent(this.rules, found, primary === election ? new Map() : this.provisions(primary));
    });
  }

  /** @param {Election} election @param {string} key @param {Which} which @returns {End | null} */
  end(election, key, which) {
    return this.cached(`end ${election.id} ${key} ${which}`, () => {
      const provision = /** @type {Provision} */ (this.provisions(election).get(key));
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

  /** @param {Election} election @param {Provision} provision @param {Which} which @returns {End | null} */
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
    const end = this.settled(election, provision, which, own, expression, bases, rolls);
    const act = exception && this.acts.get(exception);
    return act ? { ...end, steps: [{ date: null, text: say(rules.words.set_by, { act }) }, ...end.steps] } : end;
  }

  /**
   * @param {Election} election @param {Expression} expression @param {Provision | null} provision
   * @returns {Bases}
   */
  bases(election, expression, provision = null) {
    return new Map(names(expression).map((named) => [nameKey(named), this.named(election, named, provision)]));
  }

  /**
   * @param {Election} election @param {Bases} bases @param {Map<string, Day | Moment | null>} instead
   * @returns {Required<Environment>}
   */
  environment(election, bases, instead = new Map()) {
    /** @param {string} key @param {Base} base */
    const point = (key, base) => ({
      day: instead.has(key) ? /** @type {Day | Moment | null} */ (instead.get(key)) : base.date,
      steps: base.steps,
    });
    const named = new Map([...bases].map(([key, base]) => [key, point(key, base)]));
    return { year: election.year, named, calendar: this.calendar };
  }

  /** @param {Outcome} outcome */
  dayAndHour(outcome) {
    const day = inWords(this.rules, outcome.date);
    return outcome.hour ? say(this.rules.words.day_and_hour, { day, hour: clockInWords(outcome.hour) }) : day;
  }

  /**
   * @param {Election} election @param {Provision} provision @param {Which} which @param {End} own
   * @param {Expression} expression @param {Bases} bases @param {boolean} rolls @returns {End}
   */
  settled(election, provision, which, own, expression, bases, rolls) {
    const { rules } = this;
    const { words } = rules;
    /** @param {Expression} other @param {Bases} from @param {Map<string, Day | Moment | null>} [instead] */
    const comeTo = (other, from, instead) => outcomes(rules, other, this.environment(election, from, instead), rolls);
    /** @type {Read[]} */
    const read = comeTo(expression, bases).map((each) => ({ ...each, text: each.reading, rule: own.rule }));
    /** @type {Caution[]} */
    const withoutADay = [];
    for (const reading of provision.readings) {
      const other = reading.closes && rules.expressions[reading.closes];
      /** @type {Bases} */
      const others = other ? this.bases(election, other, provision) : new Map();
      if (other && [...others.values()].every((base) => base.date !== null)) {
        const text = say(words.reading_with_rule, { reading: reading.text });
        read.push(
          ...comeTo(other, others).map((each) => ({
            ...each,
            text,
            source: reading.source,
            rule: /** @type {string} */ (reading.closes),
          })),
        );
      } else {
        withoutADay.push(inWordsAlone(reading));
      }
    }
    for (const [key, base] of bases) {
      const counts = (/** @type {Caution} */ each) =>
        each.closes !== null && (key.endsWith(" opens") || (base.date !== null && each.closes > whole(base.date)));
      for (const { text: reading, source, closes } of base.cautions.filter(counts)) {
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
    const known = new Map([...bases].filter(([key]) => key in this.events).map(([key, base]) => [key, base.date]));
    const day = told(expression, known);
    const openStill = read.filter((each) => each.raw >= day && each.date >= day);
    const better = which === "opens" ? -1 : 1;
    const safe = (openStill.length ? openStill : read).reduce((best, each) =>
      better * earlierOutcome(each, best) < 0 ? each : best,
    );
    /** @type {Map<string, Caution>} */
    const others = new Map();
    for (const each of [...read].reverse().filter((one) => earlierOutcome(one, safe) !== 0)) {
      const text = say(words.reading, { reading: each.text || words.as_stated, day: this.dayAndHour(each) });
      others.set(
        `${each.date} ${each.hour}`,
        caution("reading", sentence(text), each.source || /** @type {string} */ (own.rule), each.rule, each.date),
      );
    }
    return {
      ...own,
      date: safe.date,
      before_rollover: safe.raw,
      moved: safe.moved,
      hour: safe.hour,
      until: safe.until,
      steps: safe.steps,
      cautions: once([...own.cautions, ...withoutADay, ...[...others.values()].reverse()]),
      answer: openStill.length ? null : words.passed,
    };
  }

  /**
   * @param {Election} election @param {Provision} provision @param {End} own
   * @param {Expression} expression @param {Bases} bases @param {boolean} rolls @returns {End}
   */
  bounded(election, provision, own, expression, bases, rolls) {
    const { rules } = this;
    /** @param {Limit} limit */
    const at = (limit) => {
      /** @type {Map<string, Day | Moment | null>} */
      const days = new Map();
      for (const [key, base] of bases) {
        if (this.event.has(key) && base.date === null) {
          const [first, last] = /** @type {Limit[]} */ (["earliest", "latest"]).map((each) =>
            this.admissible(election, provision, key, each),
          );
          const never = first !== null && last !== null && whole(first) > whole(last);
          days.set(key, never ? null : limit === "earliest" ? first : last);
        } else {
          days.set(key, base.date ?? base[limit]);
        }
      }
      if ([...days.values()].includes(null)) return [];
      const day = told(expression, new Map([...days].filter(([key]) => this.event.has(key))));
      /** @param {Outcome} one */
      const passed = (one) => Number(one.date < (day < one.raw ? day : one.raw));
      const found = outcomes(rules, expression, this.environment(election, bases, days), rolls).sort(
        (one, other) => passed(one) - passed(other) || earlierOutcome(one, other),
      );
      return election.date !== null && found[0].date <= election.date ? found : [];
    };
    const [earliest, latest] = [at("earliest"), at("latest")];
    const cautions = provision.readings.map(inWordsAlone);
    const { hours } = rules.filing_law;
    if (expression.op === "hours" && hours) cautions.push(caution("reading", hours.doubt, hours.source));
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

  /** @param {Election} election @param {Named} named @param {Provision | null} provision @returns {Base} */
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
    /** @type {Provisions} */
    const ofPrimary = primary && primary !== election ? this.provisions(primary) : new Map();
    const found = /** @type {Meant} */ (find(named, provision, this.provisions(election), ofPrimary));
    return /** @type {End} */ (
      this.end(/** @type {Election} */ (found.isPrimary ? primary : election), found.key, found.which)
    );
  }

  /** @param {Election} election */
  dayOf(election) {
    const text = say(this.rules.words.election, election);
    return makeEnd("fixed", { date: election.date, steps: [{ date: election.date, text }] });
  }

  /** @param {Election} election */
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

  /** @param {Election} election @param {string} name @returns {Base} */
  eventDay(election, name) {
    const { words } = this.rules;
    const event = /** @type {Event} */ (this.event.get(name));
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
    const [first, last] = /** @type {("first" | "last")[]} */ (["first", "last"]).map((which) =>
      this.eventLimit(election, event, which),
    );
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

  /** @param {Election} election @param {Event} event */
  limitDoubts(election, event) {
    /** @type {Caution[]} */
    const cautions = [];
    const own = this.provisions(election);
    for (const named of names(this.rules.expressions[/** @type {string} */ (event.last[election.kind])])) {
      const base = this.named(election, named, null);
      const { applies, citation } = /** @type {Provision} */ (
        own.get(/** @type {string} */ (find(named, null, own, new Map())?.key)) ?? {}
      );
      if (applies) {
        const text = say(this.rules.words.limit_is_for, { event: event.title, citation, applies });
        cautions.push(caution("reading", text, citation));
      }
      cautions.push(...base.cautions);
    }
    return cautions;
  }

  /** @param {Election} election @param {Event} event @param {"first" | "last"} which */
  eventLimit(election, event, which) {
    return this.cached(`limit ${election.id} ${event.name} ${which}`, () => {
      try {
        return this.day(election, this.rules.expressions[/** @type {string} */ (event[which][election.kind])]);
      } catch (error) {
        if (error instanceof Absent) return null; // counted from a filing that an edition compared lacks
        throw error;
      }
    });
  }

  /**
   * @param {Election} election @param {Provision} provision @param {string} name @param {Limit} limit
   * @returns {Day | Moment | null}
   */
  admissible(election, provision, name, limit) {
    const event = /** @type {Event} */ (this.event.get(name));
    const earliest = limit === "earliest";
    let day = this.eventLimit(election, event, earliest ? "first" : "last");
    if (day === null) return null;
    for (const each of conditions(this.rules, provision).filter((one) => one.event === name)) {
      const other = this.day(election, each.day);
      if (other === null) continue;
      if (earliest)
        day = Math.max(
          day,
          /** @type {ByRelation} */ ({ after: other + 1, "on or after": other })[each.relation] ?? day,
        );
      else
        day = Math.min(
          day,
          /** @type {ByRelation} */ ({ before: other - 1, "on or before": other })[each.relation] ?? day,
        );
    }
    return event.hour ? { day, minute: earliest ? 0 : 1439 } : day;
  }

  /**
   * The day of an event's limit, or of a condition's other side; null if it is not known.
   * @param {Election} election @param {Expression} expression
   */
  day(election, expression) {
    const { day } = evaluate(this.rules, expression, this.environment(election, this.bases(election, expression)));
    return day === null ? null : whole(day);
  }

  /** @param {Election} election @param {Provision} provision */
  unmet(election, provision) {
    const { words } = this.rules;
    for (const { event, relation, day } of conditions(this.rules, provision).filter(
      (each) => each.event in this.events,
    )) {
      const compared = this.day(election, day);
      if (compared === null) return say(words.untold, provision);
      if (!holds(relation, whole(this.events[event]), compared)) {
        return say(words.unmet, {
          event: /** @type {Event} */ (this.event.get(event)).title,
          relation,
          day: inWords(this.rules, compared),
        });
      }
    }
    return null;
  }
}

/** @param {End} own @param {Base[]} bases @returns {End} */
function inherit(own, bases) {
  return {
    ...own,
    needs: once(bases.flatMap((base) => base.needs)),
    when: once([...own.when, ...bases.flatMap((base) => base.when)]),
    exception: own.exception ?? bases.find((base) => base.exception)?.exception ?? null,
    cautions: once([...own.cautions, ...bases.flatMap((base) => base.cautions.filter((each) => each.closes === null))]),
  };
}

/** @param {Reading} reading */
const inWordsAlone = (reading) => caution("reading", sentence(reading.text), reading.source, reading.closes ?? null);
