/** Starts `member-main.ts` and tracks its reports. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { HoldLoss } from '@weir/cluster';

export interface MemberOptions {
  /** Address of the NATS server. */
  readonly address: string;
  readonly bucket: string;
  readonly shards: number;
  readonly leaseMillis: number;
  /** How long its main thread may stall. Default: ten leases. */
  readonly stallMillis?: number;
}

export type MemberLine =
  | { readonly kind: 'taken'; readonly shard: number; readonly epoch: number }
  | { readonly kind: 'left'; readonly shard: number }
  | { readonly kind: 'expelled'; readonly cause: HoldLoss }
  | { readonly kind: 'unblocked' };

export class MemberProcess {
  /** Everything that it ever took. */
  readonly taken: { readonly shard: number; readonly epoch: number }[] = [];
  /** Epochs of the shards that it believes it owns, keyed by shard. */
  readonly shards = new Map<number, number>();
  /** Why it was expelled, if it was. */
  expulsion: HoldLoss | undefined = undefined;
  /** How often its main thread was blocked and is not any more. */
  blocks = 0;
  private readonly process: ChildProcess;
  private readonly exited: Promise<unknown>;

  constructor(
    readonly id: string,
    options: MemberOptions,
  ) {
    const main = fileURLToPath(new URL('member-main.js', import.meta.url));
    this.process = spawn(process.execPath, [main, id, JSON.stringify(options)], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    this.exited = once(this.process, 'exit');
    createInterface({ input: this.process.stdout! }).on('line', line =>
      this.received(JSON.parse(line) as MemberLine),
    );
  }

  /** Stalls the process, which does not notice. */
  freeze(): void {
    this.process.kill('SIGSTOP');
  }

  /** Blocks its main thread for some milliseconds, or until a file exists. */
  block(what: number | string): void {
    this.process.send(what);
  }

  get isExpelled(): boolean {
    return this.expulsion !== undefined;
  }

  thaw(): void {
    this.process.kill('SIGCONT');
  }

  async kill(): Promise<void> {
    this.process.kill('SIGKILL');
    await this.exited;
  }

  private received(line: MemberLine): void {
    if (line.kind === 'expelled') this.expulsion = line.cause;
    else if (line.kind === 'unblocked') this.blocks++;
    else if (line.kind === 'left') this.shards.delete(line.shard);
    else {
      this.taken.push({ shard: line.shard, epoch: line.epoch });
      this.shards.set(line.shard, line.epoch);
    }
  }
}
