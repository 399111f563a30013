/** As much of a graph as ingest needs, for unit tests: lanes that parse records and remember them. */
import { WeirError, type Value } from '@weir/model';
import type {
  ChunkOutcome,
  Lane,
  LaneDefinition,
  RecordChunk,
  RecordFormat,
  RecordFormatFactory,
  StreamingGraph,
} from '@weir/runtime';

export class FakeGraph {
  readonly stored = new Map<string, unknown>();
  readonly lanes: LaneDefinition[] = [];
  readonly records: { readonly position: number; readonly value: Value }[] = [];
  /** Chunks under way wait for it. */
  hold: Promise<void> = Promise.resolve();
  inFlight = 0;
  mostInFlight = 0;
  /** Makes the query fail for a record. */
  failFor: (value: Value) => WeirError | undefined = () => undefined;
  /** Makes a whole chunk fail. */
  failChunk: () => Error | undefined = () => undefined;

  /** The parts that ingest does not use are not there. */
  asGraph(): StreamingGraph {
    const graph: Pick<StreamingGraph, 'openLane' | 'metadata'> = {
      openLane: definition => this.openLane(definition),
      metadata: {
        get: key => Promise.resolve(this.stored.get(key)),
        put: (key, value) => Promise.resolve(void this.stored.set(key, structuredClone(value))),
        delete: key => Promise.resolve(void this.stored.delete(key)),
        keys: () => Promise.resolve([...this.stored.keys()]),
      },
    };
    return graph as StreamingGraph;
  }

  get values(): Value[] {
    return [...this.records].sort((a, b) => a.position - b.position).map(record => record.value);
  }

  private async openLane(definition: LaneDefinition): Promise<Lane> {
    if (definition.query.startsWith('SYNTAX')) throw new WeirError('cypher.syntax', 'not a query');
    this.lanes.push(definition);
    const { module, options } = definition.format!;
    const factory = (await import(module)) as { recordFormat: RecordFormatFactory };
    const format = factory.recordFormat(options);
    return {
      facts: {
        columns: [],
        isReadOnly: false,
        isIdempotent: true,
        canContainAllNodeScan: false,
        plan: { operatorType: 'Fake', args: {}, identifiers: [], children: [] },
      },
      preferredInFlight: 4,
      runChunk: chunk => this.runChunk(format, chunk),
      runValues: () => Promise.reject(new Error('not used by ingest')),
      release: () => Promise.resolve(),
      close: () => Promise.resolve(),
    };
  }

  private async runChunk(format: RecordFormat, chunk: RecordChunk): Promise<ChunkOutcome> {
    this.mostInFlight = Math.max(this.mostInFlight, ++this.inFlight);
    try {
      await this.hold;
      const broken = this.failChunk();
      if (broken !== undefined) throw broken;
      return this.parseAndKeep(format, chunk);
    } finally {
      this.inFlight--;
    }
  }

  private parseAndKeep(format: RecordFormat, chunk: RecordChunk): ChunkOutcome {
    const rejections: { position: number; reason: string }[] = [];
    let done = 0;
    let failure: ChunkOutcome['failure'];
    format.parse(
      chunk,
      (value, index) => {
        const position = chunk.firstPosition + index;
        const error = this.failFor(value);
        if (error !== undefined) failure ??= { position, error };
        if (failure !== undefined) return;
        this.records.push({ position, value });
        done++;
      },
      (index, reason) => rejections.push({ position: chunk.firstPosition + index, reason }),
    );
    return { done, rejected: rejections.length, rejections, ...(failure ? { failure } : {}) };
  }
}
