/** Plans the clauses of a query in order; subqueries are inner plans. */
import type { Binding, Bindings } from '../expression/bindings.js';
import type { EvaluateId } from '../expression/compile-call.js';
import { Apply } from '../operators/nesting/apply.js';
import { Assign } from '../operators/rows/assign.js';
import { Distinct } from '../operators/rows/distinct.js';
import { Union } from '../operators/nesting/union.js';
import type {
  CallSubquery,
  Clause,
  Foreach,
  Match,
  QueryBody,
  Return,
  SemanticFacts,
  SingleQuery,
  Unwind as UnwindClause,
  With,
} from '../syntax/index.js';
import { planCall } from './call-planner.js';
import { planLoadCsv } from './load-csv-planner.js';
import { planMatch } from './match-planner.js';
import { planMerge } from './merge-planner.js';
import { Plan, planStep, withReads } from './plan.js';
import type { PlanStep } from './plan.js';
import type { PlanContext } from './plan-context.js';
import type { PlannedBody } from './planned-body.js';
import { planProjection } from './projection-planner.js';
import { planRecursion } from './recursion-planner.js';
import { planUnwind } from './unwind-planner.js';
import { EffectPlanner, planCreate, planDelete } from './update-planner.js';

export function planBody(
  context: PlanContext,
  facts: SemanticFacts,
  body: QueryBody,
  bindings: Bindings,
): PlannedBody {
  const parts = body.parts.map(part => new QueryPlanner(context, facts, bindings).planPart(part));
  if (parts.length === 1) return parts[0]!;
  return unionOf(context, parts, body.union === 'distinct');
}

function unionOf(context: PlanContext, parts: readonly PlannedBody[], distinct: boolean): PlannedBody {
  const names = [...(parts[0]!.columns ?? new Map<string, Binding>()).keys()];
  const columns = new Map<string, Binding>(
    names.map(name => {
      const isValue = parts.every(part => part.columns?.get(name)?.kind === 'value');
      return [name, { slot: context.slots.allocate(), kind: isValue ? 'value' : 'unknown' }];
    }),
  );
  const branches = parts.map(part => {
    const assignments = names.map(name => {
      const from = part.columns!.get(name)!.slot;
      return {
        slot: columns.get(name)!.slot,
        evaluate: (row: readonly (Binding | unknown)[]) => row[from] as never,
      };
    });
    const rename = planStep({
      operatorType: 'Projection',
      identifiers: names,
      keepsRows: true,
      open: (state, source) => new Assign(state, source, assignments),
    });
    return new Plan([...part.plan.steps, rename]);
  });
  const { partition } = context;
  const steps: PlanStep[] = [
    planStep({
      operatorType: 'Union',
      inner: branches,
      identifiers: names,
      open: (state, source) => new Union(state, source, branches, partition),
    }),
  ];
  if (distinct && names.length > 0) {
    const slots = [...columns.values()].map(column => column.slot);
    steps.push(
      planStep({
        operatorType: 'Distinct',
        open: (state, source, rows) => new Distinct(state, source, slots, partition, rows.length),
      }),
    );
  }
  return { plan: new Plan(steps), columns: names.length > 0 ? columns : undefined, rowAnchors: undefined };
}

export class QueryPlanner {
  private readonly steps: PlanStep[] = [];
  private bindings: Map<string, Binding>;
  private columns: ReadonlyMap<string, Binding> | undefined;
  private rowAnchors: EvaluateId[] | undefined = [];

  constructor(
    private readonly context: PlanContext,
    private readonly facts: SemanticFacts,
    /** Names visible from the start. */
    bindings: Bindings,
  ) {
    context.budget.steps(bindings.size);
    this.bindings = new Map(bindings);
  }

  planPart(part: SingleQuery): PlannedBody {
    for (const clause of part.clauses) this.clause(clause);
    return { plan: this.finished(), columns: this.columns, rowAnchors: this.rowAnchors };
  }

  /** Updating clauses inside FOREACH. */
  planClauses(clauses: readonly Clause[]): Plan {
    for (const clause of clauses) this.clause(clause);
    return this.finished();
  }

  private finished(): Plan {
    const plan = new Plan(this.steps);
    this.context.budget.operators(plan.depth);
    return plan;
  }

  /** Every step of a clause counts as reading everything that its expressions read. */
  private clause(clause: Clause): void {
    const first = this.steps.length;
    const { reads } = this.context.expressionReadsOf(() => this.planClause(clause));
    if (reads.isEmpty) return;
    for (let i = first; i < this.steps.length; i++) this.steps[i] = withReads(this.steps[i]!, reads);
  }

  private planClause(clause: Clause): void {
    // Most clauses copy the visible names.
    this.context.budget.steps(1 + this.bindings.size);
    switch (clause.kind) {
      case 'match':
        return this.match(clause);
      case 'unwind':
        return this.unwind(clause);
      case 'with':
      case 'return':
        return this.project(clause);
      case 'create': {
        const { steps, bindings } = planCreate(this.context, clause.patterns, this.bindings);
        this.steps.push(...steps);
        this.bindings = bindings;
        return;
      }
      case 'set': {
        const planner = new EffectPlanner(this.context, this.bindings);
        for (const item of clause.items) planner.set(item);
        this.steps.push(planner.step('Set'));
        return;
      }
      case 'remove': {
        const planner = new EffectPlanner(this.context, this.bindings);
        for (const item of clause.items) planner.remove(item);
        this.steps.push(planner.step('Remove'));
        return;
      }
      case 'delete':
        this.steps.push(planDelete(this.context, clause, this.bindings));
        return;
      case 'merge': {
        const { steps, bindings, scans } = planMerge(this.context, clause, this.bindings);
        if (scans) this.rowAnchors = undefined;
        this.steps.push(...steps);
        this.bindings = bindings;
        return;
      }
      case 'foreach':
        return this.foreach(clause);
      case 'call-procedure': {
        const { steps, bindings, columns } = planCall(this.context, clause, this.bindings);
        this.steps.push(...steps);
        this.bindings = bindings;
        this.columns = columns;
        this.rowAnchors = undefined;
        return;
      }
      case 'call-subquery':
        return this.subquery(clause);
      case 'call-recursively': {
        const { step, bindings } = planRecursion(this.context, clause, this.bindings, (body, inside) =>
          planBody(this.context, this.facts, body, inside),
        );
        this.steps.push(step);
        this.bindings = bindings;
        this.rowAnchors = undefined;
        return;
      }
      case 'load-csv': {
        const { step, bindings } = planLoadCsv(this.context, clause, this.bindings);
        this.steps.push(step);
        this.bindings = bindings;
        return;
      }
    }
  }

  private match(clause: Match): void {
    const planned = planMatch(this.context, clause.patterns, clause.where, this.bindings);
    if (planned.scans) this.context.scans = true;
    if (planned.otherStarts) this.rowAnchors = undefined;
    else this.rowAnchors?.push(...planned.anchors);
    if (!clause.optional) {
      this.steps.push(...planned.steps);
    } else {
      const inner = new Plan(planned.steps);
      const spec = {
        inner,
        partition: this.context.partition,
        optional: planned.newSlots,
        unit: false,
        oneByOne: false,
      };
      this.steps.push(
        planStep({
          operatorType: 'OptionalMatch',
          inner: [inner],
          open: (state, source) => new Apply(state, source, spec),
        }),
      );
    }
    this.bindings = planned.bindings;
  }

  private unwind(clause: UnwindClause): void {
    const { step, bindings } = planUnwind(this.context, clause.list, clause.variable, this.bindings);
    this.steps.push(step);
    this.bindings = bindings;
  }

  private project(clause: With | Return): void {
    const planned = planProjection(this.context, clause, this.facts.itemsOf(clause), this.bindings);
    this.steps.push(...planned.steps);
    this.bindings = planned.bindings;
    if (clause.kind === 'return') this.columns = planned.bindings;
  }

  private foreach(clause: Foreach): void {
    const { planned, reads } = this.context.expressionReadsOf(() =>
      planUnwind(this.context, clause.list, clause.variable, this.bindings),
    );
    const body = new QueryPlanner(this.context, this.facts, planned.bindings).planClauses(clause.clauses);
    // A single clause maintains the order of its rows itself; several finish one element before the next.
    const inTurns = body.steps.length > 1 && body.needsTurns;
    const steps = inTurns ? [this.applied('ForeachElement', body, true)] : body.steps;
    this.steps.push(this.applied('Foreach', new Plan([withReads(planned.step, reads), ...steps]), true));
  }

  private applied(operatorType: string, inner: Plan, unit: boolean): PlanStep {
    const { partition } = this.context;
    const spec = { inner, partition, optional: undefined, unit, oneByOne: inner.needsTurns };
    return planStep({
      operatorType,
      inner: [inner],
      keepsRows: unit,
      open: (state, source) => new Apply(state, source, spec),
    });
  }

  private subquery(clause: CallSubquery): void {
    const planned = planBody(this.context, this.facts, clause.body, this.imported(clause));
    if (planned.rowAnchors === undefined || planned.rowAnchors.length > 0) this.rowAnchors = undefined;
    this.steps.push(this.applied('Subquery', planned.plan, planned.columns === undefined));
    this.context.budget.steps(this.bindings.size);
    if (planned.columns !== undefined) this.bindings = new Map([...this.bindings, ...planned.columns]);
  }

  /** Names visible inside a subquery. A leading WITH selects from all of them. */
  private imported(clause: CallSubquery): Bindings {
    const { imports, body } = clause;
    if (imports === '*') return this.bindings;
    if (imports === undefined) {
      const importing = body.parts.some(part => part.clauses[0]?.kind === 'with');
      return importing ? this.bindings : new Map();
    }
    return new Map(imports.map(({ name }) => [name, this.bindings.get(name)!]));
  }
}
