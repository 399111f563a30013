/** Shared state and results of planning one query. */
import { PlanningBudget, type PlanningBounds } from '../budget/planning-budget.js';
import { cypherError } from '../errors/index.js';
import { SlotAllocator } from '../expression/bindings.js';
import type { Binding, Bindings } from '../expression/bindings.js';
import type { CompiledExpression } from '../expression/compiled-expression.js';
import { ExpressionCompiler } from '../expression/expression-compiler.js';
import type {
  CompileContext,
  ParameterSlot,
  PlannedSubquery,
  QueryExpression,
} from '../expression/expression-compiler.js';
import { EXPRESSION_KINDS } from '../expression/expression-kinds.js';
import { Footprint } from '../footprint.js';
import { foldingRun } from '../expression/term.js';
import type { RunState } from '../run/run-state.js';
import type { FunctionRegistry } from '../registry/function-registry.js';
import type { QueryEffect } from '../query-effect.js';
import type { Expression, Span, Variable } from '../syntax/index.js';

export interface PlanOptions {
  readonly source: string;
  readonly functions: FunctionRegistry;
  readonly rowParameters: readonly string[];
  /** `undefined` accepts any name. */
  readonly parameters: readonly string[] | undefined;
  /** External limits of planning. */
  readonly bounds?: PlanningBounds | undefined;
}

export class PlanContext implements CompileContext {
  readonly kinds = EXPRESSION_KINDS;
  readonly source: string;
  readonly functions: FunctionRegistry;
  readonly slots: SlotAllocator;
  readonly budget: PlanningBudget;
  readonly foldingRun: RunState;
  private readonly rowParameters: ReadonlyMap<string, number>;
  private readonly parameters: ReadonlySet<string> | undefined;
  /** The slot with the argument row of the innermost plan from which a row was derived. */
  readonly partition: number;
  /** The slot with the number of the argument row, among all rows that run together, from which a row was derived. */
  readonly rowNumber: number;

  /** Whether a MATCH or MERGE may scan all nodes. */
  scans = false;
  /** False if CREATE assigns fresh ids, a function returns different values each time, ... */
  idempotent = true;
  writes = false;
  /** Effects of the procedures it calls. */
  readonly effects = new Set<QueryEffect>();
  /** Whether it has DELETE, REMOVE of labels, or a procedure that may do either. */
  takesAway = false;
  /** Whether a pattern inside an expression starts at nodes that no pattern of the clauses binds. */
  expressionsFindNodes = false;
  /** Slots of nodes bound by id: they may not exist yet. */
  readonly anchoredSlots = new Set<number>();
  private subqueries = 0;
  private names = 0;
  /** Reads of the expressions compiled so far. */
  private expressionReads = new Footprint();

  constructor(
    options: PlanOptions,
    private readonly subqueryPlanner: (
      context: PlanContext,
      expression: QueryExpression,
      bindings: Bindings,
    ) => PlannedSubquery,
  ) {
    const { rowParameters, parameters, bounds } = options;
    this.source = options.source;
    this.functions = options.functions;
    this.budget = new PlanningBudget(bounds);
    this.foldingRun = foldingRun(bounds ?? {});
    this.rowParameters = new Map(rowParameters.map((name, slot) => [name, slot]));
    this.parameters = parameters && new Set(parameters);
    this.slots = new SlotAllocator(rowParameters.length + 1);
    this.partition = rowParameters.length;
    this.rowNumber = this.slots.allocate();
  }

  parameter(name: string): ParameterSlot {
    const slot = this.rowParameters.get(name);
    if (slot !== undefined) return { slot };
    const { parameters } = this;
    return parameters === undefined || parameters.has(name) ? { name } : undefined;
  }

  planSubquery(expression: QueryExpression, bindings: Bindings): PlannedSubquery {
    return this.subqueryPlanner(this, expression, bindings);
  }

  nextSubquery(): number {
    return this.subqueries++;
  }

  /** Returns a variable name that no text can contain. */
  anonymous(prefix: string): string {
    return ` ${prefix}${this.names++}`;
  }

  compile(
    expression: Expression,
    bindings: Bindings,
    replaced?: ReadonlyMap<string, Binding>,
  ): CompiledExpression {
    const compiled = new ExpressionCompiler(this, bindings, replaced).compile(expression);
    if (!compiled.isPure) this.idempotent = false;
    this.expressionReads.add(compiled.reads);
    return compiled;
  }

  /**
   * Runs `plan` and returns the reads of all expressions that it compiled, wherever they are. Planners add them to each
   * step of a clause, so that barriers take every expression into account.
   */
  expressionReadsOf<T>(plan: () => T): { readonly planned: T; readonly reads: Footprint } {
    const outer = this.expressionReads;
    const reads = new Footprint();
    this.expressionReads = reads;
    const planned = plan();
    this.expressionReads = outer;
    outer.add(reads);
    return { planned, reads };
  }

  compiler(bindings: Bindings): ExpressionCompiler {
    return new ExpressionCompiler(this, bindings);
  }

  error(message: string, span: Span, detail?: string): Error {
    return cypherError('cypher.compile', message, { source: this.source, offset: span.start }, detail);
  }
}

export function variable(name: string, span: Span): Variable {
  return { kind: 'variable', name, span };
}
