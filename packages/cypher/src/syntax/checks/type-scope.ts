/**
 * The variables at one position in a query, by name, in the order they were bound. Immutable: `with` returns a new
 * scope. If that only adds a name, both share their entries, so that a chain of n clauses that each bind a name costs n
 * entries and not n squared. Other changes copy the scope.
 */
import type { PlanningBudget } from '../../budget/planning-budget.js';
import type { StaticType } from './static-type.js';

interface Entry {
  readonly type: StaticType;
  /** Scopes of at most this size do not contain it. */
  readonly index: number;
}

export class TypeScope {
  private constructor(
    /** Shared by this scope and scopes derived from it. */
    private readonly shared: Map<string, Entry>,
    readonly size: number,
  ) {}

  static of(variables: Iterable<readonly [string, StaticType]> = []): TypeScope {
    const shared = new Map<string, Entry>();
    for (const [name, type] of variables)
      shared.set(name, { type, index: shared.get(name)?.index ?? shared.size });
    return new TypeScope(shared, shared.size);
  }

  get(name: string): StaticType | undefined {
    const entry = this.shared.get(name);
    return entry !== undefined && entry.index < this.size ? entry.type : undefined;
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  *entries(): Generator<readonly [string, StaticType]> {
    let left = this.size;
    for (const [name, { type }] of this.shared) {
      if (left-- === 0) return;
      yield [name, type];
    }
  }

  *keys(): Generator<string> {
    for (const [name] of this.entries()) yield name;
  }

  with(name: string, type: StaticType, budget: PlanningBudget): TypeScope {
    const isLatest = this.shared.size === this.size;
    if (isLatest && !this.shared.has(name)) {
      this.shared.set(name, { type, index: this.size });
      return new TypeScope(this.shared, this.size + 1);
    }
    budget.steps(this.size);
    return TypeScope.of([...this.entries(), [name, type]]);
  }

  /** Adds the variables of another scope, which replace variables of the same names. */
  and(other: TypeScope, budget: PlanningBudget): TypeScope {
    budget.steps(this.size + other.size);
    return TypeScope.of([...this.entries(), ...other.entries()]);
  }
}
