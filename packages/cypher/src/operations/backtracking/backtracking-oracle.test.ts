/**
 * Compares the backtracking engine with two others on random expressions and texts: the linear one, including groups,
 * where it supports them, and the runtime's own where both have the same semantics.
 */
import { SeededRandom } from '@weir/platform';
import { randomTest } from '@weir/platform/testing';
import { RE2JS } from 're2js';
import { QueryBudget } from '../../budget/query-budget.js';
import { BacktrackingRegex } from './backtracking-regex.js';

const { seed: SEED, cases: CASES } = randomTest('regular expressions');

interface Matching {
  find(): boolean;
  start(): number;
  groupCount(): number;
  group(number: number): string | null;
}

function allIn(matcher: Matching): unknown[] {
  const found: unknown[] = [];
  while (matcher.find()) {
    found.push([
      matcher.start(),
      ...Array.from({ length: matcher.groupCount() + 1 }, (_, i) => matcher.group(i)),
    ]);
  }
  return found;
}

class Expressions {
  private groups = 0;

  constructor(
    private readonly random: SeededRandom,
    private readonly hasLookAround: boolean,
  ) {}

  make(): string {
    this.groups = 0;
    const flags = this.random.pick(['', '', '', '(?i)', '(?s)', '(?m)']);
    return flags + this.alternatives(3);
  }

  private alternatives(depth: number): string {
    const parts = Array.from({ length: this.random.pick([1, 1, 2]) }, () => this.sequence(depth));
    return parts.join('|');
  }

  private sequence(depth: number): string {
    return Array.from({ length: 1 + this.random.below(3) }, () => this.part(depth)).join('');
  }

  private part(depth: number): string {
    const { random } = this;
    const kind = depth === 0 ? 0 : random.below(this.hasLookAround ? 10 : 7);
    if (kind < 3)
      return this.atom() + random.pick(['', '', '*', '+', '?', '*?', '+?', '??', '{2}', '{1,2}', '{0,2}?']);
    if (kind === 3) return random.pick(['^', '$', '\\b', '\\B']);
    // A repeated part always matches some text: engines differ in the effects of an empty round.
    if (kind === 4)
      return `(?:${this.atom()}${this.alternatives(depth - 1)
        .split('|')
        .join(`|${this.atom()}`)})${random.pick(['', '*', '+?', '{2}'])}`;
    if (kind < 7) {
      this.groups++;
      return `(${this.alternatives(depth - 1)})`;
    }
    if (kind === 7) return `(?${random.pick(['=', '!'])}${this.alternatives(depth - 1)})`;
    return `(?<${random.pick(['=', '!'])}${Array.from({ length: 1 + random.below(2) }, () => this.atom()).join('')})`;
  }

  private atom(): string {
    return this.random.pick(['a', 'b', 'A', '.', '[ab]', '[^a]', '\\w', '\\d', '\\s', '1', '\\n', 'é', '😀']);
  }
}

function textOf(random: SeededRandom): string {
  return Array.from({ length: random.below(9) }, () =>
    random.pick(['a', 'a', 'b', 'A', '1', ' ', '\n', 'é', '😀']),
  ).join('');
}

test(`${CASES} expressions from seed ${SEED} on match as in the linear engine, with their groups`, () => {
  const random = new SeededRandom(SEED);
  const expressions = new Expressions(random, false);
  let found = 0;
  for (let i = 0; i < CASES; i++) {
    const [pattern, text] = [expressions.make(), textOf(random)];
    const expected = allIn(RE2JS.compile(pattern).matcher(text));
    const actual = allIn(new BacktrackingRegex(pattern).matcher(text, new QueryBudget()));
    expect({ pattern, text, found: actual }).toEqual({ pattern, text, found: expected });
    found += expected.length;
  }
  expect(found).toBeGreaterThan(CASES / 2);
});

test(`${CASES} expressions with look-around from seed ${SEED} on match as in the runtime`, () => {
  const random = new SeededRandom(SEED);
  const expressions = new Expressions(random, true);
  let found = 0;
  for (let i = 0; i < CASES; i++) {
    const pattern = expressions.make();
    // The runtime finds empty matches inside surrogate pairs.
    const text = textOf(random).replaceAll('😀', 'é');
    const [, flags = '', source = ''] = /^(?:\(\?(\w)\))?([\s\S]*)$/.exec(pattern)!;
    const expected = [...text.matchAll(new RegExp(source, `gu${flags}`))].map(match => [
      match.index,
      match[0],
    ]);
    const matcher = new BacktrackingRegex(pattern).matcher(text, new QueryBudget());
    const actual = allIn(matcher).map(match => (match as unknown[]).slice(0, 2));
    expect({ pattern, text, found: actual }).toEqual({ pattern, text, found: expected });
    found += expected.length;
  }
  expect(found).toBeGreaterThan(CASES / 3);
});
