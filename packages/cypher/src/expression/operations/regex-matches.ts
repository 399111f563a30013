/**
 * All matches of a regular expression, one after the other. One match takes time linear in the text, but each may look
 * at all of it to end after one character, so all together can take its square: what each looked at can't be told, so
 * the clock is asked after each.
 */
import type { Value } from '@weir/model';
import type { QueryBudget } from '../../budget/query-budget.js';
import { ENTRY_BYTES, STRING_BYTES } from '../../budget/query-budget.js';
import type { RE2JS } from 're2js';
import { BacktrackingMatcher, BacktrackingRegex } from '../backtracking/backtracking-regex.js';
import { matchSteps } from './regular-expression.js';
import type { Regex } from './regular-expression.js';

/** Text that a match may look at before the clock is asked. */
const SHORT_TEXT = 4096;

export class Matches {
  private readonly matcher: ReturnType<RE2JS['matcher']> | BacktrackingMatcher;
  private readonly isShort: boolean;

  constructor(
    regex: Regex,
    text: string,
    private readonly budget: QueryBudget,
  ) {
    if (regex instanceof BacktrackingRegex) this.matcher = regex.matcher(text, budget);
    else {
      budget.steps(matchSteps(regex, text.length));
      this.matcher = regex.matcher(text);
    }
    this.isShort = text.length <= SHORT_TEXT;
  }

  next(): boolean {
    const found = this.matcher.find();
    this.budget.step();
    if (!this.isShort) this.budget.lookAtClock();
    return found;
  }

  /** The match and its groups, of which some may be missing. */
  groups(): Value[] {
    const { matcher, budget } = this;
    const groups: Value[] = [];
    budget.made(STRING_BYTES);
    for (let i = 0; i <= matcher.groupCount(); i++) {
      const group = matcher.group(i);
      budget.made(STRING_BYTES + (group?.length ?? 0));
      groups.push(group ?? null);
    }
    return groups;
  }

  get start(): number {
    return this.matcher.start();
  }

  get stop(): number {
    return this.matcher.end();
  }

  /** The text since the last replacement, and the replacement with groups in it. */
  replaced(replacement: string): string {
    const { matcher } = this;
    if (matcher instanceof BacktrackingMatcher) return matcher.appendReplacement(replacement);
    // Declared private, and the one way to a replacement of one match after the other.
    return matcher['appendReplacement'](replacement);
  }

  rest(): string {
    return this.matcher.appendTail();
  }
}

function dollarsIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('$'); at >= 0; at = text.indexOf('$', at + 1)) count++;
  return count;
}

/** With every match replaced. */
export function replaceAllBy(regex: Regex, text: string, replacement: string, budget: QueryBudget): string {
  const widest = text.length + replacement.length + dollarsIn(replacement) * text.length;
  if (widest > WIDEST_REPLACEMENT) budget.string(widest);
  const matches = new Matches(regex, text, budget);
  let result = '';
  while (matches.next()) {
    const piece = matches.replaced(replacement);
    budget.joined(result, piece);
    result += piece;
  }
  const rest = matches.rest();
  budget.joined(result, rest);
  return result + rest;
}

/** Characters that one replacement may come to: it is made before its length is known. */
const WIDEST_REPLACEMENT = 256 * 1024 ** 2;

/**
 * The pieces between matches, as Java splits: at most `limit` when that is positive, without empty ones at the end when
 * it is 0.
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
