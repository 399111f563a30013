/** Shared state of all checks of one query: its text, the caller's options, and the collected facts. */
import { cypherError } from '../../errors/index.js';
import type { Clause, Expression, ProjectionItem, Return, Span, With } from '../ast/ast.js';
import { contains } from '../ast/walk.js';
import { AGGREGATES } from './function-types.js';
import type { CheckOptions, Scope } from './semantic-facts.js';
import { PlanningBudget } from '../../budget/planning-budget.js';
import { kindOf } from './static-type.js';
import type { TypeScope } from './type-scope.js';

export class CheckContext {
  readonly parameters = new Set<string>();
  isReadOnly = true;
  private readonly items = new WeakMap<With | Return, readonly ProjectionItem[]>();
  private readonly before = new WeakMap<Clause, TypeScope>();
  private readonly after = new WeakMap<Clause, TypeScope>();
  readonly budget: PlanningBudget;
  private readonly known: ReadonlySet<string> | undefined;

  constructor(
    readonly source: string,
    readonly options: CheckOptions,
  ) {
    this.budget = options.budget ?? new PlanningBudget();
    this.known = options.parameters && new Set(options.parameters);
  }

  /** Throws an error in the query, at the start of the invalid part. */
  fail(detail: string, message: string, span: Span): never {
    throw cypherError('cypher.syntax', message, { source: this.source, offset: span.start }, detail);
  }

  /** Throws for a value of the wrong type, detected at compile time. */
  failType(message: string, span: Span): never {
    const location = { source: this.source, offset: span.start };
    throw cypherError('cypher.type-mismatch', message, location, 'InvalidArgumentType');
  }

  /** Throws for a name that no registry has. */
  failToResolve(what: string, name: string, detail: string, span: Span): never {
    const message = `Failed to resolve ${what} \`${name}\``;
    throw cypherError('cypher.compile', message, { source: this.source, offset: span.start }, detail);
  }

  useParameter(name: string, span: Span): void {
    this.parameters.add(name);
    if (this.known === undefined || this.known.has(name)) return;
    const location = { source: this.source, offset: span.start };
    throw cypherError('cypher.compile', `Unknown parameter \`${name}\``, location, 'UnknownParameter');
  }

  isAggregate(name: string): boolean {
    return this.options.isAggregate?.(name) ?? AGGREGATES.has(name.toLowerCase());
  }

  readonly isAggregating = (expression: Expression): boolean =>
    contains(
      expression,
      node => node.kind === 'count-star' || (node.kind === 'call' && this.isAggregate(node.name)),
    );

  record(clause: Clause, before: TypeScope, after: TypeScope): void {
    this.before.set(clause, before);
    this.after.set(clause, after);
  }

  recordItems(projection: With | Return, items: readonly ProjectionItem[]): void {
    this.items.set(projection, items);
  }

  readonly itemsOf = (projection: With | Return): readonly ProjectionItem[] =>
    found(this.items.get(projection));
  readonly scopeBefore = (clause: Clause): Scope => kinds(found(this.before.get(clause)));
  readonly scopeAfter = (clause: Clause): Scope => kinds(found(this.after.get(clause)));
}

function kinds(scope: TypeScope): Scope {
  return new Map([...scope.entries()].map(([name, type]) => [name, kindOf(type)]));
}

function found<T>(fact: T | undefined): T {
  if (fact === undefined) throw new Error('a clause of another query');
  return fact;
}
