/**
 * A lane that adds the schemas named by its records to each chunk. A schema unknown to the registry is the record's
 * fault; while the registry does not answer, chunks wait.
 */
import { SchemaRegistryError, type SchemaRegistry } from '@weir/formats/http';
import type { ChunkOutcome, RecordChunk } from '@weir/contract';
import { Backoff, type Environment, WeirError } from '@weir/platform';
import type { AvroSchema } from '@weir/formats/avro';
import { decodeChunk } from '@weir/formats/records';
import type { RecordDecoder } from '@weir/formats/forms';
import { type RegisteredSchemas, schemaNumberOf } from '@weir/formats/written-avro';
import type { ChunkRunner } from '../reading/record-pump.js';

export interface RegistryLaneOptions {
  readonly registry: SchemaRegistry;
  /** Applied to each record before it is inspected. */
  readonly decoders: readonly RecordDecoder[];
  readonly environment: Pick<Environment, 'scheduler' | 'logger'>;
}

const SHORTEST_PAUSE_MILLIS = 200;
const LONGEST_PAUSE_MILLIS = 10_000;

export class RegistryLane implements ChunkRunner {
  private readonly closing = new AbortController();
  private current: string | undefined;

  constructor(
    private readonly lane: ChunkRunner,
    private readonly options: RegistryLaneOptions,
  ) {}

  get preferredInFlight(): number {
    return this.lane.preferredInFlight;
  }

  get trouble(): string | undefined {
    return this.current;
  }

  async runChunk(chunk: RecordChunk): Promise<ChunkOutcome> {
    const { decoders } = this.options;
    const plain = decoders.length === 0 ? chunk : decodeChunk(chunk, decoders, () => undefined).chunk;
    const numbers = numbersIn(plain);
    const found = await Promise.all(numbers.map(async number => [number, await this.find(number)] as const));
    const schemas: RegisteredSchemas = Object.fromEntries(found);
    return this.lane.runChunk({ ...chunk, context: JSON.stringify(schemas) });
  }

  /** Ends all waits for the registry. */
  async release(): Promise<void> {
    this.closing.abort();
    await this.lane.release();
  }

  hold(on: boolean): Promise<void> {
    return this.lane.hold(on);
  }

  async abort(): Promise<void> {
    this.closing.abort();
    await this.lane.abort();
  }

  async close(): Promise<void> {
    this.closing.abort();
    await Promise.all([this.lane.close(), this.options.registry.close()]);
  }

  /** @returns a schema, or the reason why it is missing. @throws WeirError */
  private async find(number: number): Promise<AvroSchema | string> {
    const { registry, environment } = this.options;
    const { signal } = this.closing;
    const backoff = new Backoff(SHORTEST_PAUSE_MILLIS, environment.scheduler, signal, LONGEST_PAUSE_MILLIS);
    for (;;) {
      try {
        const schema = await registry.schema(number);
        this.current = undefined;
        return schema;
      } catch (error) {
        if (!(error instanceof SchemaRegistryError)) throw error;
        const { kind, message } = error;
        if (kind === 'unknown') return message;
        if (kind === 'refused') throw new WeirError('ingest.invalid', message, { cause: error });
        if (!signal.aborted) this.waits(message);
      }
      if (!(await backoff.pause()))
        throw new WeirError('cypher.cancelled', 'The stream was stopped before its schemas arrived.');
    }
  }

  private waits(reason: string): void {
    if (this.current === undefined)
      this.options.environment.logger.log('warn', `${reason}. Retrying until it does.`);
    this.current = reason;
  }
}

function numbersIn({ bytes, bounds }: RecordChunk): number[] {
  const numbers = new Set<number>();
  for (let i = 0; i < bounds.length; i += 2) {
    const number = schemaNumberOf(bytes.subarray(bounds[i], bounds[i + 1]));
    if (number !== undefined) numbers.add(number);
  }
  return [...numbers];
}
