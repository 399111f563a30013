/** Syntax tree of an expression that needs backtracking. */

/** Whether a character matches. Evaluated by the linear engine, so the semantics are the same. */
export type CharacterTest = (codePoint: number) => boolean;

export type Assertion = 'text-start' | 'text-end' | 'line-start' | 'line-end' | 'word' | 'no-word';
export type Greed = 'greedy' | 'lazy' | 'possessive';

export type RegexTree =
  | { readonly kind: 'character'; readonly codePoint: number }
  | { readonly kind: 'test'; readonly test: CharacterTest }
  | { readonly kind: 'assertion'; readonly assertion: Assertion }
  | { readonly kind: 'sequence'; readonly parts: readonly RegexTree[] }
  | { readonly kind: 'alternatives'; readonly parts: readonly RegexTree[] }
  | { readonly kind: 'capture'; readonly group: number; readonly body: RegexTree }
  | {
      readonly kind: 'repeat';
      readonly body: RegexTree;
      readonly min: number;
      readonly max: number;
      readonly greed: Greed;
    }
  | { readonly kind: 'look'; readonly behind: boolean; readonly negated: boolean; readonly body: RegexTree }
  | { readonly kind: 'atomic'; readonly body: RegexTree }
  /** Digits: as many of them as possible form the number of an existing group; the rest are literal characters. */
  | { readonly kind: 'reference'; readonly group: string; readonly ignoresCase: boolean };

export interface ParsedRegex {
  readonly tree: RegexTree;
  readonly groups: number;
  readonly names: ReadonlyMap<string, number>;
}

export class RegexSyntaxError extends Error {}

interface Width {
  readonly min: number;
  readonly max: number;
}

/** Returns the number of UTF-16 units in a match. */
export function widthOf(tree: RegexTree): Width {
  switch (tree.kind) {
    case 'character':
      return tree.codePoint > 0xffff ? { min: 2, max: 2 } : { min: 1, max: 1 };
    case 'test':
      return { min: 1, max: 2 };
    case 'assertion':
    case 'look':
      return { min: 0, max: 0 };
    case 'sequence':
      return tree.parts.map(widthOf).reduce(sum, { min: 0, max: 0 });
    case 'alternatives': {
      const widths = tree.parts.map(widthOf);
      return {
        min: Math.min(...widths.map(({ min }) => min)),
        max: Math.max(...widths.map(({ max }) => max)),
      };
    }
    case 'capture':
    case 'atomic':
      return widthOf(tree.body);
    case 'repeat': {
      const { min, max } = widthOf(tree.body);
      return { min: min * tree.min, max: max === 0 || tree.max === 0 ? 0 : max * tree.max };
    }
    case 'reference':
      return { min: 0, max: Infinity };
  }
}

function sum(a: Width, b: Width): Width {
  return { min: a.min + b.min, max: a.max + b.max };
}
