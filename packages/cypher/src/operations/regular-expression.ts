/**
 * Regular expressions of users, in Java's syntax. RE2 runs them in linear time, and the budget is charged for each
 * character it reads. A backtracking engine, which charges each step, runs the others. So no expression can hang a
 * worker.
 */
import { LruMap } from '@weir/platform';
import { RE2JS } from 're2js';
import { BacktrackingRegex } from './backtracking/backtracking-regex.js';
import type { QueryBudget } from '../budget/query-budget.js';
import { MeteredText } from './metered-text.js';
import { UnsupportedConstruct, inRe2Syntax } from './java-regex.js';
import { runtimeFailure } from './runtime-errors.js';

export type Regex = RE2JS | BacktrackingRegex;

/** Maximum total number of instructions of all cached expressions. */
const KEPT_INSTRUCTIONS = 2_000_000;
/** Minimum weight of an expression, so that at most 512 are cached. */
const LIGHTEST_REGEX = KEPT_INSTRUCTIONS / 512;

const cache = new LruMap<string, Regex>(KEPT_INSTRUCTIONS, (_, regex) =>
  Math.max(LIGHTEST_REGEX, regex.programSize()),
);

/** Compilation takes about a microsecond per instruction, and up to 100 µs for a class such as `\pL`. */
const STEPS_PER_INSTRUCTION = 10;
const STEPS_PER_CHARACTER = 100;

/** Counts the steps of compiling an expression. */
interface Steps {
  steps(count: number): void;
}

/**
 * @param budget is charged for an expression that is not cached: its program can be long, as for `(a{100}){10}`.
 * @throws WeirError `cypher.constraint-violation` if the expression is invalid or not supported.
 */
export function compileRegex(pattern: string, budget?: Steps): Regex {
  const regex = compiled(pattern, budget);
  if (typeof regex !== 'string') return regex;
  throw runtimeFailure('cypher.constraint-violation', regex, 'InvalidArgumentValue');
}

/** Returns the problem of an expression, and an alternative; `undefined` if there is none. */
export function regexProblem(pattern: string, budget?: Steps): string | undefined {
  const regex = compiled(pattern, budget);
  return typeof regex === 'string' ? regex : undefined;
}

function compiled(pattern: string, budget: Steps | undefined): Regex | string {
  const known = cache.get(pattern);
  if (known !== undefined) return known;
  // A longer one is rejected without being parsed.
  if (pattern.length <= LONGEST_PATTERN) budget?.steps(STEPS_PER_CHARACTER * pattern.length);
  const regex = parse(pattern);
  if (typeof regex === 'string') return regex;
  cache.set(pattern, regex);
  budget?.steps(STEPS_PER_INSTRUCTION * regex.programSize());
  return regex;
}

export function matchesFully(regex: Regex, text: string, budget: QueryBudget): boolean {
  if (regex instanceof BacktrackingRegex) return regex.matches(text, budget);
  limitStates(regex, budget);
  const metered: unknown = new MeteredText(text, budget, wholeSteps(regex));
  return regex.matches(metered as string);
}

/** Returns whether its time is linear in the text. */
export function isLinear(regex: Regex): boolean {
  return !(regex instanceof BacktrackingRegex);
}

/**
 * Instructions per step, for each character that the linear engine reads. In the worst case it runs each instruction of
 * the program for it, in about 10 ns. This is rare, so a step represents several instructions.
 */
const INSTRUCTIONS_PER_STEP = 32;
/** Matching the whole text reads each character once, but may have to compute a state of the automaton for it. */
const INSTRUCTIONS_PER_STEP_OF_STATES = 8;
/** Copying the positions of this many groups takes as long as running an instruction. */
const GROUPS_PER_INSTRUCTION = 8;

export function searchSteps(regex: RE2JS): number {
  return Math.ceil(regex.programSize() / INSTRUCTIONS_PER_STEP);
}

/** For a search that finds the positions of all groups. */
export function groupSteps(regex: RE2JS): number {
  const copies = 1 + regex.groupCount() / GROUPS_PER_INSTRUCTION;
  return Math.ceil((regex.programSize() * copies) / INSTRUCTIONS_PER_STEP);
}

function wholeSteps(regex: RE2JS): number {
  return Math.ceil(regex.programSize() / INSTRUCTIONS_PER_STEP_OF_STATES);
}

/** Memory for the states of one automaton. Without this limit, expressions with many states would keep 8 MiB each. */
const BYTES_OF_STATES = 512 * 1024;

/**
 * The automaton is created at the first match. It reads all classes of the expression, which can take 10 µs for each.
 */
function limitStates(regex: RE2JS, budget: QueryBudget): void {
  const re2 = regex.re2();
  if (re2.lazyDFA !== null) return;
  budget.steps(STEPS_PER_INSTRUCTION * regex.programSize());
  const { dfa } = re2;
  dfa.stateBudget = dfa.memBudget = BYTES_OF_STATES;
}

/** A longer expression was hardly written by a person, and its compiled form is cached. */
const LONGEST_PATTERN = 10_000;
/** With repetitions expanded, as for the backtracking engine. */
const MOST_INSTRUCTIONS = 20_000;
/** Instructions times groups. A search for groups stores two positions for each, twice, in 4 bytes each. */
const MOST_POSITIONS = 2_000_000;
/** Number of characters of an expression in an error message. */
const SHOWN = 100;

function parse(pattern: string): Regex | string {
  if (pattern.length > LONGEST_PATTERN) {
    return `The regular expression has ${pattern.length} characters, more than ${LONGEST_PATTERN}`;
  }
  try {
    const { pattern: translated, backtracks } = inRe2Syntax(pattern);
    const regex = backtracks ? new BacktrackingRegex(translated) : RE2JS.compile(translated);
    return sizeProblem(pattern, regex) ?? regex;
  } catch (error) {
    return `The regular expression ${JSON.stringify(pattern)} is invalid: ${reasonOf(error)}`;
  }
}

function sizeProblem(pattern: string, regex: Regex): string | undefined {
  const [size, groups] = [regex.programSize(), regex.groupCount()];
  const shown = pattern.length > SHOWN ? `${pattern.slice(0, SHOWN)}...` : pattern;
  if (size > MOST_INSTRUCTIONS) {
    return (
      `The regular expression ${JSON.stringify(shown)} repeats too much: it has ${size} instructions, ` +
      `more than ${MOST_INSTRUCTIONS}. Use fewer or shorter repetitions`
    );
  }
  if (size * groups > MOST_POSITIONS) {
    return (
      `The regular expression ${JSON.stringify(shown)} has too many groups: ${groups} groups times ` +
      `${size} instructions exceed ${MOST_POSITIONS}. Use non-capturing groups: (?:x) instead of (x)`
    );
  }
  return undefined;
}

function reasonOf(error: unknown): string {
  const { message } = error as Error;
  return error instanceof UnsupportedConstruct ? message : message.replace(/^error parsing regexp: /, '');
}
