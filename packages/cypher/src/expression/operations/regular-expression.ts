/**
 * Regular expressions of users, in Java's syntax. They run on RE2, whose time is linear in the text whatever
 * the expression. Those that need backtracking run on an engine whose every step counts against the query's budget. So no
 * expression can hang a worker.
 */
import { LruMap } from '@weir/model';
import { RE2JS } from 're2js';
import { BacktrackingRegex } from '../backtracking/backtracking-regex.js';
import type { QueryBudget } from '../../budget/query-budget.js';
import { UnsupportedConstruct, inRe2Syntax } from './java-regex.js';
import { runtimeFailure } from './runtime-errors.js';

export type Regex = RE2JS | BacktrackingRegex;

/** Instructions of all expressions that are kept. */
const KEPT_INSTRUCTIONS = 2_000_000;
/** Each expression counts as so many instructions at least, so that at most 512 are kept. */
const LIGHTEST_REGEX = KEPT_INSTRUCTIONS / 512;

const cache = new LruMap<string, Regex>(KEPT_INSTRUCTIONS, (_, regex) =>
  Math.max(LIGHTEST_REGEX, instructionsOf(regex)),
);

/** Compiling an instruction takes about a microsecond. */
const STEPS_PER_INSTRUCTION = 10;

/** What counts the steps of compiling an expression. */
interface Steps {
  steps(count: number): void;
}

/**
 * @param budget is charged for an expression that is not kept: what it compiles to can be long, as of `(a{100}){10}`.
 * @throws WeirError `cypher.constraint-violation` when the expression is not valid or not supported. */
export function compileRegex(pattern: string, budget?: Steps): Regex {
  const known = cache.get(pattern);
  if (known !== undefined) return known;
  const regex = parse(pattern);
  if (typeof regex === 'string') {
    throw runtimeFailure('cypher.constraint-violation', regex, 'InvalidArgumentValue');
  }
  cache.set(pattern, regex);
  budget?.steps(STEPS_PER_INSTRUCTION * instructionsOf(regex));
  return regex;
}

function instructionsOf(regex: Regex): number {
  return regex instanceof BacktrackingRegex ? 1 : regex.programSize();
}

/** Does the expression match the whole text? */
export function matchesFully(regex: Regex, text: string, budget?: QueryBudget): boolean {
  if (regex instanceof BacktrackingRegex) return regex.matches(text, budget);
  budget?.steps(matchSteps(regex, text.length));
  return regex.matches(text);
}

/** Its time is linear in the text. */
export function isLinear(regex: Regex): boolean {
  return !(regex instanceof BacktrackingRegex);
}

/** What is wrong with an expression, and what to write instead; `undefined`: nothing. */
export function regexProblem(pattern: string, budget?: Steps): string | undefined {
  if (cache.get(pattern) !== undefined) return undefined;
  const regex = parse(pattern);
  if (typeof regex === 'string') return regex;
  cache.set(pattern, regex);
  budget?.steps(STEPS_PER_INSTRUCTION * instructionsOf(regex));
  return undefined;
}

/** What one match over so many characters may cost: each of them meets at most every instruction. */
export function matchSteps(regex: RE2JS, length: number): number {
  return 1 + Math.ceil((length * regex.programSize()) / 4);
}

/** A longer one is no expression that a person wrote, and what it compiles to is kept. */
const LONGEST_PATTERN = 10_000;

function parse(pattern: string): Regex | string {
  if (pattern.length > LONGEST_PATTERN) {
    return `The regular expression has ${pattern.length} characters, more than ${LONGEST_PATTERN}`;
  }
  try {
    const { pattern: translated, backtracks } = inRe2Syntax(pattern);
    return backtracks ? new BacktrackingRegex(translated) : RE2JS.compile(translated);
  } catch (error) {
    return `The regular expression ${JSON.stringify(pattern)} can't be used: ${reasonOf(error)}`;
  }
}

function reasonOf(error: unknown): string {
  const { message } = error as Error;
  return error instanceof UnsupportedConstruct ? message : message.replace(/^error parsing regexp: /, '');
}
