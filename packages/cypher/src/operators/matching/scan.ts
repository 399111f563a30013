import type { Row } from '../../compiled-query.js';
import { NodeHandle, SCANNED_PROPERTIES } from '../../run/entity-handles.js';
import { ReadPart } from '../../node-view.js';
import type { ScanRequest } from '../../graph-access.js';
import type { NodeView } from '../../node-view.js';
import type { RunState } from '../../run/run-state.js';
import type { Operator } from '../operator.js';

/**
 * Every existing node, for each row of the source: one scan serves a whole batch of rows. The nodes include the data
 * that the query reads; it counts as read when the scan began.
 */
export class AllNodesScan implements Operator {
  private rows: Row[] = [];
  private iterator: AsyncIterator<readonly NodeView[]> | undefined;
  /** Epoch of the run when the scan began. */
  private epoch = 0;
  private readonly parts: number;
  private closed = false;
  /** The page of the scan being joined, and the progress in it. */
  private page: readonly NodeView[] = [];
  private row = 0;
  private at = 0;

  constructor(
    private readonly state: RunState,
    private readonly source: Operator,
    private readonly slot: number,
  ) {
    this.parts = partsOf(state.scanRequest);
  }

  async next(): Promise<Row[] | undefined> {
    while (!this.closed) {
      this.state.cancellation?.throwIfCancelled();
      await this.state.turn();
      if (this.at < this.page.length) return this.product();
      if (this.iterator !== undefined) {
        const step = await this.iterator.next();
        if (step.done === true) this.iterator = undefined;
        else this.join(step.value);
      } else {
        const batch = await this.source.next();
        if (batch === undefined) return undefined;
        this.rows = batch;
        this.epoch = this.state.epoch;
        this.iterator = this.state.graph.reads.scan(this.state.scanRequest)[Symbol.asyncIterator]();
      }
    }
    return undefined;
  }

  close(): void {
    this.closed = true;
    this.source.close();
    this.letGo();
  }

  private join(page: readonly NodeView[]): void {
    this.page = page;
    this.at = 0;
    this.row = 0;
  }

  /** The next rows of the product of the page and the source's rows: about one batch, however large the product is. */
  private product(): Row[] {
    const { rows, page, slot, parts, epoch } = this;
    const result: Row[] = [];
    for (; this.at < page.length; this.at++) {
      const view = page[this.at]!;
      for (; this.row < rows.length; this.row++) {
        if (result.length >= this.state.batchRows) return result;
        const copy = rows[this.row]!.slice();
        const node = new NodeHandle(view.id);
        if (parts !== 0) {
          node.view = view;
          node.parts = parts;
          node.epoch = epoch;
        }
        copy[slot] = node;
        result.push(copy);
      }
      this.row = 0;
    }
    return result;
  }

  private letGo(): void {
    const { iterator } = this;
    this.iterator = undefined;
    // A failure to close the scan is only logged: the result is complete.
    iterator?.return?.().catch((error: unknown) => {
      this.state.environment.logger.log('warn', 'a scan could not be stopped', { error: String(error) });
    });
  }
}

function partsOf({ parts, keys }: ScanRequest): number {
  const some = keys !== undefined && (parts & ReadPart.Properties) !== 0;
  return some ? (parts & ~ReadPart.Properties) | SCANNED_PROPERTIES : parts;
}
