/** A running query as its user sees it: rows are pulled from the worker that runs it. */
import type { PlanDescription, Row } from '@weir/cypher';
import { WeirError } from '@weir/model';
import type { WorkerQueryFacts, WorkerService } from '../contract/worker-service.js';
import type { QueryRun } from '@weir/contract';

export class GraphQueryRun implements QueryRun {
  readonly columns: readonly string[];
  readonly isReadOnly: boolean;
  readonly isIdempotent: boolean;
  readonly canContainAllNodeScan: boolean;
  readonly plan: PlanDescription;

  constructor(
    private readonly worker: WorkerService,
    private readonly query: number,
    facts: WorkerQueryFacts,
    private readonly signal: AbortSignal | undefined,
  ) {
    this.columns = facts.columns;
    this.isReadOnly = facts.isReadOnly;
    this.isIdempotent = facts.isIdempotent;
    this.canContainAllNodeScan = facts.canContainAllNodeScan;
    this.plan = facts.plan;
  }

  async *batches(): AsyncGenerator<readonly Row[]> {
    const cancel = (): void => void this.worker.closeQuery(this.query);
    if (this.signal?.aborted) {
      cancel();
      throw new WeirError('cypher.cancelled', 'The query was cancelled.');
    }
    this.signal?.addEventListener('abort', cancel, { once: true });
    let ended = false;
    try {
      for (;;) {
        const rows = await this.worker.nextRows(this.query).catch((error: unknown) => {
          ended = true;
          throw error;
        });
        if (rows === null) {
          ended = true;
          return;
        }
        yield rows;
      }
    } finally {
      this.signal?.removeEventListener('abort', cancel);
      if (!ended) await this.worker.closeQuery(this.query);
    }
  }

  async rows(): Promise<Row[]> {
    const all: Row[] = [];
    for await (const batch of this.batches()) for (const row of batch) all.push(row);
    return all;
  }
}
