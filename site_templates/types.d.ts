/**
 * The types that the scripts share: what they read of rules.json (deadlines/rules_export.py defines it,
 * and leaves out what is null, false or empty), and what they compute from it. No page loads this file.
 */

import type { Calendar } from "./law.js";

type Kind = "filing" | "court" | "signing" | "meeting" | "cutoff" | "duty";
export type Basis = "verbatim" | "read" | "inferred" | "unverified";
export type CautionKind = "reading" | "unverified" | "inferred" | "may-move";
export type Direction = "before" | "after";
type Unit = "day" | "business day" | "week" | "month";
export type ElectionKind = "primary" | "presidential-primary" | "general" | "special";
export type Relation = Direction | "on or before" | "on or after";
export type Status = "fixed" | "depends" | "practicable" | "unknown" | "abolished";
export type Which = "opens" | "closes";
export type Limit = "earliest" | "latest";

// --- days and expressions ---

/** Counted from January 1, 1970. */
export type Day = number;
/** Only of an event that has an hour. */
export type Moment = { day: Day; minute: number };
export type Step = { date: Day | Moment | null; text: string };
export type Point = { day: Day | Moment | null; steps: Step[] };
/** The year and the named days that an expression is evaluated with, and the calendar if there is one. */
export type Environment = { year: number; named: Map<string, Point>; calendar?: Calendar };

type Fields = {
  date: string;
  name: string;
  such: boolean; // of the case that is being defined
  month: number;
  day: number;
  nth: number; // -1 is the last
  weekday: number; // Monday is 0
  number: number;
  unit: Unit;
  direction: Direction;
  base: Expression;
  ordinal: boolean;
  bare: boolean;
  which: "earlier" | "later";
  items: Expression[];
};
/** An expression with fields of its own, some of them left out at times, and none of the others. */
type Tree<Op, Own extends keyof Fields = never, AtTimes extends keyof Fields = never> = { op: Op } & Pick<Fields, Own> &
  Partial<Pick<Fields, AtTimes>> & { [Other in Exclude<keyof Fields, Own | AtTimes>]?: undefined };
export type Named = Tree<"named", "name", "such">;
export type Count = Tree<"count", "number" | "unit" | "direction" | "base", "ordinal" | "bare">;
export type Expression =
  | Named
  | Count
  | Tree<"fixed", "date">
  | Tree<"day_of_month", "month" | "day">
  | Tree<"weekday_of_month", "nth" | "weekday" | "month">
  | Tree<"nth_weekday", "nth" | "weekday" | "direction" | "base">
  | Tree<"choice", "which" | "items">
  | Tree<"hours", "number" | "direction" | "base">
  | Tree<"practicable">;
export type ByRelation = Partial<Record<Relation, Day>>;
export type Comparison = { event: string; relation: Relation; day: Expression };

// --- rules.json ---

export type Doubt = { text: string; source: string };
export type Reading = Doubt & { closes?: string };
type Word =
  | "practicable" | "fixed" | "day_of_month" | "weekday_of_month" | "nth_weekday" | "first" | "last" | "next_day"
  | "nth_day" | "hours" | "choice" | "choice_waits" | "no_day" | "no_day_of_month" | "no_weekday_of_month" | "no_name"
  | "no_hour" | "no_year" | "holiday" | "holiday_kept" | "weekend" | "rolled" | "read_back" | "reading" | "quoted"
  | "not_quoted" | "election" | "general" | "proclamation" | "event" | "event_waits" | "no_election_day"
  | "event_without_hour" | "event_with_hour" | "event_from" | "event_to" | "event_from_to" | "limit_is_for"
  | "what_if" | "primary_of" | "set_by" | "reading_with_rule" | "counted_on" | "as_stated" | "at_latest"
  | "day_and_hour" | "passed" | "untold" | "unmet" | "wrong" | "contradiction" | "twice" | "follows_itself";
export type Words = Record<Word, string> & {
  count: Record<Unit, string>;
  what_if_title: Record<ElectionKind, string>;
};

export type ProvisionRecord = {
  filing: string;
  case?: string;
  elections: ElectionKind[];
  kind: Kind;
  opens?: string;
  closes?: string;
  when?: string;
  applies?: string;
  paragraph?: string;
  years?: "presidential";
  readings?: Reading[];
  basis: Basis;
  cautions?: (Doubt & { kind: CautionKind })[];
  citation: string;
  place: string;
  follows?: string;
  but_for?: string[];
  ordinary_case?: string;
  status?: "abolished" | "unknown";
  reason?: string;
};

export type Edition = { id: string; spans: { from?: string; to?: string }[] };

/** An end of "" is taken away; one that is left out stays. */
export type MovedRule = {
  filing: string;
  case?: string;
  varies?: string;
  opens?: string;
  closes?: string;
  abolished?: boolean;
  unknown?: string;
};

export type Exception = {
  id: string;
  act: string;
  source: string;
  basis: Basis;
  elections: string[];
  offices?: string;
  note?: string;
  deadline: MovedRule[];
};

export type Event = {
  name: string;
  title: string;
  hour?: boolean;
  first: Partial<Record<ElectionKind, string>>;
  last: Partial<Record<ElectionKind, string>>;
  too_late?: string;
};

export type ConfiguredElection = {
  id: string;
  kind: ElectionKind;
  title: string;
  short: string;
  year: number;
  date?: string;
  why: string;
  edition?: string;
  editions?: Record<string, string>;
  compared?: boolean;
  primary?: string;
  proclamation?: string;
  paragraph?: string;
  places: string[];
  note?: string | null;
  caution?: Doubt | null;
  may_move?: Doubt | null;
  no_deadlines?: string;
};

export type Place = {
  id: string;
  short: string;
  closes_at: string;
  closes_late_at?: string;
  closes_late_for?: string[];
  received_within?: number;
};

export type Hours = {
  opens_at: string;
  closes_at: string;
  source: string;
  doubt: string;
  the_instant: string;
  same_hour_later: string;
  safe: string;
};

type FilingLaw = {
  rollover: { kinds: Kind[]; direction?: "next" | "previous"; cite: string; becomes: string };
  place: Place[];
  received_only?: Doubt & { filings: string[] };
  backward?: { source: string; as_it_stands: string; rolled: string; read_back: string };
  hours?: Hours;
};

export type Holidays = {
  cite: string;
  weekend: string[];
  moved: Record<string, number>;
  holiday: { name: string; rule: string; first_year?: number; moves?: boolean }[];
  proclaimed?: { date: string; name: string }[];
};

export type ElectionDay = {
  kind: ElectionKind;
  rule: string;
  first_year?: number;
  last_year?: number;
  cite: string;
  basis: Basis;
  text: string;
};

export type Cases = Record<string, { title: string }>;
export type Filing = { id: string; title: string; act: string; cases?: Cases };

export type Rules = {
  base_url: string;
  stamp: string;
  weekdays: string[];
  months: string[];
  words: Words;
  expressions: Record<string, Expression>;
  conditions: Record<string, Comparison[]>;
  holidays: Holidays;
  filing_law: FilingLaw;
  election_days: ElectionDay[];
  events: Event[];
  main: string;
  sections: { section: { id: string; edition: Edition[] }; provisions: Record<string, ProvisionRecord[]> }[];
  exceptions: Exception[];
  elections: ConfiguredElection[];
  filings: Filing[];
};

// --- what is computed ---

export type Election = Omit<ConfiguredElection, "short" | "date" | "proclamation"> & {
  date: Day | null;
  proclamation: Day | null;
};

/** The day of an election. */
export type DayAndWhy = { day: Day; why: string };

export type Caution = Doubt & { kind: CautionKind; rule: string | null; closes: Day | null };

/** What a provision may be without. */
export type Blank = {
  case: string | null;
  opens: string | null;
  closes: string | null;
  when: string | null;
  applies: string | null;
  paragraph: string | null;
  years: "presidential" | null;
  readings: Reading[];
  follows: string | null;
  but_for: string[];
  ordinary_case: string | null;
  such: string | null;
  status: "abolished" | "unknown" | null;
  reason: string | null;
  exception: string | null;
  sets: Which[];
};
export type Provision = Blank &
  Pick<ProvisionRecord, "filing" | "elections" | "kind" | "basis" | "citation" | "place"> & {
    section: string;
    edition: string;
    cautions: Caution[];
  };
/** The end of a deadline that a name means. */
export type Meant = { key: string; which: Which; isPrimary: boolean };
/** By filing and case. */
export type Provisions = Map<string, Provision>;

/** A day that a sentence comes to, and the one before it moved off a closed day. */
export type Outcome = {
  date: Day;
  raw: Day;
  steps: Step[];
  moved: string | null;
  hour: string | null;
  until: string | null;
  reading: string | null;
  source: string;
};
/** An outcome as somebody reads the sentence. */
export type Read = Outcome & { text: string | null; rule: string | null };

export type End<D = Day> = {
  status: Status;
  rule: string | null;
  date: D | null;
  before_rollover: Day | null;
  moved: string | null;
  hour: string | null;
  until: string | null;
  steps: Step[];
  needs: string[];
  earliest: Day | null;
  latest: Day | null;
  cautions: Caution[];
  exception: string | null;
  when: string[];
  reason: string | null;
  answer: string | null;
};
/** What a sentence counts from: the end of a deadline, an election, or an event, which may have an hour. */
export type Base = End<Day | Moment>;
export type Bases = Map<string, Base>;

export type Receipt = {
  place: string;
  closes_at: string;
  postmarked_by: string | null;
  received_by: string | null;
};

/** As deadlines.json has it, with the hour and the answer of each end. */
export type Deadline = {
  id: string;
  election: string;
  election_date: string | null;
  filing: string;
  case: string | null;
  title: string;
  kind: Kind;
  citation: string;
  edition: string;
  exception: string | null;
  without_exception: Record<Which, string | null> | null;
  basis: Basis;
  status: Status;
  reason: string | null;
  opens: string | null;
  closes: string | null;
  closes_before_rollover: string | null;
  moved: string | null;
  receipt: Receipt[];
  rule: Record<Which | "when" | "applies", string | null>;
  needs: string[];
  earliest: string | null;
  latest: string | null;
  cautions: (Doubt & { kind: CautionKind; rule: string | null; closes: string | null })[];
  steps: { end: Which; date: string | null; text: string }[];
  url: string;
  hour: Record<Which, string | null>;
  answer: Record<Which, string | null>;
};
