/**
 * Decides from which processes a graph borrows workers: every process that offers some and can be reached. A process
 * that joins gets those of a lost one, if this process has them; otherwise the shards are redistributed. That stops the
 * graph for a moment, so a process is tested first. After a failure it is avoided for a while, longer each time.
 *
 * If it is known how many workers other processes will offer, missing processes count as lost ones from the start, and
 * nothing is redistributed while they are missing.
 */
import { type Environment, pause, WeirError } from '@weir/platform';
import type { PartitionCopies } from '../contract/partition-copies.js';
import type { WorkerOffer, WorkerOffers } from '../contract/worker-offers.js';
import type { LenderConnection, Lent, WorkerChange } from './borrowed-workers.js';

/** Time limit for a process to answer. */
const REACH_MILLIS = 2_000;
/** Processes that join within this time are added together. */
const GATHER_MILLIS = 500;
const FIRST_DISTRUST_MILLIS = 1_000;
const LONGEST_DISTRUST_MILLIS = 600_000;
/** Number of starts with borrowed workers before the graph starts without them. */
const LENT_TRIES = 3;
/**
 * Delay before shards are redistributed after a loss. If the lost process returns earlier, they are redistributed for
 * it.
 */
const EVEN_OUT_MILLIS = 60_000;
/** Maximum time for which shards that no process has wait for one that has them. */
const DATA_MILLIS = 60_000;
/** Delay before checking whether a change that was skipped during a replacement of workers is still needed. */
const AGAIN_MILLIS = 2_000;

interface Distrust {
  readonly failures: number;
  readonly until: number;
}

export interface BorrowerData {
  readonly shards: number;
  readonly copies: PartitionCopies | undefined;
}

export class Borrower {
  /** Processes whose workers are in use. */
  private used = new Set<string>();
  private readonly distrusted = new Map<string, Distrust>();
  private endWatch = (): void => undefined;
  private cancelBalance = (): void => undefined;
  /** Time of the next check, by the clock. */
  private balanceAt = Number.POSITIVE_INFINITY;
  /** Time, by the clock, after which this process stops replacing lost ones, if there are others. */
  private evenOutAt = Number.POSITIVE_INFINITY;
  private isBalancing = false;
  /** The next distribution takes no account of processes that are absent, unless they are expected. */
  private isEveningOut = false;
  /** When processes that offer workers were first found to be unusable, by the clock. */
  private readonly unusedSince = new Map<string, number>();
  private readonly over = new AbortController();
  /** Time, by the clock, until which the first start waits for the data of all shards. */
  private dataBy: number | undefined = undefined;

  /** @param data number of shards, and the copies of this process. Default: every process has all data. */
  constructor(
    private readonly offers: WorkerOffers,
    private readonly environment: Environment,
    private readonly move: (change: WorkerChange) => void,
    private readonly data: BorrowerData = { shards: 0, copies: undefined },
  ) {}

  private get isOver(): boolean {
    return this.over.signal.aborted;
  }

  /**
   * Starts workers in all processes that can be reached. A process lost meanwhile is left out of the next attempt; the
   * last attempt leaves out all.
   */
  async lend<Pool>(begin: (lent: Lent) => Promise<Pool>): Promise<Pool> {
    for (let tries = 1; ; tries++) {
      await this.dataThere();
      if (this.isOver) throw new WeirError('graph.closed', 'The graph was closed.');
      const processes = tries > LENT_TRIES ? [] : await this.reachAll(this.trusted());
      this.used = new Set(processes.map(({ process }) => process));
      const absent = Math.max(this.absentWorkers(), this.missingOf(processes));
      this.evenOutAt = absent > 0 ? this.environment.clock.now() + EVEN_OUT_MILLIS : Number.POSITIVE_INFINITY;
      try {
        return await begin({ processes, absent });
      } catch (thrown) {
        const error = WeirError.from(thrown);
        if (processes.length === 0 || error.code !== 'graph.worker-lost') throw error;
        const lost = processes.map(({ process }) => process).filter(process => !this.used.has(process));
        // Any of them may be the cause.
        if (lost.length === 0) for (const { process } of processes) this.distrust(process);
        this.environment.logger.log('warn', 'the graph restarts without workers of other processes', {
          processes: (lost.length === 0 ? [...this.used] : lost).join(', '),
          error: error.message,
        });
        this.used = new Set();
      }
    }
  }

  /**
   * Returns how many workers a process may soon offer that is absent: it left, was lost, or cannot be reached. If there
   * are several, that of the largest; the others are used when they have joined.
   */
  private absentWorkers(): number {
    const { offers, isEveningOut, environment, data } = this;
    this.isEveningOut = false;
    // A process that has some of the data gets the shards that it has, whichever these are.
    if (isEveningOut || data.copies?.shards !== undefined) return 0;
    const now = environment.clock.now();
    const unused = offers.current().filter(({ process }) => !this.used.has(process));
    for (const { process } of unused) if (!this.unusedSince.has(process)) this.unusedSince.set(process, now);
    const recent = unused.filter(({ process }) => now - this.unusedSince.get(process)! < EVEN_OUT_MILLIS);
    return Math.max(0, ...[...recent, ...offers.departed()].map(({ workers }) => workers));
  }

  /** Returns how many of the expected workers are not among these. */
  private missingOf(lent: readonly { readonly workers: number }[]): number {
    // A process that has some of the data gets the shards that it has, whichever these are.
    if (this.data.copies?.shards !== undefined) return 0;
    return Math.max(0, this.offers.expectedWorkers - lent.reduce((sum, { workers }) => sum + workers, 0));
  }

  /** Whether this process has workers in place of lost ones that are not expected back. */
  private isUneven(): boolean {
    if (this.evenOutAt > this.environment.clock.now() || this.used.size === 0) return false;
    return this.missingOf(this.offers.current().filter(({ process }) => this.used.has(process))) === 0;
  }

  /** Resolves when each shard's data is in a process that can be used, or cannot be expected any more. */
  private async dataThere(): Promise<void> {
    const { environment, offers, over } = this;
    const { clock, scheduler, logger } = environment;
    this.dataBy ??= clock.now() + DATA_MILLIS;
    for (let said = 0; !this.isOver;) {
      const missing = this.shardsWithoutData();
      const millis = this.dataBy - clock.now();
      if (missing.length === 0 || millis <= 0) return;
      if (missing.length !== said)
        logger.log('info', 'waiting for processes that have copies of shards', {
          shards: missing.join(', '),
        });
      said = missing.length;
      const change = new AbortController();
      const endWatch = offers.watch(() => change.abort());
      await pause(scheduler, millis, AbortSignal.any([change.signal, over.signal]));
      endWatch();
    }
  }

  private shardsWithoutData(): readonly number[] {
    const { shards, copies } = this.data;
    if (copies?.shards === undefined) return [];
    const known = [copies, ...this.offers.current().map(offer => ({ shards: offer.copies }))];
    if (known.some(each => each.shards === undefined)) return [];
    const there = new Set(known.flatMap(each => each.shards!));
    return Array.from({ length: shards }, (_, shard) => shard).filter(shard => !there.has(shard));
  }

  /** From now on shards move when other processes offer workers, or take them back. */
  watch(): void {
    if (this.isOver) return;
    this.endWatch = this.offers.watch(() => this.balanceAfter(GATHER_MILLIS));
    this.balanceAfter(GATHER_MILLIS);
  }

  stop(): void {
    this.over.abort();
    this.endWatch();
    this.cancelBalance();
  }

  /** The workers no longer belong to this process, whether or not others are replaced too. */
  lost(process: string): void {
    this.used.delete(process);
    this.distrust(process);
    this.evenOutAt = this.environment.clock.now() + EVEN_OUT_MILLIS;
    this.balanceAfter(EVEN_OUT_MILLIS);
  }

  /** The process has workers that this one had in place of others. @param isEven whether this one has no more of them. */
  joined(process: string, isEven: boolean): void {
    this.used.add(process);
    this.unusedSince.delete(process);
    if (isEven) this.evenOutAt = Number.POSITIVE_INFINITY;
  }

  /** The process could not be reached, or was lost. */
  distrust(process: string): void {
    const { clock } = this.environment;
    const failures = this.distrusted.get(process)?.failures ?? 0;
    const millis = Math.min(LONGEST_DISTRUST_MILLIS, FIRST_DISTRUST_MILLIS * 2 ** failures);
    this.distrusted.set(process, { failures: failures + 1, until: clock.now() + millis });
    this.balanceAfter(millis);
  }

  private trusted(): readonly WorkerOffer[] {
    const now = this.environment.clock.now();
    return this.offers.current().filter(({ process }) => (this.distrusted.get(process)?.until ?? 0) <= now);
  }

  /**
   * Never postpones a check that is already scheduled: if many processes share a graph, the directory changes all the
   * time.
   */
  private balanceAfter(millis: number): void {
    const { clock, scheduler } = this.environment;
    const at = clock.now() + millis;
    if (this.isOver || this.balanceAt <= at) return;
    this.cancelBalance();
    this.balanceAt = at;
    this.cancelBalance = scheduler.after(millis, () => {
      this.balanceAt = Number.POSITIVE_INFINITY;
      void this.balanceOnce();
    });
  }

  /** One check at a time: connecting to an unreachable process takes longer than the next change of the directory. */
  private async balanceOnce(): Promise<void> {
    if (this.isBalancing) return this.balanceAfter(GATHER_MILLIS);
    this.isBalancing = true;
    try {
      await this.balance();
    } finally {
      this.isBalancing = false;
    }
  }

  private async balance(): Promise<void> {
    const there = new Set(this.offers.current().map(({ process }) => process));
    for (const known of [this.distrusted, this.unusedSince])
      for (const process of known.keys()) if (!there.has(process)) known.delete(process);
    const departed = [...this.used].filter(process => !there.has(process));
    if (departed.length > 0)
      return this.change({
        why: `${departed.join(', ')} ${departed.length > 1 ? 'lend' : 'lends'} no workers any more`,
        leaving: departed.length === 1 ? departed[0] : undefined,
      });
    const fresh = this.trusted().filter(({ process }) => !this.used.has(process));
    const reached = await this.reachAll(fresh);
    const [joining, ...later] = reached;
    for (const { wire } of later) wire.close();
    if (joining !== undefined)
      this.change({ why: `${namesOf(reached)} ${later.length > 0 ? 'lend' : 'lends'} workers`, joining });
    else if (this.isUneven()) {
      this.isEveningOut = true;
      this.change({ why: 'shards of lost processes are redistributed' });
    } else this.scheduleRetry();
  }

  private change(change: WorkerChange): void {
    if (this.isOver) return change.joining?.wire.close();
    this.move(change);
    this.balanceAfter(AGAIN_MILLIS);
  }

  /** Checks avoided processes, and whether others have returned. */
  private scheduleRetry(): void {
    const now = this.environment.clock.now();
    const times = [this.evenOutAt, ...[...this.distrusted.values()].map(({ until }) => until)];
    const waits = times.map(time => time - now).filter(wait => wait > 0 && Number.isFinite(wait));
    if (waits.length > 0) this.balanceAfter(Math.min(...waits));
  }

  private async reachAll(offers: readonly WorkerOffer[]): Promise<readonly LenderConnection[]> {
    const connections = await Promise.all(offers.map(offer => this.reach(offer)));
    return connections.filter(connection => connection !== undefined);
  }

  private async reach(offer: WorkerOffer): Promise<LenderConnection | undefined> {
    const { scheduler, logger } = this.environment;
    const late = new AbortController();
    const cancel = scheduler.after(REACH_MILLIS, () => late.abort());
    try {
      return { ...offer, wire: await this.offers.reach(offer.address, late.signal) };
    } catch (error) {
      logger.log('warn', 'a process that lends workers cannot be reached', {
        process: offer.process,
        error: WeirError.from(error).message,
      });
      this.distrust(offer.process);
      return undefined;
    } finally {
      cancel();
    }
  }
}

function namesOf(connections: readonly LenderConnection[]): string {
  return connections.map(({ process }) => process).join(', ');
}
