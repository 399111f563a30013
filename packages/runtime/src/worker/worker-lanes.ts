/** The lanes that are open on one worker. */
import { compileQuery, type Extensions } from '@weir/cypher';
import type { WorkerQueryFacts } from '../contract/worker-service.js';
import { type LanePorts, LaneRunner } from './lane-runner.js';
import { fromModule } from './load-module.js';
import { factsOf } from './query-runs.js';
import type { LaneDefinition, RecordFormat } from '@weir/contract';

export class WorkerLanes {
  private readonly lanes = new Map<number, LaneRunner>();

  constructor(
    private readonly ports: LanePorts,
    private readonly extensions: () => Extensions | undefined,
  ) {}

  async open(lane: number, definition: LaneDefinition): Promise<WorkerQueryFacts> {
    const compiled = compileQuery(definition.query, {
      rowParameters: [definition.parameter],
      parameters: [],
      extensions: this.extensions(),
    });
    const format = definition.format && (await fromModule<RecordFormat>(definition.format, 'recordFormat'));
    this.lanes.set(lane, new LaneRunner(this.ports, compiled, format, definition));
    return factsOf(compiled);
  }

  of(lane: number): LaneRunner {
    const runner = this.lanes.get(lane);
    if (runner === undefined) throw new Error(`no such lane: ${lane}`);
    return runner;
  }

  /** Of a lane that is closed: nothing. */
  release(lane: number): void {
    this.lanes.get(lane)?.release();
  }

  close(lane: number): void {
    this.lanes.delete(lane);
  }

  closeAll(): void {
    this.lanes.clear();
  }
}
