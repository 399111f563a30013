/**
 * The subset of a graph that ingest and outputs need, for unit tests: lanes that parse and remember records, or that
 * run a function of the test as their query; and metadata.
 */
import { type Value } from '@weir/model';
import { WeirError } from '@weir/platform';
import type {
  ChunkOutcome,
  Lane,
  LaneDefinition,
  RecordChunk,
  AcceptRecord,
  RecordFormat,
  RejectRecord,
  SlowRecordFormat,
  RecordFormatFactory,
  RejectedRecord,
  ValueOutcome,
} from '../lane.js';
import type { GraphAdmin, MetadataStore, WorkerAdmin } from '../graph-admin.js';
import type { ReaderProcesses } from '../reader-processes.js';
import type { StreamingGraph } from '../streaming-graph.js';

export class FakeGraph {
  readonly stored = new Map<string, unknown>();
  readonly lanes: LaneDefinition[] = [];
  readerProcesses: ReaderProcesses | undefined = undefined;

  /** Records of chunks, in the order of their arrival. */
  readonly records: { readonly position: number; readonly value: Value }[] = [];
  /** Chunks in flight wait for it. */
  hold: Promise<void> = Promise.resolve();
  inFlight = 0;
  mostInFlight = 0;
  /** Makes the query fail for a record. */
  failFor: (value: Value) => WeirError | undefined = () => undefined;
  /** Makes a whole chunk fail. */
  failChunk: () => Error | undefined = () => undefined;

  /** Values over which lanes ran one by one. */
  readonly ranOver: Value[] = [];
  mostAtOnce = 0;
  columns: readonly string[] = [];
  canContainAllNodeScan = false;
  run: (value: Value) => ValueOutcome | Promise<ValueOutcome> = () => ({ rows: [] });

  /** Other members are not implemented. */
  asGraph(): StreamingGraph {
    const workers: Pick<WorkerAdmin, 'readerProcesses'> = { readerProcesses: this.readerProcesses };
    const metadata: MetadataStore = {
      get: key => Promise.resolve(this.stored.get(key)),
      put: (key, value) => Promise.resolve(void this.stored.set(key, structuredClone(value))),
      delete: key => Promise.resolve(void this.stored.delete(key)),
      keys: () => Promise.resolve([...this.stored.keys()]),
    };
    const graph: Pick<StreamingGraph, 'openLane' | 'admin'> = {
      openLane: definition => this.openLane(definition),
      admin: { metadata, workers } as GraphAdmin,
    };
    return graph as StreamingGraph;
  }

  /** Values of records, in the order of the source. */
  get values(): Value[] {
    return [...this.records].sort((a, b) => a.position - b.position).map(record => record.value);
  }

  private async openLane(definition: LaneDefinition): Promise<Lane> {
    if (definition.query.startsWith('SYNTAX')) throw new WeirError('cypher.syntax', 'not a query');
    this.lanes.push(definition);
    const format = await formatOf(definition);
    return {
      facts: {
        columns: this.columns,
        isReadOnly: false,
        isIdempotent: true,
        canContainAllNodeScan: this.canContainAllNodeScan,
        plan: { operatorType: 'Fake', args: {}, identifiers: [], children: [] },
      },
      preferredInFlight: 4,
      runChunk: chunk =>
        format === undefined
          ? Promise.reject(new Error('The lane was opened without a format'))
          : this.runChunk(format, chunk),
      runValues: values => {
        this.mostAtOnce = Math.max(this.mostAtOnce, values.length);
        this.ranOver.push(...values);
        return Promise.all(values.map(async value => this.run(value)));
      },
      release: () => Promise.resolve(),
      hold: () => Promise.resolve(),
      abort: () => Promise.resolve(),
      close: () => Promise.resolve(),
    };
  }

  private async runChunk(format: RecordFormat | SlowRecordFormat, chunk: RecordChunk): Promise<ChunkOutcome> {
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

  private async parseAndKeep(
    format: RecordFormat | SlowRecordFormat,
    chunk: RecordChunk,
  ): Promise<ChunkOutcome> {
    const rejections: RejectedRecord[] = [];
    let done = 0;
    let failure: ChunkOutcome['failure'];
    let from = 0;
    const accept: AcceptRecord = (value, index) => {
      const position = chunk.firstPosition + from + index;
      const error = this.failFor(value);
      if (error !== undefined) failure ??= { position, error };
      if (failure !== undefined) return;
      this.records.push({ position, value });
      done++;
    };
    const reject: RejectRecord = (index, reason, decoded) =>
      void rejections.push({
        position: chunk.firstPosition + from + index,
        reason,
        ...(decoded === undefined ? {} : { decoded }),
      });
    if ('parse' in format) format.parse(chunk, accept, reject);
    else {
      const count = chunk.bounds.length / 2;
      while (from < count) {
        const rest = { ...chunk, bounds: chunk.bounds.subarray(from * 2) };
        from += await format.parseSome(rest, accept, reject);
      }
    }
    return { done, rejected: rejections.length, rejections, ...(failure ? { failure } : {}) };
  }
}

async function formatOf({ format }: LaneDefinition): Promise<RecordFormat | SlowRecordFormat | undefined> {
  if (format === undefined) return undefined;
  const { recordFormat } = (await import(format.module)) as { recordFormat: RecordFormatFactory };
  return recordFormat(format.options, { now: () => 0 });
}
