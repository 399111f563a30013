/**
 * The coordinator's part of a comparison: reads the sorted results of both plans at the cut and reports to consumers
 * the rows that only one plan has. The same input gives the same outcome, so the comparison can be repeated after a
 * crash.
 */
import type { NodeId } from '@weir/model';
import type { Scheduler } from '@weir/platform';
import { exactKey, type ResultName } from '@weir/standing';
import type { CutExchange } from '../contract/exchange.js';
import type { ComparedResult, PlainResult } from '../contract/replacement-service.js';
import type { WorkerServices } from '../contract/worker-services.js';
import type { Workers } from '../contract/workers.js';
import { otherId } from './other-id.js';
import { type PairListener, RowPairs } from './row-pairs.js';
import { compareSorted, type Sorted, SortedMerge, type SortedSource } from './sorted-merge.js';

/** Number of results reported or renamed at a time. */
const RESULTS_AT_ONCE = 1024;
const RESULTS_PER_TURN = 256;

/** Receives the number of further results of both plans that were compared. */
export type ComparisonListener = (results: number) => void;

type SortedResult = ComparedResult & Sorted;

class Side {
  private at = 0;
  private isAtEnd = false;
  private loaded: readonly SortedResult[] = [];
  private readonly merge: SortedMerge<SortedResult>;

  constructor(
    workers: Workers,
    scheduler: Scheduler,
    after: number,
    side: 'before' | 'after',
    private readonly onCompared: ComparisonListener,
  ) {
    this.merge = new SortedMerge(
      Array.from({ length: workers.shards }, (_, shard): SortedSource<SortedResult> => ({
        load: async () => {
          await new Promise<void>(resolve => scheduler.soon(resolve));
          const page = await workers.ofShard(shard).replacement.compared(after, shard, side);
          return page.map(result => ({ key: exactKey(result.row), ...result }));
        },
      })),
    );
  }

  get head(): SortedResult | undefined {
    return this.loaded[this.at];
  }

  /** Loads the next result, if there is one. */
  async load(): Promise<void> {
    if (this.at < this.loaded.length || this.isAtEnd) return;
    this.loaded = await this.merge.take(RESULTS_PER_TURN);
    this.onCompared(this.loaded.length);
    this.at = 0;
    this.isAtEnd = this.loaded.length === 0;
  }

  take(): SortedResult {
    return this.loaded[this.at++]!;
  }

  get mustLoad(): boolean {
    return this.at === this.loaded.length && !this.isAtEnd;
  }
}

/** @param comparesRows whether a row of both plans is kept; otherwise all rows of the old plan end. */
export async function reportDifference(
  workers: Workers,
  scheduler: Scheduler,
  exchange: CutExchange,
  log: number,
  comparesRows: boolean,
  onCompared: ComparisonListener,
): Promise<void> {
  const reporter = new DifferenceReporter(workers, exchange, log);
  const before = new Side(workers, scheduler, exchange.after, 'before', onCompared);
  const after = new Side(workers, scheduler, exchange.after, 'after', onCompared);
  if (comparesRows) await compare(before, after, reporter);
  else await replaceAll(before, after, reporter);
}

async function compare(before: Side, after: Side, reporter: DifferenceReporter): Promise<void> {
  const pairs = new RowPairs(reporter);
  for (;;) {
    if (before.mustLoad) await before.load();
    if (after.mustLoad) await after.load();
    const old = before.head;
    const current = after.head;
    if (old === undefined && current === undefined) break;
    const order = old === undefined ? 1 : current === undefined ? -1 : compareSorted(old, current);
    if (order < 0) pairs.old(before.take());
    else if (order > 0) pairs.current(after.take());
    else pairs.both(before.take(), after.take());
    if (reporter.isFull) await reporter.flush();
  }
  pairs.end();
  await reporter.flush();
}

async function replaceAll(before: Side, after: Side, reporter: DifferenceReporter): Promise<void> {
  for (await before.load(); before.head !== undefined; await before.load()) {
    const old = before.take();
    if (!old.isOver) reporter.ends(old);
    if (reporter.isFull) await reporter.flush();
  }
  for (await after.load(); after.head !== undefined; await after.load()) {
    reporter.begins(after.take(), false);
    if (reporter.isFull) await reporter.flush();
  }
  await reporter.flush();
}

class DifferenceReporter implements PairListener<SortedResult, SortedResult> {
  private readonly cancellations: PlainResult[] = [];
  private readonly matches: PlainResult[] = [];
  private readonly names = new Map<WorkerServices, (readonly [node: NodeId, name: ResultName])[]>();
  private named = 0;

  constructor(
    private readonly workers: Workers,
    private readonly exchange: CutExchange,
    private readonly log: number,
  ) {}

  get isFull(): boolean {
    return this.cancellations.length + this.matches.length + this.named >= RESULTS_AT_ONCE;
  }

  same(old: SortedResult, current: SortedResult): void {
    this.name(current, old.resultId);
  }

  ends({ resultId, row }: SortedResult): void {
    this.cancellations.push([resultId, row]);
  }

  begins(current: SortedResult, isIdOver: boolean): void {
    const { resultId, row } = current;
    const otherName = isIdOver ? otherId(resultId, this.exchange.after) : resultId;
    if (isIdOver) this.name(current, otherName);
    this.matches.push([otherName, row]);
  }

  async flush(): Promise<void> {
    while (this.cancellations.length + this.matches.length + this.named > 0) await this.reportSome();
  }

  private name({ node, resultId, row }: SortedResult, name: string): void {
    const worker = this.workers.ofNode(node!);
    const names = this.names.get(worker) ?? [];
    this.names.set(worker, names);
    names.push([node!, { resultId, row, name }]);
    this.named++;
  }

  private async reportSome(): Promise<void> {
    const { workers, log } = this;
    const { before, after } = this.exchange;
    const cancellations = this.cancellations.splice(0, RESULTS_AT_ONCE);
    const matches = this.matches.splice(0, RESULTS_AT_ONCE - cancellations.length);
    const otherName: Promise<void>[] = [];
    if (cancellations.length + matches.length > 0) {
      otherName.push(workers.first.replacement.addDifference(log, before, after, { cancellations, matches }));
    }
    for (const [worker, names] of this.names) {
      const some = names.splice(0, RESULTS_AT_ONCE);
      this.named -= some.length;
      if (some.length > 0) otherName.push(worker.replacement.rename(after, some));
    }
    await Promise.all(otherName);
  }
}
