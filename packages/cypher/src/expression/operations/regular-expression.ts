/**
 * Regular expressions of users, in Java's syntax. They run on RE2, whose time is linear in the text whatever the
 * expression; the budget is charged for each character that it reads. Expressions that need backtracking run on an engine
 * that charges each of its steps. So no expression can hang a worker.
 */
import { LruMap } from '@weir/model';
import { RE2JS } from 're2js';
import { BacktrackingRegex } from '../backtracking/backtracking-regex.js';
import type { QueryBudget } from '../../budget/query-budget.js';
import { MeteredText } from './metered-text.js';
import { UnsupportedConstruct, inRe2Syntax } from './java-regex.js';
import { runtimeFailure } from './runtime-errors.js';

export type Regex = RE2JS | BacktrackingRegex;

/** Instructions of all expressions that are kept. */
const KEPT_INSTRUCTIONS = 2_000_000;
/** Each expression counts as so many instructions at least, so that at most 512 are kept. */
const LIGHTEST_REGEX = KEPT_INSTRUCTIONS / 512;

const cache = new LruMap<string, Regex>(KEPT_INSTRUCTIONS, (_, regex) =>
  Math.max(LIGHTEST_REGEX, regex.programSize()),
);

/** Compiling takes about a microsecond for an instruction, and up to 100 µs for a class such as `\pL`. */
const STEPS_PER_INSTRUCTION = 10;
const STEPS_PER_CHARACTER = 100;

/** What counts the steps of compiling an expression. */
interface Steps {
  steps(count: number): void;
}

/**
 * @param budget is charged for an expression that is not kept: what it compiles to can be long, as of `(a{100}){10}`.
 * @throws WeirError `cypher.constraint-violation` when the expression is not valid or not supported.
 */
export function compileRegex(pattern: string, budget?: Steps): Regex {
  const regex = compiled(pattern, budget);
  if (typeof regex !== 'string') return regex;
  throw runtimeFailure('cypher.constraint-violation', regex, 'InvalidArgumentValue');
}

/** What is wrong with an expression, and what to write instead; `undefined`: nothing. */
export function regexProblem(pattern: string, budget?: Steps): string | undefined {
  const regex = compiled(pattern, budget);
  return typeof regex === 'string' ? regex : undefined;
}

function compiled(pattern: string, budget: Steps | undefined): Regex | string {
  const known = cache.get(pattern);
  if (known !== undefined) return known;
  // A longer one is refused without being read.
  if (pattern.length <= LONGEST_PATTERN) budget?.steps(STEPS_PER_CHARACTER * pattern.length);
  const regex = parse(pattern);
  if (typeof regex === 'string') return regex;
  cache.set(pattern, regex);
  budget?.steps(STEPS_PER_INSTRUCTION * regex.programSize());
  return regex;
}

/** Does the expression match the whole text? */
export function matchesFully(regex: Regex, text: string, budget: QueryBudget): boolean {
  if (regex instanceof BacktrackingRegex) return regex.matches(text, budget);
  limitStates(regex, budget);
  const metered: unknown = new MeteredText(text, budget, wholeSteps(regex));
  return regex.matches(metered as string);
}

/** Its time is linear in the text. */
export function isLinear(regex: Regex): boolean {
  return !(regex instanceof BacktrackingRegex);
}

/**
 * Steps for one character that the linear engine reads. At worst each instruction of the program is run for it, in about
 * 10 ns. That is rare, so a step stands for several instructions.
 */
const INSTRUCTIONS_PER_STEP = 32;
/** Matching the whole text reads each character once, but may have to compute a state of the automaton for it. */
const INSTRUCTIONS_PER_STEP_OF_STATES = 8;
/** Copying the positions of so many groups takes as long as running an instruction. */
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

/** Memory for the states of one automaton. Expressions with many states would otherwise keep 8 MiB each. */
const BYTES_OF_STATES = 512 * 1024;

/** The automaton is made at the first match. It reads all classes of the expression, which can take 10 µs for each. */
function limitStates(regex: RE2JS, budget: QueryBudget): void {
  const re2 = regex.re2();
  if (re2.lazyDFA !== null) return;
  budget.steps(STEPS_PER_INSTRUCTION * regex.programSize());
  const { dfa } = re2;
  dfa.stateBudget = dfa.memBudget = BYTES_OF_STATES;
}

/** A longer one is no expression that a person wrote, and what it compiles to is kept. */
const LONGEST_PATTERN = 10_000;
/** With repetitions written out, as for the engine that backtracks. */
const MOST_INSTRUCTIONS = 20_000;
/** Instructions times groups. A search for groups holds two positions for each, twice, in 4 bytes each. */
const MOST_POSITIONS = 2_000_000;
/** Characters of an expression that an error message shows. */
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
