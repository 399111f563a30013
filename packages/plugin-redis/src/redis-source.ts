/** The entries of a Redis stream, read without a consumer group: the graph remembers the id of the last one. */
import {
  type AnySourceKind,
  type CutRecords,
  defineSource,
  packBytes,
  type ResumePoint,
  type SourceContext,
  type SourceSupports,
  WeirError,
} from '@weir/plugins';
import { ReconnectingSource } from '@weir/plugins/reconnecting';
import type { ServerAddress } from '@weir/plugins/server';
import type { Redis } from 'ioredis';
import {
  connectRedis,
  isRedisRefusal,
  redisAddress,
  type RedisServer,
  serverFields,
} from './redis-connection.js';

interface RedisStreamDefinition extends RedisServer {
  readonly key: string;
  readonly start: 'beginning' | 'end';
  readonly field?: string | undefined;
}

/** Id, and fields and values in turn. */
type Entry = readonly [id: Buffer, fields: readonly Buffer[]];
type Reply = readonly (readonly [key: Buffer, entries: readonly Entry[]])[] | null;

const BEFORE_ALL = '0-0';
const BATCH = 1000;
const BLOCK_MILLIS = 5_000;

class RedisStreamSource extends ReconnectingSource<Redis> {
  readonly supports: SourceSupports = { finite: false, resume: 'exact', acknowledge: false };
  /** Id of the last entry that was cut; `undefined` until the end of the stream is known. */
  private lastId: string | undefined;
  private hasCut = false;

  constructor(
    private readonly definition: RedisStreamDefinition,
    private readonly address: ServerAddress,
    { environment: { scheduler, logger } }: SourceContext,
  ) {
    super({ sender: `Redis at ${address.text}`, isRefusal: isRedisRefusal, scheduler, logger });
  }

  protected begin(from: ResumePoint | undefined): void {
    this.hasCut = typeof from?.cursor === 'string';
    this.lastId = from?.cursor ?? (this.definition.start === 'beginning' ? BEFORE_ALL : undefined);
  }

  protected async connect(): Promise<Redis> {
    const redis = await connectRedis(this.address, this.definition);
    try {
      const newest = await newestId(redis, this.definition.key);
      this.lastId ??= newest;
      if (compareIds(newest, this.lastId) < 0 && newest !== BEFORE_ALL) throw this.replaced(newest);
      return redis;
    } catch (error) {
      redis.disconnect();
      throw error;
    }
  }

  protected async read(redis: Redis, maximum: number): Promise<CutRecords | 'skipped'> {
    const { key } = this.definition;
    const limits = ['COUNT', Math.min(maximum, BATCH), 'BLOCK', BLOCK_MILLIS];
    const reply = (await redis.callBuffer('XREAD', ...limits, 'STREAMS', key, this.lastId!)) as Reply;
    const entries = reply?.[0]?.[1] ?? [];
    const last = entries.at(-1);
    if (last === undefined) return 'skipped';
    this.lastId = String(last[0]);
    this.hasCut = true;
    return packBytes(entries.map(entry => this.recordOf(entry)));
  }

  /** The end of the stream, where reading began, is not a position that was read. */
  protected cursor(): string | null {
    return this.hasCut ? this.lastId! : null;
  }

  protected disconnect(redis: Redis): void {
    redis.disconnect();
  }

  private recordOf([id, parts]: Entry): Uint8Array {
    const { field } = this.definition;
    const fields: Record<string, string> = {};
    for (let i = 0; i + 1 < parts.length; i += 2) {
      const name = String(parts[i]);
      if (name === field) return parts[i + 1]!;
      fields[name] = String(parts[i + 1]);
    }
    // An entry without the field is an empty record, which the format rejects.
    return Buffer.from(field === undefined ? JSON.stringify({ id: String(id), fields }) : '');
  }

  private replaced(newest: string): WeirError {
    const { key } = this.definition;
    return new WeirError(
      'ingest.source-changed',
      `The stream '${key}' ends at ${newest}, before ${this.lastId}, which was read. It was replaced by another one: create the ingest stream again.`,
    );
  }
}

/** Id of the newest entry, also if it was deleted. */
async function newestId(redis: Redis, key: string): Promise<string> {
  try {
    const facts = (await redis.call('XINFO', 'STREAM', key)) as unknown[];
    return String(facts[facts.indexOf('last-generated-id') + 1]);
  } catch (error) {
    if (error instanceof Error && error.message === 'ERR no such key') return BEFORE_ALL;
    throw error;
  }
}

function compareIds(a: string, b: string): number {
  const [millisA, countA] = numbersOf(a);
  const [millisB, countB] = numbersOf(b);
  if (millisA !== millisB) return millisA < millisB ? -1 : 1;
  return countA === countB ? 0 : countA < countB ? -1 : 1;
}

function numbersOf(id: string): [millis: bigint, count: bigint] {
  const [millis, count = '0'] = id.split('-');
  return [BigInt(millis!), BigInt(count)];
}

const kind = defineSource({
  type: 'weir.RedisStream',
  description: 'Entries of a Redis stream',
  fields: z => ({
    ...serverFields(z),
    key: z.string().min(1).meta({ description: 'Key of the stream' }),
    start: z
      .enum(['beginning', 'end'])
      .default('beginning')
      .meta({ description: 'Where to start reading: with the oldest entry, or with the next one' }),
    field: z.string().min(1).optional().meta({
      description: 'Field that contains the record; by default the record is {"id": ..., "fields": {...}}',
    }),
  }),
  secrets: ['password'],

  check(definition, { outgoing }) {
    redisAddress(definition, 'ingest.invalid', outgoing);
    return Promise.resolve();
  },

  open(definition, context) {
    const address = redisAddress(definition, 'ingest.invalid', context.outgoing);
    return new RedisStreamSource(definition, address, context);
  },
});

export const redisSource: AnySourceKind = kind;
