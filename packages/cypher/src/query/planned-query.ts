/** A compiled query: its properties, and its execution over a batch of argument rows. */
import { RunState } from '../run/run-state.js';
import type { CompileInner } from '../run/run-state.js';
import type { CompiledQuery, PlanDescription, Row, RowStream, RunContext } from '../compiled-query.js';
import type { ScanRequest } from '../graph-access.js';
import type { Binding } from '../expression/bindings.js';
import { Footprint } from '../footprint.js';
import { ProduceResults } from '../operators/rows/produce-results.js';
import type { Operator } from '../operators/operator.js';
import type { QueryEffect } from '../query-effect.js';
import { Plan, planStep } from '../plan/plan.js';
import { PlanProfile } from '../run/plan-profile.js';
import type { PlanContext } from '../plan/plan-context.js';
import type { PlannedBody } from '../plan/planned-body.js';
import type { SemanticFacts } from '../syntax/index.js';
import { QueryStream } from './query-stream.js';
import { wavesOfArguments } from './argument-waves.js';
import { scanRequestOf } from './scan-request.js';

export class PlannedQuery implements CompiledQuery {
  readonly columns: readonly string[];
  readonly isReadOnly: boolean;
  readonly effects: ReadonlySet<QueryEffect>;
  readonly isIdempotent: boolean;
  readonly canContainAllNodeScan: boolean;
  readonly mayTakeAway: boolean;
  private readonly plan: Plan;
  private readonly scanRequest: ScanRequest;

  constructor(
    readonly text: string,
    private readonly context: PlanContext,
    facts: SemanticFacts,
    private readonly body: PlannedBody,
    private readonly parameterCount: number,
    private readonly compileInner: CompileInner,
  ) {
    this.columns = facts.columns;
    this.isReadOnly = facts.isReadOnly && !context.writes;
    this.effects = this.isReadOnly ? context.effects : new Set([...context.effects, 'writes']);
    this.isIdempotent = context.idempotent;
    this.canContainAllNodeScan = context.scans;
    this.mayTakeAway = context.takesAway;
    this.plan = body.columns === undefined ? body.plan : this.withResults(body);
    const { reads } = body.plan;
    // Elements that leave the query or are written are read again by id, and so are edges.
    const again = !this.isReadOnly || reads.edges || [...(body.columns?.values() ?? [])].some(mayHoldNodes);
    this.scanRequest = scanRequestOf(reads, again);
  }

  private withResults(body: PlannedBody): Plan {
    const columns = this.columns.map(name => {
      const { slot, kind } = body.columns!.get(name)!;
      return { slot, entities: mayHoldNodes({ kind }) };
    });
    const reads = new Footprint();
    // A node or relationship is loaded when it leaves the query.
    if (columns.some(column => column.entities)) reads.labels = reads.allProperties = true;
    const produce = planStep({
      operatorType: 'ProduceResults',
      identifiers: this.columns,
      reads,
      open: (state, source) => new ProduceResults(state, source, columns),
    });
    return new Plan([...body.plan.steps, produce]);
  }

  describe(): PlanDescription {
    return this.plan.describe();
  }

  run(context: RunContext, rows: readonly Row[] = [[]]): RowStream {
    return this.start(new RunState(context, this.compileInner, this.scanRequest), rows);
  }

  /** Runs and measures: `describe` returns the measurements up to that point. */
  runProfiled(
    context: RunContext,
    rows: readonly Row[] = [[]],
  ): { readonly stream: RowStream; describe(): PlanDescription } {
    const state = new RunState(context, this.compileInner, this.scanRequest);
    const profile = new PlanProfile();
    state.profile = profile;
    return { stream: this.start(state, rows), describe: () => this.plan.describe(profile) };
  }

  private start(state: RunState, rows: readonly Row[]): RowStream {
    if (rows.length > 1 && !this.isReadOnly) state.numberSlot = this.context.rowNumber;
    const waves = this.wavesOf(rows, state);
    return new QueryStream(state, waves, this.columns.length > 0, wave => this.open(state, wave));
  }

  /** Splits rows that must not run together into successive groups. */
  private wavesOf(rows: readonly Row[], state: RunState): readonly (readonly Row[])[] {
    if (rows.length < 2 || this.isReadOnly || this.body.plan.reads.isEmpty) return [rows];
    const { rowAnchors } = this.body;
    if (rowAnchors === undefined || this.mayMeet) return rows.map(row => [row]);
    return wavesOfArguments(rows, rowAnchors, state);
  }

  /** Whether a row may read what another one wrote to a node that neither names by id. */
  private get mayMeet(): boolean {
    const { reads, writes } = this.body.plan;
    const findsNodes = reads.edges || reads.nodes || this.context.expressionsFindNodes;
    return findsNodes && reads.conflictsWith(writes);
  }

  private open(state: RunState, wave: readonly Row[]): Operator {
    const { parameterCount } = this;
    const { rowNumber, slots } = this.context;
    const { width } = slots;
    const rows: Row[] = new Array(wave.length);
    for (let i = 0; i < wave.length; i++) {
      const given = wave[i]!;
      const row: Row = new Array(width);
      for (let p = 0; p < parameterCount; p++) row[p] = given[p]!;
      row[parameterCount] = i;
      row[rowNumber] = state.rowsBegun++;
      rows[i] = row;
    }
    state.writesFor(rows[0]!);
    return this.plan.open(state, rows);
  }
}

function mayHoldNodes({ kind }: Pick<Binding, 'kind'>): boolean {
  return kind !== 'value';
}
