/**
 * All matches of a regular expression, in order. One match takes linear time, but may read the whole text to end after
 * one character, so all together can take quadratic time. The budget is charged for each character read (see
 * `MeteredText`) and can end a search midway.
 */
import type { Value } from '@weir/model';
import { type Matcher, MatcherInput } from 're2js';
import type { QueryBudget } from '../budget/query-budget.js';
import { ENTRY_BYTES, STRING_BYTES } from '../budget/query-budget.js';
import { BacktrackingRegex, type BacktrackingMatcher } from './backtracking/backtracking-regex.js';
import { MeteredText } from './metered-text.js';
import { groupSteps, type Regex, searchSteps } from './regular-expression.js';
import { type GroupNames, type MatchedGroups, Replacement } from './replacement.js';

/** A search with a larger working memory is not kept for reuse. */
const MOST_KEPT_NUMBERS = 10_000;

export class Matches implements MatchedGroups {
  private readonly matcher: Matcher | BacktrackingMatcher;
  /** `undefined` for the backtracking engine, which charges its own steps. */
  private readonly metered: MeteredText | undefined;
  private readonly searching: number = 0;
  private readonly grouping: number = 0;

  constructor(
    private readonly regex: Regex,
    text: string,
    private readonly budget: QueryBudget,
  ) {
    if (regex instanceof BacktrackingRegex) {
      this.matcher = regex.matcher(text, budget);
      return;
    }
    this.searching = searchSteps(regex);
    this.grouping = groupSteps(regex);
    this.metered = new MeteredText(text, budget, this.searching);
    this.matcher = regex.matcher(MatcherInput.utf16(this.metered));
  }

  next(): boolean {
    this.budget.step();
    return this.matcher.find();
  }

  /** The match and its groups; groups may be null. */
  groups(): Value[] {
    const { budget } = this;
    const groups: Value[] = [];
    budget.made(STRING_BYTES);
    for (let i = 0; i <= this.matcher.groupCount(); i++) {
      const group = this.group(i);
      budget.made(STRING_BYTES + (group?.length ?? 0));
      groups.push(group);
    }
    return groups;
  }

  /** The linear engine searches for the groups of a match again when the first of them is read. */
  group(number: number): string | null {
    const { matcher, metered, regex } = this;
    if (metered === undefined || number === 0) return matcher.group(number);
    metered.stepsPerRead = this.grouping;
    const group = matcher.group(number);
    metered.stepsPerRead = this.searching;
    if (!(regex instanceof BacktrackingRegex) && numbersOf(regex) > MOST_KEPT_NUMBERS) regex.reset();
    return group;
  }

  get start(): number {
    return this.matcher.start();
  }

  get stop(): number {
    return this.matcher.end();
  }
}

function numbersOf(regex: Exclude<Regex, BacktrackingRegex>): number {
  return regex.programSize() * (1 + regex.groupCount());
}

function groupNamesOf(regex: Regex): GroupNames {
  const names = regex.namedGroups();
  return {
    count: regex.groupCount(),
    hasNames: Object.keys(names).length > 0,
    numberOf: name => (Object.hasOwn(names, name) ? names[name] : undefined),
  };
}

export function replaceAllBy(regex: Regex, text: string, replacement: string, budget: QueryBudget): string {
  const matches = new Matches(regex, text, budget);
  const template = new Replacement(replacement, groupNamesOf(regex), budget);
  let result = '';
  let last = 0;
  const append = (piece: string): void => {
    budget.joined(result, piece);
    result += piece;
  };
  while (matches.next()) {
    append(text.slice(last, matches.start));
    append(template.of(matches, text));
    last = matches.stop;
  }
  append(text.slice(last));
  return result;
}

/**
 * Returns the parts between matches, split as in Java: at most `limit` if that is positive; without trailing empty
 * parts if it is 0.
 */
export function splitBy(regex: Regex, text: string, limit: number, budget: QueryBudget): string[] {
  const matches = new Matches(regex, text, budget);
  const pieces: string[] = [];
  let last = 0;
  while ((limit <= 0 || pieces.length < limit - 1) && matches.next()) {
    const { start, stop } = matches;
    if (stop === 0) continue;
    budget.room(pieces.length + 1);
    budget.made(STRING_BYTES + ENTRY_BYTES);
    pieces.push(text.slice(last, start));
    last = stop;
  }
  if (last === 0 && pieces.length === 0) return [text];
  pieces.push(text.slice(last));
  if (limit === 0) while (pieces.length > 0 && pieces[pieces.length - 1] === '') pieces.pop();
  return pieces;
}
