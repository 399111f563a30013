/**
 * The replacement of `text.regexReplaceAll`, parsed once for all matches: `$1` and `$<name>` are groups, `$&` is the
 * match, `` $` `` and `$'` are the text before and after it, `$$` is a dollar sign. Any other `$` is literal.
 */
import type { QueryBudget } from '../budget/query-budget.js';

/** The parts of a match that a replacement reads. */
export interface MatchedGroups {
  readonly start: number;
  readonly stop: number;
  /** @returns null for a group that did not take part in the match. */
  group(number: number): string | null;
}

export interface GroupNames {
  readonly count: number;
  /** @returns `undefined` if no group has the name. */
  numberOf(name: string): number | undefined;
  readonly hasNames: boolean;
}

const BEFORE = -1;
const AFTER = -2;

/** Literal text, the number of a group, or one of the constants above. */
type Part = string | number;

export class Replacement {
  private readonly parts: Part[] = [];

  constructor(
    private readonly source: string,
    private readonly groups: GroupNames,
    private readonly budget: QueryBudget,
  ) {
    budget.steps(source.length >>> 4);
    this.read();
    budget.list(this.parts.length);
  }

  /** The replacement of one match in `text`. */
  of(match: MatchedGroups, text: string): string {
    const { budget, parts } = this;
    let result = '';
    for (const part of parts) {
      const piece = typeof part === 'string' ? part : textOf(part, match, text);
      budget.step();
      budget.joined(result, piece);
      result += piece;
    }
    return result;
  }

  private read(): void {
    const { source, parts, budget } = this;
    const lastBracket = source.lastIndexOf('>');
    let literal = 0;
    for (let at = source.indexOf('$'); at >= 0; at = source.indexOf('$', at)) {
      budget.step();
      const [part, length] = this.reference(at, lastBracket) ?? [undefined, 1];
      if (part !== undefined) {
        if (at > literal) parts.push(source.slice(literal, at));
        parts.push(part);
        literal = at + length;
      }
      at += length;
    }
    if (literal < source.length) parts.push(source.slice(literal));
  }

  /** @returns the target of the `$` at `at`, and its length in characters; `undefined` if it is literal. */
  private reference(at: number, lastBracket: number): readonly [Part, number] | undefined {
    const { source, groups } = this;
    const sign = source[at + 1] ?? '';
    if (sign === '$') return ['$', 2];
    if (sign === '&') return [0, 2];
    if (sign === '`') return [BEFORE, 2];
    if (sign === "'") return [AFTER, 2];
    if (sign === '<') {
      if (!groups.hasNames || lastBracket < at) return undefined;
      const end = source.indexOf('>', at);
      return [groups.numberOf(source.slice(at + 2, end)) ?? '', end + 1 - at];
    }
    return this.numbered(at);
  }

  /** Two digits if there is such a group, otherwise one. */
  private numbered(at: number): readonly [Part, number] | undefined {
    const digits = /\d{1,2}/y;
    digits.lastIndex = at + 1;
    const found = digits.exec(this.source)?.[0] ?? '';
    for (let length = found.length; length > 0; length--) {
      const number = Number(found.slice(0, length));
      if (number >= 1 && number <= this.groups.count) return [number, 1 + length];
    }
    return undefined;
  }
}

function textOf(part: number, match: MatchedGroups, text: string): string {
  if (part === BEFORE) return text.slice(0, match.start);
  if (part === AFTER) return text.slice(match.stop);
  return match.group(part) ?? '';
}
