// @ts-check
/**
 * The timetable, computed in the browser from rules.json: what deadlines/*.py does, word for word.
 *
 * A day is a whole number, counted from January 1, 1970; an instant is a day and a minute of it. The
 * browser's own clock and time zone never enter. What each part means is said in Python, under the
 * same name: days.py, expressions.py, rules.py, rollover.py, law.py, timetable.py, data.py. tests/test_parity.py
 * holds the two together. days.js, rules.js, law.js and ends.js each know only those before them.
 */

import { RuleError, civil, iso, readDay, say, whole } from "./days.js";
import { Ends, NO_END, once } from "./ends.js";
import { Calendar, WHICH, caution, editionsOn, electionDay, keyOf, keyOfProvision } from "./law.js";
import { evaluate } from "./rules.js";
/**
 * @import {
 *   Cases, Day, Deadline, Doubt, Election, End, Event, Filing, Moment, Provision, Receipt, Rules, Which,
 * } from "./types.d.ts"
 */

/**
 * A deadline as deadlines.json has it, with the hour and the answer of each end.
 * @param {Rules} rules @param {Election} election @param {Provision} provision
 * @param {Ends} ends @param {Ends} plain  without exceptions
 * @returns {Deadline}
 */
function record(rules, election, provision, ends, plain) {
  const { received_only: receivedOnly } = rules.filing_law;
  const filing = /** @type {Filing} */ (rules.filings.find((each) => each.id === provision.filing));
  const key = keyOfProvision(provision);
  const [opens, closes] = WHICH.map((which) => ends.end(election, key, which));
  const found = /** @type {End[]} */ ([closes, opens].filter(Boolean));
  if (opens && closes && opens.date !== null && closes.date !== null && opens.date > closes.date) {
    const days = { opens: iso(opens.date), closes: iso(closes.date) };
    const message = say(rules.words.contradiction, { place: provision.place, election: election.id, ...days });
    throw new RuleError(message, `${provision.place}.opens`);
  }
  const exception = found.find((end) => end.exception)?.exception ?? null;
  /** @param {Which} which */
  const dateWithout = (which) => iso(plain.end(election, key, which)?.date ?? null);
  const without = exception && plain.provisions(election).has(key);
  const [{ status }] = found;
  const cautions = found.flatMap((end) => end.cautions);
  const { caution: own, may_move: mayMove } = election;
  if (own) cautions.push(caution("unverified", own.text, own.source));
  if (mayMove && !exception && ["fixed", "depends"].includes(status))
    cautions.push(caution("may-move", mayMove.text, mayMove.source));
  const received = provision.kind === "filing" && status !== "abolished";
  const byHand = receivedOnly?.filings.includes(provision.filing) ?? false;
  if (byHand && received)
    cautions.push(
      caution("reading", /** @type {Doubt} */ (receivedOnly).text, /** @type {Doubt} */ (receivedOnly).source),
    );

  const [first, last, main] = /** @type {End[]} */ ([opens ?? NO_END, closes ?? NO_END, closes ?? opens]);
  const each = { opens, closes };
  /** @template T @param {(which: Which) => T} value @returns {Record<Which, T>} */
  const ofEach = (value) => ({ opens: value("opens"), closes: value("closes") });
  const id = `${election.id}/${key}`;
  return {
    id,
    election: election.id,
    election_date: iso(election.date),
    filing: provision.filing,
    case: provision.case,
    title: provision.case
      ? `${filing.title}, ${/** @type {Cases} */ (filing.cases)[provision.case].title}`
      : filing.title,
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
    url: `${rules.base_url}deadlines/${id}/`,
    hour: ofEach((which) => each[which]?.hour ?? null),
    answer: ofEach((which) => each[which]?.answer ?? null),
  };
}

/**
 * @param {Rules} rules @param {Election} election @param {Provision} provision
 * @param {End | null} closes @param {Calendar} calendar @param {boolean} byHand @returns {Receipt[]}
 */
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

/**
 * Puts an election on another day, as `_moved_to` in timetable.py does.
 * @param {Rules} rules @param {Map<string, Election>} elections @param {Election} election
 * @param {Day} day @param {Record<string, Day | Moment>} events
 */
function moveTo(rules, elections, election, day, events) {
  const { words } = rules;
  const { year } = civil(day);
  let { proclamation, primary } = election;
  if (proclamation !== null && day !== election.date) {
    const env = { year, named: new Map([["election", { day, steps: [] }]]) };
    const limits = /** @type {Event} */ (rules.events.find((each) => each.name === "proclamation"));
    const [first, last] = [limits.first, limits.last].map((each) =>
      whole(
        /** @type {Day} */ (evaluate(rules, rules.expressions[/** @type {string} */ (each.special)], env).day),
      ),
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
        kind: /** @type {const} */ ("primary"),
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
 * @param {Rules} rules  /api/v1/rules.json
 * @param {{election?: string | null, edition?: string | null, day?: string | null,
 *   events?: Record<string, string>}} asked  `edition` and `day` (`2027-11-02`) ask "what if?";
 *   `events` gives days to events: `2027-07-20`, or `2027-08-11T20:00` where one has an hour
 * @returns {Deadline[]}
 */
export function timetable(rules, { election = null, edition = null, day = null, events = {} } = {}) {
  const { words } = rules;
  /** @param {string | undefined} text */
  const read = (text) => (text ? /** @type {Day} */ (readDay(text, words)) : null);
  const given = Object.fromEntries(Object.entries(events).map(([name, text]) => [name, readDay(text, words)]));
  /** @type {Map<string, Election>} */
  const elections = new Map(
    rules.elections.map((each) => [each.id, { ...each, date: read(each.date), proclamation: read(each.proclamation) }]),
  );
  const whatIf = edition !== null || day !== null;
  if (day !== null)
    moveTo(
      rules,
      elections,
      /** @type {Election} */ (elections.get(/** @type {string} */ (election))),
      whole(readDay(day, words)),
      given,
    );
  const calendar = new Calendar(rules);
  const asked = { edition, events: given, whatIf };
  const ends = new Ends(rules, calendar, elections, { ...asked, exceptions: !whatIf });
  const plain = new Ends(rules, calendar, elections, { ...asked, exceptions: false });
  /** @type {Map<string, number>} */
  const order = new Map();
  for (const filing of rules.filings) {
    for (const case_ of [null, ...Object.keys(filing.cases ?? {})]) order.set(keyOf(filing.id, case_), order.size);
  }
  /** @type {Deadline[]} */
  const found = [];
  /** @type {Map<string, string>} */
  const wrong = new Map(); // one mistake a place
  for (const each of election === null ? elections.values() : [/** @type {Election} */ (elections.get(election))]) {
    const own = ends.provisions(each);
    for (const key of [...own.keys()].sort(
      (a, b) => /** @type {number} */ (order.get(a)) - /** @type {number} */ (order.get(b)),
    )) {
      try {
        found.push(record(rules, each, /** @type {Provision} */ (own.get(key)), ends, plain));
      } catch (error) {
        if (!(error instanceof RuleError) || !error.place) throw error;
        if (!wrong.has(error.place)) wrong.set(error.place, error.message);
      }
    }
  }
  if (wrong.size) throw new Error([...wrong.values()].join("\n"));
  return found;
}
