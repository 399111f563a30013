/**
 * A model of the logs of all shards. Requests fail before they take effect, after that, or before and take effect
 * later. Every operation is kept for the checks.
 */
import { type LogRow, type LogStore, type PlacedRow, positionAfter } from '@weir/cluster';
import type { Environment } from '@weir/platform';
import { decodeOperation, type LogOperation, type PartitionLogs } from '@weir/persistor-logged';
import { SimSnapshots } from './sim-snapshots.js';
import type { SimProcess, SimWorld } from './sim-world.js';

const LATENCY_MILLIS = 15;
/** Maximum delay after which a request can still take effect. */
export const LATEST_MILLIS = 3_000;
/** With the smaller one, long operations are split. */
const CONTENT_LIMITS = [1_000, 1_000_000];

export class SimLogs {
  failureRate = 0;
  /** Planted fault: any writer of a row is treated as the shard's owner. */
  isUnfenced = false;
  /** Planted fault: a snapshot is stored as if it included all rows that the log has in the end. */
  placesSnapshotsLate = false;
  /** Violations found. */
  readonly problems: string[] = [];
  private readonly contentLimit: number;
  private readonly rows: PlacedRow[][];
  private readonly operations: Operations[];
  private readonly stored: SimSnapshots[];
  private readonly begun: number[];
  private lastSequence = 0;

  /** @param onOperation called when each operation is stored completely. */
  constructor(
    private readonly world: SimWorld,
    shardCount: number,
    private readonly onOperation: (operation: LogOperation) => void,
  ) {
    this.contentLimit = world.random.pick(CONTENT_LIMITS);
    this.rows = Array.from({ length: shardCount }, () => []);
    this.operations = Array.from({ length: shardCount }, () => new Operations());
    this.stored = Array.from({ length: shardCount }, () => new SimSnapshots());
    this.begun = Array.from({ length: shardCount }, () => 0);
  }

  /** All complete operations of a shard, in order. */
  history(shard: number): readonly LogOperation[] {
    return this.operations[shard]!.complete;
  }

  /** Number of times that a member began to write the log of a shard. */
  beginnings(shard: number): number {
    return this.begun[shard]!;
  }

  /** Number of snapshots that were stored and that were read. */
  get snapshotCounts(): { readonly stored: number; readonly read: number } {
    const all = this.stored.map(({ counts }) => counts);
    return {
      stored: all.reduce((sum, { stored }) => sum + stored, 0),
      read: all.reduce((sum, { read }) => sum + read, 0),
    };
  }

  /** @param environment of the shard's host; after its end, no request is answered. */
  seenBy(process: SimProcess, environment: Environment, shard: number): PartitionLogs {
    const request = <T>(run: () => T, mayBeLate: boolean): Promise<T> =>
      this.request(environment, run, mayBeLate);
    const log: LogStore = {
      contentLimit: this.contentLimit,
      append: (row, after) => request(() => this.append(process, shard, row, after), true),
      last: () => request(() => this.rows[shard]!.at(-1), false),
      rows: after => this.read(shard, after, request),
      cut: before => request(() => this.cut(shard, before), true),
    };
    const snapshots = this.stored[shard]!.seenBy(request, position => {
      const last = this.rows[shard]!.at(-1);
      return this.placesSnapshotsLate && last !== undefined ? positionAfter(last) : position;
    });
    return { log: () => log, snapshots: () => snapshots };
  }

  private async *read(
    shard: number,
    after: number,
    request: <T>(run: () => T, mayBeLate: boolean) => Promise<T>,
  ): AsyncIterable<PlacedRow> {
    yield* await request(() => this.rows[shard]!.filter(({ sequence }) => sequence > after), false);
  }

  private cut(shard: number, before: number): void {
    this.rows[shard] = this.rows[shard]!.filter(({ sequence }) => sequence >= before);
  }

  private request<T>({ scheduler }: Environment, run: () => T, mayBeLate: boolean): Promise<T> {
    const { world } = this;
    const { random } = world;
    return new Promise((resolve, reject) => {
      const fail = (): void =>
        void scheduler.after(random.next() * 200, () => reject(new Error('the log failed')));
      world.after(random.next() * LATENCY_MILLIS, () => {
        if (random.chance(this.failureRate)) {
          if (mayBeLate && random.chance(0.3)) world.after(random.next() * LATEST_MILLIS, () => void run());
          return fail();
        }
        const answer = run();
        if (random.chance(this.failureRate / 2)) return fail();
        scheduler.after(random.next() * LATENCY_MILLIS, () => resolve(answer));
      });
    });
  }

  private append(process: SimProcess, shard: number, row: LogRow, after: number): number | undefined {
    const rows = this.rows[shard]!;
    const last = rows.at(-1);
    if ((last?.sequence ?? 0) !== after && !this.isUnfenced) return undefined;
    if (last !== undefined && last.epoch > row.epoch)
      this.problems.push(
        `${process.name} wrote to the log of shard ${shard} in epoch ${row.epoch} behind epoch ${last.epoch}`,
      );
    const placed = { ...row, sequence: ++this.lastSequence };
    rows.push(placed);
    if (row.content === null) this.begun[shard]!++;
    const operation = this.operations[shard]!.add(placed);
    if (operation !== undefined) this.onOperation(operation);
    return placed.sequence;
  }
}

/** Puts the operations of a log together. */
class Operations {
  readonly complete: LogOperation[] = [];
  private parts: Uint8Array[] = [];

  /** @returns the operation that the row completes. */
  add({ content, continues }: PlacedRow): LogOperation | undefined {
    if (content === null) this.parts = [];
    else this.parts.push(content);
    if (content === null || continues) return undefined;
    const operation = decodeOperation(Buffer.concat(this.parts));
    this.parts = [];
    this.complete.push(operation);
    return operation;
  }
}
