/** The open lanes of one worker. */
import { checkEffects, compileQuery, PIPELINE_EFFECTS } from '@weir/cypher';
import type { Value } from '@weir/model';
import type { LaneService } from '../contract/lane-service.js';
import { fromModule } from '../modules/load-module.js';
import type {
  ChunkOutcome,
  LaneDefinition,
  QueryFacts,
  RecordChunk,
  RecordFormat,
  SlowRecordFormat,
  ValueOutcome,
} from '@weir/contract';
import { LaneRunner, type LaneServices } from './lane-runner.js';
import { factsOf } from './query-runs.js';
import type { WorkerExtensions } from './worker-extensions.js';

export class WorkerLanes implements LaneService {
  private readonly lanes = new Map<number, LaneRunner>();

  constructor(
    private readonly services: LaneServices,
    private readonly extensions: WorkerExtensions,
  ) {}

  async open(lane: number, definition: LaneDefinition): Promise<QueryFacts> {
    const compiled = compileQuery(definition.query, {
      rowParameters: [definition.parameter],
      parameters: [],
      extensions: this.extensions.all,
    });
    checkEffects(compiled.effects, PIPELINE_EFFECTS);
    const { clock } = this.services.reached.environment;
    const format =
      definition.format &&
      (await fromModule<RecordFormat | SlowRecordFormat>(definition.format, 'recordFormat', clock));
    this.lanes.set(lane, new LaneRunner(this.services, compiled, format, definition));
    return factsOf(compiled);
  }

  async runChunk(lane: number, chunk: RecordChunk, hasTurn = false): Promise<ChunkOutcome> {
    return this.of(lane).runChunk(chunk, hasTurn);
  }

  async runValues(lane: number, values: readonly Value[]): Promise<readonly ValueOutcome[]> {
    return this.of(lane).runValues(values);
  }

  /** Does nothing if the lane is closed. */
  async release(lane: number): Promise<void> {
    this.lanes.get(lane)?.release();
  }

  async hold(lane: number, on: boolean): Promise<void> {
    this.lanes.get(lane)?.hold(on);
  }

  async abort(lane: number): Promise<void> {
    this.lanes.get(lane)?.abort();
  }

  async close(lane: number): Promise<void> {
    this.lanes.delete(lane);
  }

  closeAll(): void {
    this.lanes.clear();
  }

  private of(lane: number): LaneRunner {
    const runner = this.lanes.get(lane);
    if (runner === undefined) throw new Error(`no such lane: ${lane}`);
    return runner;
  }
}
