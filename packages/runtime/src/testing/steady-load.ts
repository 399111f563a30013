/**
 * A constant load on a graph, with a record of the expected state. A lane gets numbered records in chunks, each a
 * separate edge; other clients write one query at a time and record which were answered. Together they determine the
 * matches of a standing query, whose results are counted.
 */
import type { Lane, StandingOutput, StreamingGraph } from '@weir/contract';
import { pause, WeirError } from '@weir/platform';
import { isWorkerLost } from '../coordinator/supervision/loss-errors.js';
import { systemEnvironment } from '../system-environment.js';
import { chunkOf, JSON_LINES } from './json-lines-format.js';

const HUBS = 37;
const RECORDS_PER_CHUNK = 20;
const STREAMS = 3;
const PEOPLE = 3;
const CHUNK_PAUSE_MILLIS = 10;
const PATTERN = 'MATCH (a)-[:to]->(b) WHERE a.on = true AND b.seen = true RETURN id(a) AS a, id(b) AS b';
const RECORD = `MATCH (a), (b) WHERE id(a) = idFrom('a', $that.i) AND id(b) = idFrom('b', $that.i % ${HUBS})
  SET a.on = $that.i % 3 <> 0, a.i = $that.i CREATE (a)-[:to]->(b)`;
const HAND = `MATCH (h), (b) WHERE id(h) = idFrom('hand', $k) AND id(b) = idFrom('b', $k % ${HUBS})
  SET h.k = $k, b.seen = $k % 2 = 0 CREATE (h)-[:by]->(b)`;

export class SteadyLoad {
  private records = 0;
  private tries = 0;
  private readonly answered: number[] = [];
  private readonly net = new Map<string, string>();
  private readonly twice: string[] = [];
  private isResting = false;
  private isOver = false;
  private rows: Promise<void>[] = [];
  private readonly scheduler = systemEnvironment().scheduler;

  private constructor(
    private readonly graph: StreamingGraph,
    private readonly lane: Lane,
  ) {}

  static async start(graph: StreamingGraph): Promise<SteadyLoad> {
    const handle = await graph.registerStanding({
      name: 'pairs',
      query: PATTERN,
      mode: 'MultipleValues',
      includeCancellations: true,
      inputBufferSize: 1000,
    });
    const lane = await graph.openLane({
      name: 'numbers',
      query: RECORD,
      parameter: 'that',
      format: JSON_LINES,
    });
    const load = new SteadyLoad(graph, lane);
    handle.subscribe(async results => load.take(results));
    load.resume();
    return load;
  }

  resume(): void {
    this.isResting = false;
    this.rows = [
      ...Array.from({ length: STREAMS }, () => this.stream()),
      ...Array.from({ length: PEOPLE }, () => this.write()),
    ];
    // `rest` reports the error.
    for (const row of this.rows) row.catch(() => undefined);
  }

  /** Resolves when no write is in flight. */
  async rest(): Promise<void> {
    this.isResting = true;
    await Promise.all(this.rows);
    await this.graph.idle();
  }

  async end(): Promise<void> {
    if (this.isOver) return;
    this.isOver = this.isResting = true;
    await Promise.all(this.rows);
    await this.lane.close();
  }

  /** To be called at rest. */
  async expectWhole(): Promise<void> {
    const records = [[this.records]];
    expect(await this.ask('MATCH (a)-[:to]->(b) RETURN count(*)')).toEqual(records);
    expect(await this.ask('MATCH (b)<-[:to]-(a) RETURN count(*)')).toEqual(records);
    expect(await this.ask('MATCH (a) WHERE a.i IS NOT NULL RETURN count(*)')).toEqual(records);
    const out = await this.ask('MATCH (h)-[:by]->(b) WHERE h.k IS NOT NULL RETURN h.k ORDER BY h.k');
    const back = await this.ask('MATCH (b)<-[:by]-(h) RETURN h.k ORDER BY h.k');
    expect(out).toEqual(back);
    const there = new Set(out.map(([k]) => Number(k)));
    expect(this.answered.filter(k => !there.has(k))).toEqual([]);
    const pairs = (await this.ask(PATTERN)).map(([a, b]) => `${String(a)} ${String(b)}`);
    expect([...this.net.values()].sort()).toEqual(pairs.sort());
    expect(this.twice).toEqual([]);
  }

  /** Retried, because shards may be moving. */
  private async ask(query: string): Promise<readonly (readonly unknown[])[]> {
    for (;;) {
      try {
        return await (await this.graph.query(query)).rows();
      } catch (error) {
        if (!isWorkerLost(WeirError.from(error))) throw error;
        await pause(this.scheduler, CHUNK_PAUSE_MILLIS);
      }
    }
  }

  private take(results: readonly StandingOutput[]): void {
    for (const { resultId, isPositiveMatch, data } of results) {
      const isThere = this.net.has(resultId);
      if (isThere === isPositiveMatch) this.twice.push(resultId);
      if (!isPositiveMatch) this.net.delete(resultId);
      else this.net.set(resultId, `${String(data['a'])} ${String(data['b'])}`);
    }
  }

  private async stream(): Promise<void> {
    while (!this.isResting) {
      const first = this.records;
      this.records += RECORDS_PER_CHUNK;
      const records = Array.from({ length: RECORDS_PER_CHUNK }, (_, i) => `{"i":${first + i}}`);
      const { done, failure } = await this.lane.runChunk(chunkOf(records, first));
      if (failure !== undefined || done !== RECORDS_PER_CHUNK) {
        throw new Error(`a chunk: ${done} records, ${String(failure?.error)}`);
      }
      await pause(this.scheduler, CHUNK_PAUSE_MILLIS);
    }
  }

  private async write(): Promise<void> {
    while (!this.isResting) {
      const k = this.tries++;
      try {
        await (await this.graph.query(HAND, { parameters: { k } })).rows();
        this.answered.push(k);
      } catch (error) {
        if (!isWorkerLost(WeirError.from(error))) throw error;
        await pause(this.scheduler, CHUNK_PAUSE_MILLIS);
      }
      await pause(this.scheduler, CHUNK_PAUSE_MILLIS);
    }
  }
}
