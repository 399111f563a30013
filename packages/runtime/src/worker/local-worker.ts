/**
 * A worker in the thread that hosts its shards: a worker thread, or the embedding program's. Assembles the graph of the
 * shards, the standing-query engine and their services.
 */
import type { QueryServices } from '@weir/cypher';
import { GraphWorker, type ResultBatch } from '@weir/graph';
import { createStandingEngine, NO_RECORDER } from '@weir/standing';
import { WorkerBackups } from '../backup/worker-backups.js';
import type { WorkerServices } from '../contract/worker-services.js';
import { ResultWindow } from '../flow/result-window.js';
import { WriteGate } from '../flow/write-gate.js';
import { WorkerReplacements } from '../replacement/worker-replacements.js';
import { StandingTaps } from '../results/standing-taps.js';
import { WorkerResults } from '../results/worker-results.js';
import { WorkerInspection } from '../standing-inspection/worker-inspection.js';
import { WorkerImport } from '../transfer/worker-import.js';
import { BytesUnderWay } from './bytes-under-way.js';
import { heapLimit, onHeapCollected } from './heap-collections.js';
import { ContentCount } from './content-count.js';
import { HeapWatch } from './heap-watch.js';
import type { LocalWorkerOptions } from './local-worker-options.js';
import { QueryRuns } from './query-runs.js';
import { RetentionLoop } from './retention-loop.js';
import { WorkerLanes } from './worker-lanes.js';
import { WorkerPlans } from './worker-plans.js';
import { WorkerShards } from './worker-shards.js';

export class LocalWorker implements WorkerServices {
  readonly gate = new WriteGate();
  readonly graph: GraphWorker;
  readonly queries: QueryRuns;
  readonly lanes: WorkerLanes;
  readonly standing: WorkerPlans;
  readonly results: WorkerResults;
  readonly replacement: WorkerReplacements;
  readonly inspection: WorkerInspection;
  readonly backup: WorkerBackups;
  readonly transfer: WorkerImport;
  readonly shards: WorkerShards;
  private readonly window = new ResultWindow(this.gate);
  private readonly retention: RetentionLoop | undefined;
  private readonly contents: ContentCount;
  private readonly endHeapWatch: (() => void) | undefined;

  constructor(private readonly options: LocalWorkerOptions) {
    const { index, persistors, environment, persistence, extensions, openText, reports } = options;
    const engine = createStandingEngine(NO_RECORDER, {
      from: options.standingStateWarning,
      grown: (query, states, rows, results) => this.standing.grown(query, states, rows, results),
    });
    const { gate, window } = this;
    const graph = new GraphWorker({
      index,
      workerOfShard: options.workerOfShard,
      persistors,
      engine,
      environment,
      persistence,
      life: options.life,
      recovers: options.recovers,
      send: options.send,
      onResults: batches => this.reportResults(batches),
      onBacklog: isLong => gate.setFull('messages of standing queries', isLong),
    });
    const taps = new StandingTaps((tap, query) => reports.tap(index, tap, query));
    const reached: QueryServices = { environment, openText, standingQueries: taps };
    this.graph = graph;
    this.queries = new QueryRuns(graph, extensions, reached, gate);
    this.standing = new WorkerPlans(graph, engine, extensions, summary => reports.expressionsFailed(summary));
    const planOf = (plan: number): ReturnType<WorkerPlans['of']> => this.standing.of(plan);
    this.results = new WorkerResults(graph, window, taps);
    const { originQueries } = this.results;
    const underWay = new BytesUnderWay(heapLimit());
    this.lanes = new WorkerLanes({ graph, gate, reached, originQueries, underWay }, extensions);
    this.replacement = new WorkerReplacements({ graph, engine, window }, gate, planOf);
    this.inspection = new WorkerInspection(graph, this.standing.counts, planOf);
    this.backup = new WorkerBackups(persistors);
    this.transfer = new WorkerImport(graph, gate);
    this.shards = new WorkerShards(graph, index, gate);
    const { journalRetention } = persistence;
    this.retention =
      journalRetention === undefined ? undefined : new RetentionLoop(graph, environment, journalRetention);
    this.retention?.start();
    this.contents = new ContentCount(graph, environment);
    this.contents.start();
    this.endHeapWatch = this.watchHeap();
    for (const persistor of persistors.values())
      void persistor.lost.then(reason => {
        // A takeover by another process is reported by the store that belongs to no shard.
        if (reason.code !== 'store.taken-over') reports.storeWentBack(reason);
      });
  }

  async close(): Promise<void> {
    this.endHeapWatch?.();
    await this.retention?.stop();
    await this.contents.stop();
    this.standing.close();
    this.queries.cancelAll();
    this.lanes.closeAll();
    await this.backup.endAll();
    await this.graph.close();
  }

  /** Active only if sleeping nodes are out of memory. */
  private watchHeap(): (() => void) | undefined {
    const { shards } = this.graph;
    if (shards.length === 0 || !shards.every(({ persistor }) => persistor.supports.durable)) return undefined;
    const watch = new HeapWatch(shards, this.options.index, this.options.environment);
    return onHeapCollected(part => watch.collected(part));
  }

  private reportResults(batches: readonly ResultBatch[]): void {
    for (let i = 0; i < batches.length; i++) this.window.sent(batches[i]!.query, batches[i]!.count);
    const { replacement } = this;
    const reported = replacement.isEmpty ? batches : batches.filter(batch => !replacement.keep(batch));
    if (reported.length > 0) this.options.reports.results(reported);
  }
}
