/** One worker's part in the replacement of a plan: see exchange.ts. */
import { type GraphWorker, type ResultBatch, type UnpackedBatch, unpackBatch } from '@weir/graph';
import { type NodeId, shardOf } from '@weir/model';
import { MemoryPersistor, type Persistor } from '@weir/persistor';
import {
  matchRow,
  type RegisteringStandingEngine,
  type ResultName,
  type StandingPlan,
  type StandingResult,
} from '@weir/standing';
import type { ResultWindow } from '../flow/result-window.js';
import type { CutExchange, Exchange } from '../contract/exchange.js';
import type { ComparedResult } from '../contract/replacement-service.js';
import { ResultOutcomes, runEntry, runSources, RunWriter } from './result-runs.js';

/** Number of nodes woken at a time. */
const PARALLELISM = 64;
/** Number of results of this worker that are sorted in memory. */
const SORTED_AT_ONCE = 16_384;
/** Number of results held back at which ingest waits for the comparison. */
export const MOST_HELD_BACK = 65_536;
/** Number of results that may be added while the last ones held back are released. */
const FEW = 1024;
/** Number of true results returned at a time. */
const RESULTS_PER_PAGE = 512;

export interface WorkerReplacementOptions {
  readonly graph: GraphWorker;
  readonly engine: RegisteringStandingEngine;
  readonly window: ResultWindow;
}

export class WorkerReplacement {
  /** Batches of the new plan being written, oldest first, while held-back results are released. */
  private tail: ResultBatch[] | undefined = undefined;
  /** Results that ended before they got their other ids, keyed by their first ids. */
  private readonly missed = new Map<string, string>();
  private readonly reading = new Map<string, ResultOutcomes>();
  /** By shard, for shards whose own stores keep no results. */
  private readonly memory = new Map<number, Persistor>();
  private storing: Promise<void> = Promise.resolve();

  constructor(
    readonly exchange: Exchange,
    private readonly options: WorkerReplacementOptions,
  ) {}

  /**
   * To be called on all workers before the new plan starts to match on any.
   * @param log the number under which results of the old plan are filed.
   */
  begin(log: number): void {
    const { before, after, copies } = this.exchange;
    const { filing } = this.options.graph;
    filing.set(after, { number: after, withRoots: true });
    filing.set(before, { number: log, copies });
  }

  /**
   * Called if both plans' results have the same columns: a row that stays on its node keeps its id. In effect until
   * `hold` or `undo`.
   */
  inherit(): void {
    const { before, after } = this.exchange;
    this.options.engine.queries.inheritResultIds(after, before);
  }

  /** Abandons the replacement. */
  undo(log: number): void {
    const { before, after } = this.exchange;
    this.options.engine.queries.inheritResultIds(after, undefined);
    this.options.graph.filing.set(before, { number: log });
  }

  end(): void {
    this.options.engine.results.endRenaming();
  }

  /** Resumes after a restart past the cut. */
  async resume(): Promise<void> {
    const { after } = this.exchange;
    const { graph, window } = this.options;
    for (const shard of graph.shards) {
      const bounds = await this.store(shard.number).resultBounds(after);
      shard.journal.results.continueAfter(after, bounds?.last ?? 0);
    }
    graph.filing.set(after, { number: after });
    window.register(after, MOST_HELD_BACK);
  }

  /** Whether the batches of this query are not for consumers. */
  keeps(query: number): boolean {
    return query === this.exchange.after || query === this.exchange.copies;
  }

  /** Takes a batch that is durable, if results are stored. */
  keep(batch: ResultBatch): void {
    if (batch.query === this.exchange.after) this.tail?.push(batch);
    const { shard, query, sequence, bytes } = batch;
    const store = this.store(shard);
    if (store === this.persistor(shard)) return;
    const stored = store.write({ journal: [], results: [{ query, sequence, bytes }] });
    this.storing = Promise.all([this.storing, stored]).then(() => undefined);
  }

  /** Shows the new plan to every node, and records which results of the old one are true. */
  async collect(before: StandingPlan): Promise<void> {
    const { graph, engine } = this.options;
    const length = Math.max(1024, Math.floor(SORTED_AT_ONCE / graph.shards.length));
    const writers = new Map(
      graph.shards.map(({ number }) => [
        number,
        new RunWriter(this.store(number), this.exchange.found, length),
      ]),
    );
    await graph.commit();
    await graph.standing.propagate(
      true,
      PARALLELISM,
      node =>
        engine.results.visit(node.standing, before.query, (resultId, row) => {
          const writer = writers.get(shardOf(node.id, graph.shardCount))!;
          writer.add(runEntry(resultId, row ?? matchRow(before, node.id), null, false));
        }),
      async () => {
        for (const writer of writers.values()) if (writer.isFull) await writer.endRun();
      },
    );
    for (const writer of writers.values()) await writer.endRun();
  }

  /** Called at rest. Returns the end of the comparison. */
  cut(): readonly (readonly [shard: number, sequence: number])[] {
    return this.options.graph.shards.map(({ number, journal }) => [
      number,
      journal.results.lastSequence(this.exchange.after),
    ]);
  }

  /**
   * Called at rest, when the cut is made: results of the old plan are dropped from now on, and results of the new one
   * held back.
   */
  hold(): void {
    this.options.engine.queries.inheritResultIds(this.exchange.after, undefined);
    this.options.graph.filing.set(this.exchange.before, { number: null });
    this.options.window.register(this.exchange.after, MOST_HELD_BACK);
  }

  /** Sorts the reports of both plans until the cut. Repeating it does no harm. */
  async sort({ cut }: CutExchange): Promise<void> {
    const { copies, after, sortedBefore, sortedAfter } = this.exchange;
    const upTo = new Map(cut);
    this.reading.clear();
    await this.storing;
    for (const { number } of this.options.graph.shards) {
      await this.sortShard(number, copies, Number.POSITIVE_INFINITY, sortedBefore);
      await this.sortShard(number, after, upTo.get(number) ?? 0, sortedAfter);
    }
  }

  private async sortShard(shard: number, from: number, upTo: number, to: number): Promise<void> {
    const store = this.store(shard);
    await store.deleteResults(to);
    const writer = new RunWriter(store, to, SORTED_AT_ONCE);
    for await (const stored of store.readResults(from)) {
      for (const { sequence, bytes } of stored) {
        if (sequence > upTo) break;
        const batch = unpackBatch(bytes);
        for (let i = 0; i < batch.count; i++) {
          const node = batch.root(i) ?? null;
          writer.add(runEntry(batch.resultId(i), batch.row(i), node, !batch.isPositiveMatch(i)));
        }
        if (!writer.isFull) continue;
        await writer.endRun();
        await this.options.graph.giveWay();
      }
    }
    await writer.endRun();
  }

  /**
   * Returns results of a shard that were true at the cut, by row and id, page by page; for the old plan, also results
   * that had ended. An empty page at the end.
   */
  async next(shard: number, side: 'before' | 'after'): Promise<readonly ComparedResult[]> {
    const { found, sortedBefore, sortedAfter } = this.exchange;
    const name = `${side} ${shard}`;
    let reading = this.reading.get(name);
    if (reading === undefined) {
      const store = this.store(shard);
      const sources = await runSources(store, side === 'before' ? sortedBefore : sortedAfter);
      if (side === 'before') sources.push(...(await runSources(store, found)));
      reading = new ResultOutcomes(sources, side === 'after');
      this.reading.set(name, reading);
    }
    await this.options.graph.giveWay();
    for (;;) {
      const outcomes = await reading.take(RESULTS_PER_PAGE);
      if (outcomes.length === 0) this.reading.delete(name);
      const page = side === 'before' ? outcomes : outcomes.filter(({ isOver }) => !isOver);
      if (page.length > 0 || outcomes.length === 0) {
        return page.map(({ resultId, row, node, isOver }) => ({ resultId, row, node, isOver }));
      }
    }
  }

  async rename(names: readonly (readonly [node: NodeId, name: ResultName])[]): Promise<void> {
    const byNode = new Map<NodeId, ResultName[]>();
    for (const [node, name] of names) {
      const known = byNode.get(node);
      if (known === undefined) byNode.set(node, [name]);
      else known.push(name);
    }
    const missing = await this.options.graph.standing.renameResults(this.exchange.after, [...byNode]);
    for (const { resultId, name } of missing) this.missed.set(resultId, name);
  }

  /** Files the results held back, and all later ones, under `log`. */
  async release({ cut }: CutExchange, log: number): Promise<void> {
    const { graph, window } = this.options;
    const { after } = this.exchange;
    const moved = new Map(cut);
    this.tail = [];
    await this.storing;
    while ((await this.moveStored(moved, log)) > FEW) await graph.giveWay();
    // Nothing else runs from here until this is done: results gathered meanwhile precede later ones.
    await graph.commit();
    const { clock } = graph.environment;
    for (const batch of this.tail) {
      if (batch.sequence > (moved.get(batch.shard) ?? 0))
        this.move(batch.shard, unpackBatch(batch.bytes), log);
    }
    for (const shard of graph.shards) {
      for (const batch of shard.journal.results.takeOf(after, clock.now())) {
        this.move(shard.number, unpackBatch(batch.bytes), log);
      }
    }
    graph.filing.set(after, { number: log });
    this.tail = undefined;
    window.remove(after);
    graph.finishMessage();
    await graph.commit();
  }

  /** @returns how many results were moved. */
  private async moveStored(moved: Map<number, number>, log: number): Promise<number> {
    const { graph } = this.options;
    let count = 0;
    for (const { number } of graph.shards) {
      for await (const stored of this.store(number).readResults(
        this.exchange.after,
        moved.get(number) ?? 0,
      )) {
        for (const { sequence, bytes } of stored) {
          const batch = unpackBatch(bytes);
          this.move(number, batch, log);
          moved.set(number, sequence);
          count += batch.count;
        }
        graph.finishMessage();
        await graph.commit();
      }
    }
    this.tail = this.tail?.filter(({ shard, sequence }) => sequence > (moved.get(shard) ?? 0));
    return count;
  }

  private move(shard: number, batch: UnpackedBatch, log: number): void {
    const { results } = this.shard(shard).journal;
    for (let i = 0; i < batch.count; i++) results.add(this.resultOf(batch, i), log);
  }

  private resultOf(batch: UnpackedBatch, index: number): StandingResult {
    const resultId = batch.resultId(index);
    return {
      query: this.exchange.after,
      root: '' as NodeId,
      isPositiveMatch: batch.isPositiveMatch(index),
      isInitialResult: batch.isInitialResult(index),
      resultId: this.missed.get(resultId) ?? resultId,
      row: batch.row(index),
      origin: undefined,
      origins: batch.provenance(index),
    };
  }

  private store(shard: number): Persistor {
    const persistor = this.persistor(shard);
    if (persistor.supports.results) return persistor;
    let memory = this.memory.get(shard);
    if (memory === undefined) this.memory.set(shard, (memory = new MemoryPersistor(`shard-${shard}`)));
    return memory;
  }

  private persistor(shard: number): Persistor {
    return this.shard(shard).persistor;
  }

  private shard(number: number): GraphWorker['shards'][number] {
    return this.options.graph.shards.find(shard => shard.number === number)!;
  }
}
