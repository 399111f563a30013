/**
 * A plan is a sequence of steps through which argument rows run; subqueries are plans inside steps. Steps declare their
 * reads and writes in the graph. From that, a plan inserts the barriers required by clause-by-clause semantics, and
 * joins compatible updates.
 */
import type { ValueMap } from '@weir/model';
import type { PlanDescription, Row } from '../compiled-query.js';
import { Footprint } from '../footprint.js';
import type { RunState } from '../run/run-state.js';
import { MeasuredOperator } from '../operators/measured-operator.js';
import { ArgumentSource } from '../operators/operator.js';
import type { Operator } from '../operators/operator.js';
import { Eager } from '../operators/rows/eager.js';
import type { PlanProfile } from '../run/plan-profile.js';
import { Update } from '../operators/writing/update.js';
import type { UpdateSpec } from '../operators/writing/update.js';

export interface PlanStep {
  readonly operatorType: string;
  readonly args: ValueMap;
  /** Variables it binds. */
  readonly identifiers: readonly string[];
  readonly reads: Footprint;
  readonly writes: Footprint;
  /** Whether it consumes all rows of its source before it returns the first. */
  readonly drains: boolean;
  /** Whether it returns at most one row per input row. */
  readonly keepsRows: boolean;
  readonly inner: readonly Plan[];
  /** Set if the step consists only of these updates. */
  readonly update: UpdateSpec | undefined;
  /** @param sourceWrites whether an earlier step writes. */
  readonly open: (state: RunState, source: Operator, rows: Row[], sourceWrites: boolean) => Operator;
}

type StepParts = Pick<PlanStep, 'operatorType' | 'open'> & Partial<PlanStep>;

const NOTHING = new Footprint();

export function planStep(parts: StepParts): PlanStep {
  const inner = parts.inner ?? [];
  const reads = parts.reads ?? NOTHING;
  const writes = parts.writes ?? NOTHING;
  return {
    operatorType: parts.operatorType,
    args: parts.args ?? {},
    identifiers: parts.identifiers ?? [],
    reads: inner.length === 0 ? reads : union(reads, ...inner.map(plan => plan.reads)),
    writes: inner.length === 0 ? writes : union(writes, ...inner.map(plan => plan.writes)),
    drains: parts.drains ?? false,
    keepsRows: parts.keepsRows ?? false,
    inner,
    update: parts.update,
    open: parts.open,
  };
}

export function updateStep(
  operatorType: string,
  update: UpdateSpec,
  reads: Footprint,
  writes: Footprint,
  identifiers: readonly string[] = [],
): PlanStep {
  return planStep({
    operatorType,
    identifiers,
    reads,
    writes,
    keepsRows: true,
    update,
    open: (state, source) => new Update(state, source, update),
  });
}

/** Returns the same step with the additional reads `reads`. */
export function withReads(step: PlanStep, reads: Footprint): PlanStep {
  return reads.isEmpty ? step : { ...step, reads: union(step.reads, reads) };
}

export function union(...footprints: readonly Footprint[]): Footprint {
  const all = new Footprint();
  for (const footprint of footprints) all.add(footprint);
  return all;
}

export class Plan {
  readonly steps: readonly PlanStep[];
  readonly reads: Footprint;
  readonly writes: Footprint;
  /** Whether two of its steps write the same data, so that the order of their rows matters. */
  private readonly overwrites: boolean;
  /** Length of the longest chain of operators, including inner plans. */
  readonly depth: number;

  /** @param reads additional reads of every step. */
  constructor(steps: readonly PlanStep[], reads: Footprint = NOTHING) {
    this.steps = withBarriers(joinUpdates(steps.map(step => withReads(step, reads))));
    this.depth = depthOf(this.steps);
    this.reads = union(...this.steps.map(step => step.reads));
    this.writes = union(...this.steps.map(step => step.writes));
    this.overwrites = overwritesItself(this.steps);
  }

  /** Whether each row has to finish before the next begins: a step reads or overwrites what another one writes. */
  get needsTurns(): boolean {
    return this.overwrites || this.reads.conflictsWith(this.writes);
  }

  open(state: RunState, rows: Row[]): Operator {
    const { profile } = state;
    let operator: Operator = new ArgumentSource(rows, state.batchRows);
    if (profile !== undefined) operator = measured(operator, this, profile, state);
    let writes = false;
    for (const step of this.steps) {
      operator = step.open(state, operator, rows, writes);
      if (profile !== undefined) operator = measured(operator, step, profile, state);
      writes ||= !step.writes.isEmpty;
    }
    return operator;
  }

  /** @param profile adds rows and time to each operator's `args`. */
  describe(profile?: PlanProfile): PlanDescription {
    let source: object = this;
    let description: PlanDescription = {
      operatorType: 'Argument',
      args: profile === undefined ? {} : profile.argsOf(this, []),
      identifiers: [],
      children: [],
    };
    for (const step of this.steps) {
      const sources = [source, ...step.inner.map(plan => plan.lastKey)];
      description = {
        operatorType: step.operatorType,
        args: profile === undefined ? step.args : { ...step.args, ...profile.argsOf(step, sources) },
        identifiers: step.identifiers,
        children: [description, ...step.inner.map(plan => plan.describe(profile))],
      };
      source = step;
    }
    return description;
  }

  /** The key of the plan's last operator in a profile. */
  private get lastKey(): object {
    return this.steps[this.steps.length - 1] ?? this;
  }
}

/** @param key represents the operator in the profile. */
function measured(operator: Operator, key: object, profile: PlanProfile, state: RunState): Operator {
  return new MeasuredOperator(operator, profile.of(key), state.environment.clock);
}

function depthOf(steps: readonly PlanStep[]): number {
  let depth = 0;
  for (const { inner } of steps) {
    const inside = inner.reduce((deepest, plan) => Math.max(deepest, plan.depth), 0);
    depth = 1 + Math.max(depth, inside);
  }
  return depth;
}

function overwritesItself(steps: readonly PlanStep[]): boolean {
  const earlier = new Footprint();
  return steps.some(step => {
    const overwrites = step.writes.overwrites(earlier);
    earlier.add(step.writes);
    return overwrites;
  });
}

/**
 * Joins neighboring updates that read nothing, so that each row's effects stay together; but not if one argument row
 * became several rows, and the second update overwrites what the first one wrote for another row.
 */
function joinUpdates(steps: readonly PlanStep[]): PlanStep[] {
  const result: PlanStep[] = [];
  let updates: PlanStep[] = [];
  const writes = new Footprint();
  let keepsRows = true;
  const finish = (): void => {
    if (updates.length > 0) result.push(joined(updates));
    updates = [];
    writes.clear();
  };
  for (const step of steps) {
    const canJoin = step.update !== undefined && !step.update.reads;
    if (!canJoin || (!keepsRows && step.writes.overwrites(writes))) finish();
    keepsRows &&= step.keepsRows;
    if (canJoin) {
      updates.push(step);
      writes.add(step.writes);
    } else {
      result.push(step);
    }
  }
  finish();
  return result;
}

function joined(updates: readonly PlanStep[]): PlanStep {
  const first = updates[0]!;
  if (updates.length === 1) return first;
  const { operatorType } = first;
  return updateStep(
    updates.every(step => step.operatorType === operatorType) ? operatorType : 'Update',
    { stages: [updates.flatMap(step => step.update!.stages.flat())], reads: false, conflicts: undefined },
    NOTHING,
    union(...updates.map(step => step.writes)),
    updates.flatMap(step => step.identifiers),
  );
}

/**
 * Puts a barrier before a step that writes what an earlier step reads, reads what an earlier step writes, or overwrites
 * what an earlier step writes for other rows of the same argument. A step that drains its source writes after its last
 * input row, but may read while the earlier steps are still running.
 */
function withBarriers(steps: readonly PlanStep[]): PlanStep[] {
  const result: PlanStep[] = [];
  const reads = new Footprint();
  const writes = new Footprint();
  let keepsRows = true;
  for (const step of steps) {
    const overwrites = !keepsRows && step.writes.overwrites(writes);
    const needsBarrier =
      step.reads.conflictsWith(writes) || (!step.drains && (overwrites || step.writes.conflictsWith(reads)));
    keepsRows &&= step.keepsRows;
    if (needsBarrier) result.push(eagerStep());
    if (needsBarrier || step.drains) {
      reads.clear();
      writes.clear();
    }
    result.push(step);
    reads.add(step.reads);
    writes.add(step.writes);
  }
  return result;
}

function eagerStep(): PlanStep {
  return planStep({ operatorType: 'Eager', drains: true, open: (state, source) => new Eager(state, source) });
}
