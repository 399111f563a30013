/**
 * Which processes a graph takes workers from: all that offer some and can be reached. When others come, or one wants its
 * workers back, the shards are dealt out anew; that stops the graph for a moment, so a process is tried before, and one
 * that failed is left alone for a while, longer each time.
 */
import { type Environment, WeirError } from '@weir/model';
import type { WorkerOffer, WorkerOffers } from '../contract/worker-offers.js';
import type { LentPlace } from '../threads/worker-pool.js';

/** For a process to answer. */
const REACH_MILLIS = 2_000;
/** Processes that come together are taken together. */
const GATHER_MILLIS = 500;
const FIRST_DISTRUST_MILLIS = 1_000;
const LONGEST_DISTRUST_MILLIS = 600_000;
/** Whether it is still wanted that was not done, because workers were replaced. */
const AGAIN_MILLIS = 2_000;

interface Distrust {
  readonly failures: number;
  readonly until: number;
}

export class Borrower {
  /** Processes whose workers are in use. */
  private used = new Set<string>();
  private readonly distrusted = new Map<string, Distrust>();
  private endWatch = (): void => undefined;
  private cancelLook = (): void => undefined;
  /** By the clock, when it looks next. */
  private lookAt = Number.POSITIVE_INFINITY;
  private isLooking = false;
  private isOver = false;

  constructor(
    private readonly offers: WorkerOffers,
    private readonly environment: Environment,
    /** @param leaving the one process because of which, if it takes its workers back. */
    private readonly move: (why: string, leaving?: string) => void,
  ) {}

  /** Begins workers with those of all processes that can be reached; without them, if that fails because of one. */
  async lend<Pool>(begin: (lent: readonly LentPlace[]) => Promise<Pool>): Promise<Pool> {
    const lent = (await Promise.all(this.trusted().map(offer => this.reach(offer)))).filter(
      place => place !== undefined,
    );
    this.used = new Set(lent.map(({ process }) => process));
    try {
      return await begin(lent);
    } catch (thrown) {
      const error = WeirError.from(thrown);
      if (lent.length === 0 || error.code !== 'graph.worker-lost') throw error;
      this.environment.logger.log('warn', 'the graph begins without the workers of other processes', {
        error: error.message,
      });
      for (const { process } of lent) this.distrust(process);
      this.used = new Set();
      return begin([]);
    }
  }

  /** From now on shards move when other processes offer workers, or take them back. */
  watch(): void {
    if (this.isOver) return;
    this.endWatch = this.offers.watch(() => this.lookAfter(GATHER_MILLIS));
    this.lookAfter(GATHER_MILLIS);
  }

  stop(): void {
    this.isOver = true;
    this.endWatch();
    this.cancelLook();
  }

  /** Workers are not of this process any more, whether or not others are replaced too. */
  lost(process: string): void {
    this.used.delete(process);
    this.distrust(process);
  }

  /** It could not be reached, or was lost. */
  distrust(process: string): void {
    const { clock } = this.environment;
    const failures = this.distrusted.get(process)?.failures ?? 0;
    const millis = Math.min(LONGEST_DISTRUST_MILLIS, FIRST_DISTRUST_MILLIS * 2 ** failures);
    this.distrusted.set(process, { failures: failures + 1, until: clock.now() + millis });
    this.lookAfter(millis);
  }

  private trusted(): readonly WorkerOffer[] {
    const now = this.environment.clock.now();
    return this.offers.current().filter(({ process }) => (this.distrusted.get(process)?.until ?? 0) <= now);
  }

  /** Never later than was asked before: where many share a graph, the directory changes all the time. */
  private lookAfter(millis: number): void {
    const { clock, scheduler } = this.environment;
    const at = clock.now() + millis;
    if (this.isOver || this.lookAt <= at) return;
    this.cancelLook();
    this.lookAt = at;
    this.cancelLook = scheduler.after(millis, () => {
      this.lookAt = Number.POSITIVE_INFINITY;
      void this.lookAlone();
    });
  }

  /** One look at a time: what can't be reached takes longer than the next change of the directory. */
  private async lookAlone(): Promise<void> {
    if (this.isLooking) return this.lookAfter(GATHER_MILLIS);
    this.isLooking = true;
    try {
      await this.look();
    } finally {
      this.isLooking = false;
    }
  }

  private async look(): Promise<void> {
    const there = new Set(this.offers.current().map(({ process }) => process));
    for (const process of this.distrusted.keys()) if (!there.has(process)) this.distrusted.delete(process);
    const gone = [...this.used].filter(process => !there.has(process));
    if (gone.length > 0)
      return this.change(`${gone.join(', ')} lends none any more`, gone.length === 1 ? gone[0] : undefined);
    const fresh = this.trusted().filter(({ process }) => !this.used.has(process));
    const reached = (await Promise.all(fresh.map(offer => this.reach(offer)))).filter(
      place => place !== undefined,
    );
    for (const { wire } of reached) wire.close();
    if (reached.length > 0) this.change(`${reached.map(({ process }) => process).join(', ')} lends some`);
    else this.lookAgain();
  }

  private change(why: string, leaving?: string): void {
    if (this.isOver) return;
    this.move(why, leaving);
    this.lookAfter(AGAIN_MILLIS);
  }

  /** At those that are left alone. */
  private lookAgain(): void {
    const now = this.environment.clock.now();
    const waits = [...this.distrusted.values()].map(({ until }) => until - now).filter(wait => wait > 0);
    if (waits.length > 0) this.lookAfter(Math.min(...waits));
  }

  private async reach(offer: WorkerOffer): Promise<LentPlace | undefined> {
    const { scheduler, logger } = this.environment;
    const late = new AbortController();
    const cancel = scheduler.after(REACH_MILLIS, () => late.abort());
    try {
      return { ...offer, wire: await this.offers.reach(offer.address, late.signal) };
    } catch (error) {
      logger.log('warn', 'a process that lends workers can not be reached', {
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
