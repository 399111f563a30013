import type { NodeId } from '@weir/model';
import type { Row } from '../compiled-query.js';
import { NodeHandle } from '../expression/entity-handles.js';
import type { RunState } from '../expression/run-state.js';
import { BATCH_ROWS } from './operator.js';
import type { Operator } from './operator.js';

/** Every existing node, for each row of the source: one scan serves a whole batch of rows. */
export class AllNodesScan implements Operator {
  private rows: Row[] = [];
  private iterator: AsyncIterator<readonly NodeId[]> | undefined;
  private closed = false;
  /** The page of the scan that is being joined, and how far. */
  private ids: readonly NodeId[] = [];
  private row = 0;
  private id = 0;

  constructor(
    private readonly state: RunState,
    private readonly source: Operator,
    private readonly slot: number,
  ) {}

  async next(): Promise<Row[] | undefined> {
    while (!this.closed) {
      this.state.signal?.throwIfAborted();
      await this.state.turn();
      if (this.id < this.ids.length) return this.product();
      if (this.iterator !== undefined) {
        const step = await this.iterator.next();
        if (step.done === true) this.iterator = undefined;
        else this.join(step.value);
      } else {
        const batch = await this.source.next();
        if (batch === undefined) return undefined;
        this.rows = batch;
        this.iterator = this.state.graph.scan()[Symbol.asyncIterator]();
      }
    }
    return undefined;
  }

  close(): void {
    this.closed = true;
    this.source.close();
    this.letGo();
  }

  private join(ids: readonly NodeId[]): void {
    this.ids = ids;
    this.id = 0;
    this.row = 0;
  }

  /** The next rows of the product of the page and the source's rows: about a batch, however large it is. */
  private product(): Row[] {
    const { rows, ids, slot } = this;
    const result: Row[] = [];
    for (; this.id < ids.length; this.id++) {
      const id = ids[this.id]!;
      for (; this.row < rows.length; this.row++) {
        if (result.length >= BATCH_ROWS) return result;
        const copy = rows[this.row]!.slice();
        copy[slot] = new NodeHandle(id);
        result.push(copy);
      }
      this.row = 0;
    }
    return result;
  }

  private letGo(): void {
    const { iterator } = this;
    this.iterator = undefined;
    // What goes wrong while letting go concerns nobody: the answer is complete.
    iterator?.return?.().catch((error: unknown) => {
      this.state.environment.logger.log('warn', 'a scan could not be stopped', { error: String(error) });
    });
  }
}
