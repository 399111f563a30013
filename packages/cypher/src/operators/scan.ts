import { isPromise } from '@weir/model';
import type { MaybePromise, NodeId } from '@weir/model';
import type { Row } from '../compiled-query.js';
import { NodeHandle } from '../expression/entity-handles.js';
import type { RunState } from '../expression/run-state.js';
import type { Operator } from './operator.js';

/** Every existing node, for each row of the source. */
export class AllNodesScan implements Operator {
  private rows: Row[] | undefined;
  private iterator: AsyncIterator<readonly NodeId[]> | undefined;
  private closed = false;

  constructor(
    private readonly state: RunState,
    private readonly source: Operator,
    private readonly slot: number,
  ) {}

  next(): MaybePromise<Row[] | undefined> {
    if (this.closed) return undefined;
    if (this.rows !== undefined) return this.step(this.rows);
    const batch = this.source.next();
    return isPromise(batch) ? batch.then(rows => this.begin(rows)) : this.begin(batch);
  }

  close(): void {
    this.closed = true;
    this.source.close();
    this.letGo();
  }

  private begin(rows: Row[] | undefined): MaybePromise<Row[] | undefined> {
    if (rows === undefined) return undefined;
    this.rows = rows;
    this.iterator = this.state.graph.scan()[Symbol.asyncIterator]();
    return this.step(rows);
  }

  private async step(rows: Row[]): Promise<Row[] | undefined> {
    for (;;) {
      this.state.signal?.throwIfAborted();
      const step = await this.iterator!.next();
      if (this.closed) return undefined;
      if (step.done === true) {
        this.rows = undefined;
        this.iterator = undefined;
        return this.next();
      }
      await this.state.turn();
      if (step.value.length > 0) return this.product(rows, step.value);
    }
  }

  private product(rows: Row[], ids: readonly NodeId[]): Row[] {
    const result: Row[] = [];
    for (const row of rows) {
      for (const id of ids) {
        const copy = row.slice();
        copy[this.slot] = new NodeHandle(id);
        result.push(copy);
      }
    }
    return result;
  }

  private letGo(): void {
    const iterator = this.iterator;
    this.iterator = undefined;
    // What goes wrong while letting go concerns nobody: the answer is complete.
    iterator?.return?.().catch((error: unknown) => {
      this.state.environment.logger.log('warn', 'a scan could not be stopped', { error: String(error) });
    });
  }
}
