/** Calls a procedure for each row and joins the rows it yields. */
import { isPromise } from '@weir/platform';
import type { Value } from '@weir/model';
import type { MaybePromise } from '@weir/platform';
import type { Row } from '../../compiled-query.js';
import type { Evaluate } from '../../expression/compiled-expression.js';
import { materialize } from '../../run/materialize.js';
import { evaluateRows } from '../../run/run-state.js';
import type { RowVisitor, RunState } from '../../run/run-state.js';
import { wrongSignature } from '../../operations/runtime-errors.js';
import { procedureSignature } from '../../registry/procedure-definition.js';
import type {
  BatchProcedure,
  ProcedureDefinition,
  StreamProcedure,
} from '../../registry/procedure-definition.js';
import { BatchOperator } from '../batch-operator.js';
import type { Operator } from '../operator.js';

export interface ProcedureCallSpec<P extends ProcedureDefinition> {
  readonly procedure: P;
  readonly arguments: readonly Evaluate[];
  /** Assigns outputs to slots. */
  readonly yields: readonly { readonly output: number; readonly slot: number }[];
}

/** Evaluates the arguments of a batch of calls. */
class Arguments implements RowVisitor {
  calls: Value[][] = [];

  constructor(private readonly spec: ProcedureCallSpec<ProcedureDefinition>) {}

  visit(row: Row, index: number, state: RunState): void {
    this.calls[index] = this.spec.arguments.map(argument => {
      const value = argument(row, state);
      state.budget.leaving(value);
      return materialize(value, state);
    });
  }

  prepare(state: RunState, rows: readonly Row[]): MaybePromise<void> {
    this.calls = new Array<Value[]>(rows.length);
    const done = evaluateRows(state, rows, this);
    return isPromise(done) ? done.then(() => this.check()) : this.check();
  }

  private check(): void {
    const { procedure } = this.spec;
    if (procedure.nullArguments === true) return;
    for (const call of this.calls) {
      if (call.includes(null)) throw wrongSignature(procedureSignature(procedure), call);
    }
  }
}

function joined(row: Row, output: readonly Value[], spec: ProcedureCallSpec<ProcedureDefinition>): Row {
  const copy = row.slice();
  for (const { output: index, slot } of spec.yields) copy[slot] = output[index] ?? null;
  return copy;
}

export class ProcedureCall extends BatchOperator {
  private readonly args: Arguments;

  constructor(
    state: RunState,
    source: Operator,
    private readonly spec: ProcedureCallSpec<BatchProcedure>,
  ) {
    super(state, source);
    this.args = new Arguments(spec);
  }

  protected process(batch: Row[]): MaybePromise<Row[]> {
    const prepared = this.args.prepare(this.state, batch);
    return isPromise(prepared) ? prepared.then(() => this.call(batch)) : this.call(batch);
  }

  private call(batch: Row[]): MaybePromise<Row[]> {
    const results = this.spec.procedure.run(this.state, this.args.calls);
    return isPromise(results) ? results.then(found => this.join(batch, found)) : this.join(batch, results);
  }

  private join(batch: Row[], results: readonly (readonly Value[][])[]): Row[] {
    const { spec } = this;
    if (spec.procedure.mode === 'WRITE') this.state.written();
    if (spec.procedure.outputs.length === 0) return batch;
    return batch.flatMap((row, i) => results[i]!.map(output => joined(row, output, spec)));
  }
}

export class ProcedureStream implements Operator {
  private rows: Row[] = [];
  private calls: Value[][] = [];
  private iterator: AsyncIterator<readonly Value[][]> | undefined;
  private closed = false;
  private readonly args: Arguments;

  constructor(
    private readonly state: RunState,
    private readonly source: Operator,
    private readonly spec: ProcedureCallSpec<StreamProcedure>,
  ) {
    this.args = new Arguments(spec);
  }

  async next(): Promise<Row[] | undefined> {
    while (!this.closed) {
      this.state.cancellation?.throwIfCancelled();
      if (this.iterator !== undefined) {
        const step = await this.nextStep(this.iterator);
        await this.state.turn();
        if (step.done === true) {
          this.iterator = undefined;
          this.rows.shift();
          this.calls.shift();
        } else if (step.value.length > 0) {
          return step.value.map(output => joined(this.rows[0]!, output, this.spec));
        }
      } else if (this.rows.length > 0) {
        this.iterator = this.spec.procedure.stream(this.state, this.calls[0]!)[Symbol.asyncIterator]();
      } else {
        const batch = await this.source.next();
        if (batch === undefined) return undefined;
        await this.args.prepare(this.state, batch);
        this.rows = [...batch];
        this.calls = this.args.calls;
      }
    }
    return undefined;
  }

  /** An endless stream without results must still notice cancellation. */
  private async nextStep(
    iterator: AsyncIterator<readonly Value[][]>,
  ): Promise<IteratorResult<readonly Value[][]>> {
    const { cancellation } = this.state;
    if (cancellation === undefined) return iterator.next();
    let leave = (): void => undefined;
    const cancelled = new Promise<never>((_resolve, reject) => {
      leave = cancellation.onCancel(reject);
    });
    try {
      return await Promise.race([iterator.next(), cancelled]);
    } finally {
      leave();
      if (cancellation.reason !== undefined) this.close();
    }
  }

  close(): void {
    this.closed = true;
    this.source.close();
    const { iterator } = this;
    this.iterator = undefined;
    iterator?.return?.().catch((error: unknown) => {
      const fields = { procedure: this.spec.procedure.name, error: String(error) };
      this.state.environment.logger.log('warn', 'a procedure could not be stopped', fields);
    });
  }
}
