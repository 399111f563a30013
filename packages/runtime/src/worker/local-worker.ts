/**
 * The worker service where the shards are: in a worker, or in the embedding program's own thread. Owns the
 * graph worker, the standing-query engine, and what runs on them.
 */
import { type CypherFunctionSource, type Row, type TappedResult } from '@weir/cypher';
import { type CheckpointStep, GraphWorker, type WorkerActivity, type ResultBatch } from '@weir/graph';
import type { NodeId, Value } from '@weir/model';
import {
  createStandingEngine,
  describePlan,
  type PartExplanation,
  type StandingPlanDescription,
  type ResultName,
  type StandingMode,
} from '@weir/standing';
import { importLines, type ImportOutcome } from '../transfer/worker-import.js';
import { WorkerBackups } from '../backup/worker-backups.js';
import { FlowGate } from './flow-gate.js';
import * as inspection from '../standing-inspection/worker-inspection.js';
import type { StandingCount } from '../standing-inspection/standing-counts.js';
import type { CutExchange } from '../replacement/exchange.js';
import type { ReplacementStep, ComparedResult } from '../replacement/worker-replacement.js';
import { WorkerReplacements } from '../replacement/worker-replacements.js';
import { differenceResults, type StandingDifference } from '../replacement/standing-difference.js';
import { WriterPause } from './writer-pause.js';
import type {
  WorkerChunkOutcome,
  WorkerQueryFacts,
  WorkerQueryRequest,
  WorkerService,
  WorkerValueOutcome,
} from '../contract/worker-service.js';
import { WorkerLanes } from './worker-lanes.js';
import type { LocalWorkerOptions } from './local-worker-options.js';
import { QueryRuns } from './query-runs.js';
import { RetentionLoop } from './retention-loop.js';
import { ResultWindow } from './result-window.js';
import { StoredResultBatches } from '../results/stored-result-batches.js';
import { WorkerPlans } from './worker-plans.js';
import { limitShards, shardStatus } from './shard-status.js';
import { type StandingIdentity, StandingTaps } from './standing-taps.js';
import type { LaneDefinition, RecordChunk, ShardLimits, ShardStatus } from '@weir/contract';

export class LocalWorker implements WorkerService {
  readonly gate = new FlowGate();
  readonly graph: GraphWorker;
  private readonly engine = createStandingEngine();
  private readonly window = new ResultWindow(this.gate);
  private readonly writers = new WriterPause();
  private readonly taps: StandingTaps;
  private readonly queries: QueryRuns;
  private readonly retention: RetentionLoop | undefined = undefined;
  private readonly backups: WorkerBackups;
  private readonly results: StoredResultBatches;
  private readonly lanes: WorkerLanes;
  private readonly plans: WorkerPlans;
  private readonly replacements: WorkerReplacements;
  /** Standing queries that ask for provenance. */
  private readonly originQueries = new Set<number>();

  constructor(private readonly options: LocalWorkerOptions) {
    this.graph = new GraphWorker({
      index: options.index,
      workerOfShard: options.workerOfShard,
      persistors: options.persistors,
      engine: this.engine,
      environment: options.environment,
      persistence: options.persistence,
      send: options.send,
      onResults: batches => this.reportResults(batches),
      onBacklog: isLong => this.gate.set('messages of standing queries', isLong),
    });
    const { journalRetention } = options.persistence;
    if (journalRetention !== undefined) {
      this.retention = new RetentionLoop(this.graph, options.environment, journalRetention);
      this.retention.start();
    }
    this.plans = new WorkerPlans(this.graph, this.engine, options.environment.scheduler, {
      extensions: () => options.extensions.all,
      expressionsFailed: summary => options.reports.expressionsFailed(summary),
    });
    this.taps = new StandingTaps((tap, query) => options.reports.tap(options.index, tap, query));
    const surroundings = {
      environment: options.environment,
      openText: options.openText,
      standingQueries: this.taps,
    };
    this.queries = new QueryRuns(this.graph, options.extensions, surroundings, this.writers);
    this.backups = new WorkerBackups(options.persistors);
    const { gate, writers } = this;
    const tracksOrigins = (): boolean => this.originQueries.size > 0;
    this.lanes = new WorkerLanes(
      { graph: this.graph, gate, writers, surroundings, tracksOrigins },
      () => options.extensions.all,
    );
    this.results = new StoredResultBatches(this.graph);
    const { graph, engine, window } = this;
    this.replacements = new WorkerReplacements({ graph, engine, window }, number => this.plans.of(number));
  }

  async defineFunctions(functions: readonly CypherFunctionSource[]): Promise<null> {
    this.options.extensions.define(functions);
    return null;
  }

  async inspect(text: string, parameters: readonly string[] | null): Promise<WorkerQueryFacts> {
    return this.queries.inspect(text, parameters);
  }

  async startQuery(request: WorkerQueryRequest): Promise<WorkerQueryFacts> {
    return this.queries.start(request);
  }

  async nextRows(query: number): Promise<readonly Row[] | null> {
    return this.queries.next(query);
  }

  async closeQuery(query: number): Promise<null> {
    this.queries.close(query);
    return null;
  }

  async openLane(lane: number, definition: LaneDefinition): Promise<WorkerQueryFacts> {
    return this.lanes.open(lane, definition);
  }

  async runChunk(lane: number, chunk: RecordChunk): Promise<WorkerChunkOutcome> {
    return this.lanes.of(lane).runChunk(chunk);
  }

  async runValues(lane: number, values: readonly Value[]): Promise<readonly WorkerValueOutcome[]> {
    return this.lanes.of(lane).runValues(values);
  }

  async releaseLane(lane: number): Promise<null> {
    this.lanes.release(lane);
    return null;
  }

  async closeLane(lane: number): Promise<null> {
    this.lanes.close(lane);
    return null;
  }

  async registerStanding(number: number, inputBufferSize: number, identity: StandingIdentity): Promise<null> {
    this.window.register(number, inputBufferSize);
    this.taps.know(number, identity);
    return null;
  }

  async registerPlan(
    number: number,
    query: string,
    mode: string,
    tracksOrigins: boolean,
    log: number | null,
  ): Promise<readonly string[]> {
    this.graph.filing.set(number, log === number ? undefined : { number: log });
    return this.plans.register(number, query, mode as StandingMode, tracksOrigins).columns;
  }

  async removePlan(plan: number): Promise<null> {
    this.plans.remove(plan);
    this.graph.filing.set(plan, undefined);
    return null;
  }

  async pauseWriters(): Promise<null> {
    await this.writers.pause();
    return null;
  }

  async resumeWriters(): Promise<null> {
    this.writers.resume();
    return null;
  }

  async replacement(step: ReplacementStep, exchange: CutExchange, log: number): Promise<null> {
    await this.replacements.run(step, exchange, log);
    return null;
  }

  async cutReplacement(after: number): Promise<CutExchange['cut']> {
    return this.replacements.of(after).cut();
  }

  async comparedResults(
    after: number,
    shard: number,
    side: 'before' | 'after',
  ): Promise<readonly ComparedResult[]> {
    return this.replacements.of(after).next(shard, side);
  }

  async renameResults(
    after: number,
    names: readonly (readonly [node: NodeId, name: ResultName])[],
  ): Promise<null> {
    await this.replacements.of(after).rename(names);
    return null;
  }

  async addDifference(
    log: number,
    before: number,
    plan: number,
    difference: StandingDifference,
  ): Promise<null> {
    await this.graph.standing.addResults(differenceResults(difference, before, plan), log);
    return null;
  }

  async startStanding(number: number): Promise<null> {
    this.engine.start(number);
    await this.graph.standing.started();
    return null;
  }

  async trackOrigins(number: number): Promise<null> {
    this.originQueries.add(number);
    return null;
  }

  async describeStanding(number: number): Promise<StandingPlanDescription> {
    return describePlan(this.plans.of(number));
  }

  async countStanding(number: number, isRestored: boolean): Promise<StandingCount> {
    return this.plans.counts.of(this.plans.of(number), isRestored);
  }

  async beginStandingCount(number: number): Promise<null> {
    await this.plans.counts.begin(this.plans.of(number));
    return null;
  }

  async sampleStanding(number: number, count: number, seed: number): Promise<inspection.NodeSample> {
    return inspection.sampleNodes(this.graph, this.plans.of(number), count, seed);
  }

  async lookAtStanding(number: number, ids: readonly NodeId[]): Promise<readonly inspection.LookedAt[]> {
    return inspection.lookAt(this.graph, this.plans.of(number), ids);
  }

  async membersAt(number: number, home: NodeId, member: NodeId): Promise<inspection.Rows> {
    return inspection.membersAt(this.graph, this.plans.of(number), home, member);
  }

  async resultsOfMembers(number: number, members: inspection.Rows): Promise<inspection.Rows> {
    return inspection.resultsOf(this.plans.of(number), members);
  }

  async allStandingRows(number: number): Promise<inspection.Rows> {
    return inspection.allRows(this.graph, this.plans.of(number));
  }

  async explainStandingOn(number: number, id: NodeId): Promise<readonly PartExplanation[]> {
    return inspection.explainOnNode(this.graph, this.plans.of(number), id);
  }

  async removeStanding(number: number): Promise<null> {
    this.originQueries.delete(number);
    this.taps.forget(number);
    this.window.remove(number);
    await this.results.forget(number);
    return null;
  }

  async openResults(
    number: number,
    after: readonly (readonly [shard: number, sequence: number])[],
  ): Promise<readonly ResultBatch[]> {
    return this.results.open(number, new Map(after));
  }

  async readResults(
    number: number,
    shard: number,
    after: number,
  ): Promise<readonly (readonly [sequence: number, bytes: Uint8Array])[]> {
    return this.results.read(number, shard, after);
  }

  async deleteResults(
    number: number,
    upTo: readonly (readonly [shard: number, sequence: number])[],
  ): Promise<null> {
    await this.results.delete(number, new Map(upTo));
    return null;
  }

  async propagate(includeSleeping: boolean, parallelism: number): Promise<null> {
    await this.graph.propagate(includeSleeping, parallelism);
    return null;
  }

  async recover(parallelism: number): Promise<number> {
    return this.graph.recover(parallelism);
  }

  async checkpoint(step: CheckpointStep): Promise<boolean> {
    return this.graph.checkpoint(step);
  }

  async acknowledgeResults(number: number, count: number): Promise<null> {
    this.window.taken(number, count);
    return null;
  }

  async fullQueries(): Promise<readonly number[]> {
    return this.window.full;
  }

  async tapped(tap: number, results: readonly TappedResult[]): Promise<null> {
    await this.taps.offer(tap, results);
    return null;
  }

  async endTaps(): Promise<null> {
    this.taps.endAll();
    return null;
  }

  async status(): Promise<readonly ShardStatus[]> {
    return this.graph.shards.map(shard => shardStatus(shard, this.options.index));
  }

  async setLimits(limits: readonly (readonly [shard: number, limits: ShardLimits])[]): Promise<null> {
    limitShards(this.graph.shards, limits);
    return null;
  }

  async sleepNode(id: NodeId): Promise<boolean> {
    return this.graph.sleep(id);
  }

  async activity(): Promise<WorkerActivity> {
    return this.graph.activity;
  }

  async importLines(text: string, firstLine: number): Promise<ImportOutcome> {
    if (!this.gate.isOpen) await this.gate.pass();
    await this.writers.enter();
    try {
      return await importLines(this.graph, text, firstLine);
    } finally {
      this.writers.leave();
    }
  }

  async holdWrites(backup: number): Promise<null> {
    await this.backups.hold(backup);
    return null;
  }

  async cutStores(backup: number): Promise<null> {
    this.backups.cut(backup);
    return null;
  }

  async nextBackupFrame(backup: number): Promise<Uint8Array | null> {
    return (await this.backups.next(backup)) ?? null;
  }

  async endBackup(backup: number): Promise<null> {
    await this.backups.end(backup);
    return null;
  }

  async close(): Promise<null> {
    await this.retention?.stop();
    this.plans.close();
    this.queries.closeAll();
    this.lanes.closeAll();
    await this.backups.endAll();
    await this.graph.close();
    return null;
  }

  private reportResults(batches: readonly ResultBatch[]): void {
    for (let i = 0; i < batches.length; i++) this.window.sent(batches[i]!.query, batches[i]!.count);
    const { replacements } = this;
    const reported = replacements.isEmpty ? batches : batches.filter(batch => !replacements.keep(batch));
    if (reported.length > 0) this.options.reports.results(reported);
  }
}
