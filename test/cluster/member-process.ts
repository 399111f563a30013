/** Starts `member-main.ts` and tracks its reports. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface MemberOptions {
  /** Address of the NATS server. */
  readonly address: string;
  readonly bucket: string;
  readonly shards: number;
  readonly leaseMillis: number;
}

export type MemberLine =
  | { readonly kind: 'taken'; readonly shard: number; readonly epoch: number }
  | { readonly kind: 'left'; readonly shard: number }
  | { readonly kind: 'expelled' };

export class MemberProcess {
  /** Everything that it ever took. */
  readonly taken: { readonly shard: number; readonly epoch: number }[] = [];
  /** Epochs of the shards that it believes it owns, keyed by shard. */
  readonly shards = new Map<number, number>();
  isExpelled = false;
  private readonly process: ChildProcess;
  private readonly exited: Promise<unknown>;

  constructor(
    readonly id: string,
    options: MemberOptions,
  ) {
    const main = fileURLToPath(new URL('member-main.js', import.meta.url));
    this.process = spawn(process.execPath, [main, id, JSON.stringify(options)], {
      stdio: ['ignore', 'pipe', 'inherit'],
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

  thaw(): void {
    this.process.kill('SIGCONT');
  }

  async kill(): Promise<void> {
    this.process.kill('SIGKILL');
    await this.exited;
  }

  private received(line: MemberLine): void {
    if (line.kind === 'expelled') this.isExpelled = true;
    else if (line.kind === 'left') this.shards.delete(line.shard);
    else {
      this.taken.push({ shard: line.shard, epoch: line.epoch });
      this.shards.set(line.shard, line.epoch);
    }
  }
}
