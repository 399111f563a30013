/**
 * The row of `shards` that records which process writes a shard and up to which stamp its writes count. It is changed
 * only by conditional writes, each under the owner's epoch and based on the last committed stamp. So an owner that
 * loses it can commit nothing more, however long it stalled, and a late attempt fails its condition.
 */
import { hostname } from 'node:os';
import { type Environment, every, pause, WeirError } from '@weir/platform';
import type { CassandraLink, Row } from './cassandra-link.js';
import { FORMAT_VERSION } from './schema.js';
import { firstStamp, Stamps } from './stamps.js';
import { mayPass, takenOver, toStoreError, wentBack } from './store-error.js';
import { numberOf } from './column-values.js';

export interface ClaimOptions {
  readonly keyspace: string;
  readonly graph: string;
  readonly partition: string;
  readonly mustExist: boolean;
  /** Term of the owner of the whole graph that claims this part; `undefined`: this part decides for the whole graph. */
  readonly term: number | undefined;
  readonly takeOver: boolean;
  readonly buckets: number;
}

/** Interval at which an owner shows that it is alive. */
const BEAT_MILLIS = 1_000;
/** Silence after which an owner is considered dead. */
const SILENCE_MILLIS = 3_500;
const POLL_MILLIS = 250;
const CLAIM_TRIES = 100;

const KEY = 'graph = ? AND shard = ?';
const ALL = 'format, buckets, epoch, term, committed, gaps, owner, beat, closed';

export class ShardRegister {
  /** Resolves when another process has the shard, or the store has less of it than it acknowledged. */
  readonly lost: Promise<WeirError>;
  /** Error of the last sign of life. */
  trouble: unknown = undefined;
  private reportLost!: (reason: WeirError) => void;
  private loss: WeirError | undefined;
  private readonly stopBeat: () => void;
  private beat = 0;
  private isClosed = false;

  private constructor(
    private readonly link: CassandraLink,
    private readonly options: ClaimOptions,
    private readonly epoch: number,
    readonly stamps: Stamps,
    /** Number of buckets for the nodes of this shard. */
    readonly buckets: number,
    /** Whether nothing was ever written. */
    readonly isNew: boolean,
    readonly term: number,
  ) {
    this.lost = new Promise(resolve => (this.reportLost = resolve));
    const { scheduler } = link.environment;
    this.stopBeat =
      options.term === undefined ? every(scheduler, BEAT_MILLIS, () => this.show()) : () => undefined;
  }

  /**
   * @param signal cancels the claim, unless it has already succeeded.
   * @throws WeirError `store.locked`, `store.taken-over`, `store.damaged`, `store.incompatible`; the reason of the
   * signal.
   */
  static async claim(
    link: CassandraLink,
    options: ClaimOptions,
    signal?: AbortSignal,
  ): Promise<ShardRegister> {
    const owner = `${hostname()} process ${process.pid} ${link.environment.random.uuid()}`;
    let failure: unknown;
    for (let tries = 0; tries < CLAIM_TRIES; tries++) {
      const row = await read(link, options);
      if (row?.['owner'] === owner) return claimed(link, options, row);
      if (row !== undefined) await judge(link, options, row);
      else if (options.mustExist) throw missing(options);
      signal?.throwIfAborted();
      try {
        await attempt(link, options, row, owner);
      } catch (error) {
        // The next read shows whether the write took place.
        if (!mayPass(error) || failure !== undefined) throw error;
        failure = error;
      }
    }
    throw new WeirError(
      'store.locked',
      `${nameOf(options)} keeps changing its owner. Make sure that only one process opens it.`,
    );
  }

  /** @throws WeirError after another process has taken the shard. */
  check(): void {
    if (this.loss !== undefined) throw this.loss;
  }

  /** Returns a stamp for an attempt, later than the stamps of all earlier attempts. */
  nextStamp(): number {
    return (this.last = Math.max(this.last, this.stamps.committed) + 1);
  }

  private last = 0;

  /**
   * Makes everything written under a stamp count from now on; failed attempts since the last committed stamp never
   * will.
   * @throws WeirError `store.taken-over`, `store.damaged`; or an error of the driver, and then the next commit decides
   * whether it counts.
   */
  async commit(stamp: number): Promise<void> {
    this.check();
    await this.link.patiently(this.link.writeMillis, () => this.tryCommit(stamp));
  }

  private async tryCommit(stamp: number): Promise<void> {
    const { committed } = this.stamps;
    const gap = stamp > committed + 1 ? ([committed, stamp] as const) : undefined;
    const { query, params } = this.commitStatement(stamp, gap);
    const { applied, row } = await this.link.conditional(query, [...params, this.epoch, committed]);
    if (applied) return this.stamps.advance(stamp, gap);
    if (numberOf(row['epoch']) !== this.epoch) throw await this.lose();
    const found = numberOf(row['committed']);
    if (found < committed) throw this.end(wentBack(nameOf(this.options), committed, found));
    // An earlier try of this attempt, or an abandoned attempt, has taken place after all.
    if (found > committed) this.stamps.advance(found, found > committed + 1 ? [committed, found] : undefined);
    if (found < stamp) return this.tryCommit(stamp);
  }

  private commitStatement(stamp: number, gap: readonly [number, number] | undefined) {
    const { keyspace, graph, partition } = this.options;
    const sets = gap === undefined ? 'committed = ?' : 'committed = ?, gaps = gaps + ?';
    const values = gap === undefined ? [stamp] : [stamp, { [gap[0]]: gap[1] }];
    return {
      query: `UPDATE ${keyspace}.shards SET ${sets} WHERE ${KEY} IF epoch = ? AND committed = ?`,
      params: [...values, graph, partition],
    };
  }

  /** To be called after all attempts have completed. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.stopBeat();
    if (this.loss !== undefined) return;
    // Ensures that rows of failed attempts never count.
    if (this.last > this.stamps.committed) await this.commit(this.nextStamp());
    const { keyspace, graph, partition } = this.options;
    await this.link.patiently(this.link.writeMillis, () =>
      this.link.conditional(`UPDATE ${keyspace}.shards SET closed = true WHERE ${KEY} IF epoch = ?`, [
        graph,
        partition,
        this.epoch,
      ]),
    );
  }

  private async show(): Promise<void> {
    const { keyspace, graph, partition } = this.options;
    try {
      const query = `UPDATE ${keyspace}.shards SET beat = ? WHERE ${KEY} IF epoch = ?`;
      const { applied } = await this.link.conditional(query, [++this.beat, graph, partition, this.epoch]);
      this.trouble = undefined;
      if (!applied && !this.isClosed) await this.lose();
    } catch (error) {
      if (this.trouble === undefined && !this.isClosed)
        this.link.environment.logger.log('warn', 'the store does not respond', {
          error: toStoreError(error, 'sending a heartbeat to', nameOf(this.options)).message,
        });
      this.trouble = error;
    }
  }

  private async lose(): Promise<WeirError> {
    const row = await read(this.link, this.options).catch(() => undefined);
    return this.end(
      takenOver(nameOf(this.options), String(row?.['owner'] ?? 'unknown: its record is missing')),
    );
  }

  /** Prevents all further writes. */
  private end(reason: WeirError): WeirError {
    this.loss ??= reason;
    this.stopBeat();
    this.reportLost(this.loss);
    return this.loss;
  }

  /** @internal for `claimed`. */
  static of(link: CassandraLink, options: ClaimOptions, row: Row): ShardRegister {
    const gaps = (row['gaps'] ?? {}) as Readonly<Record<string, unknown>>;
    const stamps = new Stamps(
      numberOf(row['committed']),
      Object.entries(gaps).map(([after, before]) => [Number(after), numberOf(before)] as const),
    );
    const epoch = numberOf(row['epoch']);
    const term = numberOf(row['term']);
    return new ShardRegister(link, options, epoch, stamps, numberOf(row['buckets']), epoch === 1, term);
  }
}

function claimed(link: CassandraLink, options: ClaimOptions, row: Row): ShardRegister {
  return ShardRegister.of(link, options, row);
}

function read(link: CassandraLink, { keyspace, graph, partition }: ClaimOptions): Promise<Row | undefined> {
  return link.decided(`SELECT ${ALL} FROM ${keyspace}.shards WHERE ${KEY}`, [graph, partition]);
}

/** Checks whether the data may be taken. */
async function judge(link: CassandraLink, options: ClaimOptions, row: Row): Promise<void> {
  if (numberOf(row['format']) !== FORMAT_VERSION) {
    throw new WeirError(
      'store.incompatible',
      `${nameOf(options)} has format ${String(row['format'])}, but this version reads format ${FORMAT_VERSION}. Nothing was ` +
        'changed. Use the version that wrote it, or another keyspace or graph.',
    );
  }
  if (options.term !== undefined) {
    if (numberOf(row['term']) > options.term) throw takenOver(nameOf(options), String(row['owner']));
    return;
  }
  if (row['closed'] === true || options.takeOver) return;
  if (await isAlive(link, options, row)) {
    throw new WeirError(
      'store.locked',
      `${nameOf(options)} is in use by another process (${String(row['owner'])}). Stop that process, or choose another ` +
        'keyspace or graph. To take over its data, start with store.take-over.',
    );
  }
}

/** Whether the owner's signs of life change, as observed here: no two clocks are compared. */
async function isAlive(link: CassandraLink, options: ClaimOptions, row: Row): Promise<boolean> {
  const { clock, scheduler }: Environment = link.environment;
  const until = clock.now() + SILENCE_MILLIS;
  while (clock.now() < until) {
    await pause(scheduler, POLL_MILLIS);
    const now = await read(link, options);
    if (now?.['closed'] === true) return false;
    for (const sign of ['beat', 'epoch', 'committed'])
      if (numberOf(now?.[sign]) !== numberOf(row[sign])) return true;
  }
  return false;
}

/** Makes one try; a read afterwards shows whether it took place. */
async function attempt(
  link: CassandraLink,
  options: ClaimOptions,
  row: Row | undefined,
  owner: string,
): Promise<void> {
  const { keyspace, graph, partition, buckets } = options;
  const epoch = row === undefined ? 1 : numberOf(row['epoch']) + 1;
  const stamp = firstStamp(epoch);
  const term = options.term ?? epoch;
  if (row === undefined) {
    await link.conditional(
      `INSERT INTO ${keyspace}.shards (graph, shard, format, buckets, epoch, term, committed, gaps, owner, beat, closed)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) IF NOT EXISTS`,
      [graph, partition, FORMAT_VERSION, buckets, epoch, term, stamp, {}, owner, 0, false],
    );
    return;
  }
  const committed = numberOf(row['committed']);
  const gap = row['closed'] === true ? {} : { [committed]: stamp };
  await link.conditional(
    `UPDATE ${keyspace}.shards SET epoch = ?, term = ?, committed = ?, gaps = gaps + ?, owner = ?, beat = 0, closed = false
       WHERE ${KEY} IF epoch = ? AND committed = ?`,
    [epoch, term, stamp, gap, owner, graph, partition, epoch - 1, committed],
  );
}

function missing(options: ClaimOptions): WeirError {
  return new WeirError(
    'store.damaged',
    `${nameOf(options)} is missing, but other parts of the graph exist. Nothing was changed. Restore the keyspace from ` +
      'a backup, or choose another one and run the ingest streams again.',
  );
}

export function nameOf({ keyspace, graph, partition }: ClaimOptions): string {
  return `${keyspace}, graph ${graph}, ${partition}`;
}
