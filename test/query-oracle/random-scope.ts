/** The variables that a generated query can use at one point, by type. */
import type { SeededRandom } from '@weir/platform';

export type VariableKind = 'node' | 'edge' | 'path' | 'integer' | 'list';

export class RandomScope {
  constructor(
    readonly variables: ReadonlyMap<string, VariableKind>,
    /** Numbers new variables across the whole query. */
    private readonly counter: { next: number },
  ) {}

  static empty(): RandomScope {
    return new RandomScope(new Map(), { next: 0 });
  }

  of(...kinds: readonly VariableKind[]): readonly string[] {
    return [...this.variables].filter(([, kind]) => kinds.includes(kind)).map(([name]) => name);
  }

  fresh(kind: VariableKind): { readonly name: string; readonly scope: RandomScope } {
    const name = `${kind[0]}${this.counter.next++}`;
    return { name, scope: this.with(name, kind) };
  }

  with(name: string, kind: VariableKind): RandomScope {
    return new RandomScope(new Map(this.variables).set(name, kind), this.counter);
  }

  and(other: RandomScope): RandomScope {
    return new RandomScope(new Map([...this.variables, ...other.variables]), this.counter);
  }

  only(names: readonly string[]): RandomScope {
    const kept = [...this.variables].filter(([name]) => names.includes(name));
    return new RandomScope(new Map(kept), this.counter);
  }
}

export const LABELS = ['A', 'B', 'C'];
export const EDGE_LABELS = ['R', 'S'];
export const KEYS = ['v', 'w'];
/** Every seeded node has a unique number under this key, and the id `idFrom('n', number)`. */
export const NUMBER_KEY = 'k';

/** Returns some of the items, at least one, in order. */
export function some<T>(random: SeededRandom, items: readonly T[], probability = 0.5): readonly T[] {
  const chosen = items.filter(() => random.chance(probability));
  return chosen.length > 0 || items.length === 0 ? chosen : [random.pick(items)];
}
