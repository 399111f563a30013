/**
 * What the coordinator (the thread of `StreamingGraph`) asks of each worker. The same service stands in the
 * coordinator's own thread or behind a message channel in a worker. Everything here can be encoded as msgpack.
 */
import type { CypherFunctionSource, PlanDescription, Row, TappedResult } from '@weir/cypher';
import type { CheckpointStep, WorkerActivity, ResultBatch } from '@weir/graph';
import type { NodeId, TransferredError, Value, ValueMap } from '@weir/model';
import type { ResultName } from '@weir/standing';
import type { CutExchange } from '../replacement/exchange.js';
import type { ReplacementStep, ComparedResult } from '../replacement/worker-replacement.js';
import type { StandingDifference } from '../replacement/standing-difference.js';
import type { FailureSummary } from '../worker/standing-failures.js';
import type { StandingIdentity } from '../worker/standing-taps.js';
import type { LaneDefinition, RecordChunk, ShardLimits, ShardStatus } from '@weir/contract';
import type { ImportOutcome } from '../transfer/worker-import.js';
import type { PartExplanation, StandingPlanDescription } from '@weir/standing';
import type { LookedAt, NodeSample, Rows } from '../standing-inspection/worker-inspection.js';
import type { StandingCount } from '../standing-inspection/standing-counts.js';

export interface WorkerQueryFacts {
  readonly columns: readonly string[];
  readonly isReadOnly: boolean;
  readonly isIdempotent: boolean;
  readonly canContainAllNodeScan: boolean;
  readonly plan: PlanDescription;
}

export interface WorkerQueryRequest {
  /** Chosen by the coordinator. */
  readonly query: number;
  readonly text: string;
  readonly parameters: ValueMap;
  readonly atTime: number | null;
  /** Milliseconds. */
  readonly timeout: number | null;
  /** Nodes that sleep go on sleeping when they are read. */
  readonly letsSleep: boolean;
}

export interface WorkerChunkOutcome {
  readonly done: number;
  readonly rejected: number;
  readonly rejections: readonly { readonly position: number; readonly reason: string }[];
  readonly failure: { readonly position: number; readonly error: TransferredError } | null;
}

export interface WorkerValueOutcome {
  readonly rows: readonly Row[];
  readonly error: TransferredError | null;
}

export interface WorkerService {
  /**
   * From now on exactly these functions written in Cypher are there, each of which may use those before it.
   * Rejects with `cypher.*` or `function.*`; then nothing has changed.
   */
  defineFunctions(functions: readonly CypherFunctionSource[]): Promise<null>;

  inspect(text: string, parameters: readonly string[] | null): Promise<WorkerQueryFacts>;
  startQuery(request: WorkerQueryRequest): Promise<WorkerQueryFacts>;
  /** `null` when there are no more; then the query's effects are durable. */
  nextRows(query: number): Promise<readonly Row[] | null>;
  closeQuery(query: number): Promise<null>;

  openLane(lane: number, definition: LaneDefinition): Promise<WorkerQueryFacts>;
  runChunk(lane: number, chunk: RecordChunk): Promise<WorkerChunkOutcome>;
  runValues(lane: number, values: readonly Value[]): Promise<readonly WorkerValueOutcome[]>;
  releaseLane(lane: number): Promise<null>;
  closeLane(lane: number): Promise<null>;

  /** Makes a standing query known: its results are counted, and may be read along with. */
  registerStanding(number: number, inputBufferSize: number, identity: StandingIdentity): Promise<null>;
  /**
   * Makes a plan known, so that its messages are understood; it begins to watch with `startStanding`, when every worker
   * knows it. Its results are those of the standing query `log`, or (`null`) go nowhere.
   * @returns the columns of its results. Rejects with `standing.invalid-pattern` or `cypher.*`; then nothing is left.
   */
  registerPlan(
    plan: number,
    query: string,
    mode: string,
    tracksOrigins: boolean,
    log: number | null,
  ): Promise<readonly string[]>;
  startStanding(plan: number): Promise<null>;
  /** Nodes drop what is left of it. */
  removePlan(plan: number): Promise<null>;
  /** Nobody writes to this worker's graph any more, but for what standing queries do. @returns when nobody does. */
  pauseWriters(): Promise<null>;
  resumeWriters(): Promise<null>;
  /**
   * One step of a plan's taking another one's place (replacement/exchange.ts), on all workers before the next one on
   * any. @param log the standing query's number.
   */
  replacement(step: ReplacementStep, exchange: CutExchange, log: number): Promise<null>;
  /** At rest: by shard of this worker, the last batch that the plan that comes has reported. */
  cutReplacement(after: number): Promise<CutExchange['cut']>;
  /** What was true at the cut on a shard of this worker, by row and id, page by page; none at the end. */
  comparedResults(after: number, shard: number, side: 'before' | 'after'): Promise<readonly ComparedResult[]>;
  /** Results that are true on nodes of this worker get other ids. @returns when that is durable. */
  renameResults(after: number, names: readonly (readonly [node: NodeId, name: ResultName])[]): Promise<null>;
  /** Reports results of two plans that no node reports now. @returns when that is durable. */
  addDifference(log: number, before: number, plan: number, difference: StandingDifference): Promise<null>;
  /** The query's results say which records they come from; lanes note it from now on. */
  trackOrigins(number: number): Promise<null>;
  // Looking into standing queries, which wakes no node.

  describeStanding(plan: number): Promise<StandingPlanDescription>;
  /** What is known of its states and results. @param isRestored an earlier run left the plan. */
  countStanding(plan: number, isRestored: boolean): Promise<StandingCount>;
  /** Counts what an earlier run left, once. @returns when that is done. */
  beginStandingCount(plan: number): Promise<null>;
  /** Some nodes of this worker, the same for the same seed. @param count of either kind. */
  sampleStanding(plan: number, count: number, seed: number): Promise<NodeSample>;
  /** What an audit has to know of nodes of this worker. */
  lookAtStanding(plan: number, ids: readonly NodeId[]): Promise<readonly LookedAt[]>;
  /** What a root has put into the group of a home of this worker, by itself. */
  membersAt(plan: number, home: NodeId, member: NodeId): Promise<Rows>;
  /** What its groups report that have these members and no others. */
  resultsOfMembers(plan: number, members: Rows): Promise<Rows>;
  /** Results that nodes of this worker report as true now. */
  allStandingRows(plan: number): Promise<Rows>;
  /** How far a node of this worker is with each part of the query. */
  explainStandingOn(plan: number, id: NodeId): Promise<readonly PartExplanation[]>;
  /** Also deletes what is stored of its results. */
  removeStanding(number: number): Promise<null>;
  /**
   * Stored results of a query that came after the given batches, of this worker's shards; new ones are numbered after
   * them. To be called before a query that an earlier run left is started.
   */
  openResults(
    number: number,
    after: readonly (readonly [shard: number, sequence: number])[],
  ): Promise<readonly ResultBatch[]>;
  /** The next stored batches of a query and shard after a sequence, not all of them. */
  readResults(
    number: number,
    shard: number,
    after: number,
  ): Promise<readonly (readonly [sequence: number, bytes: Uint8Array])[]>;
  /** Deletes batches up to a sequence per shard; shards of other workers are ignored. */
  deleteResults(number: number, upTo: readonly (readonly [shard: number, sequence: number])[]): Promise<null>;
  propagate(includeSleeping: boolean, parallelism: number): Promise<null>;
  /** @returns how many nodes were looked at. */
  recover(parallelism: number): Promise<number>;
  /** One step on all workers before the next one on any. @returns of `mark`: whether there is something to forget. */
  checkpoint(step: CheckpointStep): Promise<boolean>;
  /** So many more results of a query were taken by its consumers; negative when a consumer went back. */
  acknowledgeResults(number: number, count: number): Promise<null>;
  /** Queries that hold ingest on this worker, by the numbers that their results are counted under. */
  fullQueries(): Promise<readonly number[]>;

  /** Results for a query of this worker that reads along. Resolves when they are taken. */
  tapped(tap: number, results: readonly TappedResult[]): Promise<null>;
  /** Queries that read along come to their end. */
  endTaps(): Promise<null>;

  status(): Promise<readonly ShardStatus[]>;
  setLimits(limits: readonly (readonly [shard: number, limits: ShardLimits])[]): Promise<null>;
  /** The node, of one of this worker's shards, sleeps if it has nothing left to do. */
  sleepNode(id: NodeId): Promise<boolean>;
  activity(): Promise<WorkerActivity>;

  /** Whole lines of an export, the first of them with that number. @returns when they are durable. */
  importLines(text: string, firstLine: number): Promise<ImportOutcome>;

  /** A backup, known by a number: resolves when no store of this worker is being written. */
  holdWrites(backup: number): Promise<null>;
  /** Takes the backup's cuts; writes go on. */
  cutStores(backup: number): Promise<null>;
  /** `null` when there are no more. */
  nextBackupFrame(backup: number): Promise<Uint8Array | null>;
  /** At any time, also when nothing began. */
  endBackup(backup: number): Promise<null>;

  close(): Promise<null>;
}

/** What a worker tells the coordinator unasked. */
export interface WorkerReports {
  results(batches: readonly ResultBatch[]): void;
  /** A query of a worker wants to read along with a standing query from now on, or (`null`) no more. */
  tap(worker: number, tap: number, query: number | null): void;
  /** Expressions of a plan failed for rows. */
  expressionsFailed(summary: FailureSummary): void;
  log(
    level: 'error' | 'warn' | 'info' | 'debug',
    message: string,
    fields: Readonly<Record<string, unknown>>,
  ): void;
}

/** Methods of `WorkerService`, the only ones that a channel lets through. */
export const HOST_METHODS = [
  'defineFunctions',
  'inspect',
  'startQuery',
  'nextRows',
  'closeQuery',
  'openLane',
  'runChunk',
  'runValues',
  'releaseLane',
  'closeLane',
  'registerStanding',
  'registerPlan',
  'startStanding',
  'removePlan',
  'pauseWriters',
  'resumeWriters',
  'replacement',
  'cutReplacement',
  'comparedResults',
  'renameResults',
  'addDifference',
  'trackOrigins',
  'describeStanding',
  'countStanding',
  'beginStandingCount',
  'sampleStanding',
  'lookAtStanding',
  'membersAt',
  'resultsOfMembers',
  'allStandingRows',
  'explainStandingOn',
  'removeStanding',
  'openResults',
  'readResults',
  'deleteResults',
  'propagate',
  'recover',
  'checkpoint',
  'acknowledgeResults',
  'fullQueries',
  'tapped',
  'endTaps',
  'status',
  'setLimits',
  'sleepNode',
  'activity',
  'importLines',
  'holdWrites',
  'cutStores',
  'nextBackupFrame',
  'endBackup',
  'close',
] as const satisfies readonly (keyof WorkerService)[];
