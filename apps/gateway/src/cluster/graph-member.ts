/**
 * This process as one of several members that share a graph. The graph is owned as a whole.
 *
 * - The directory names the owner. A member that opens the graph raises its epoch in the store, which stops all earlier
 *   owners from writing. A wrong belief about membership therefore costs time, never data.
 * - The owner keeps the graph until it leaves.
 * - A process that lost its membership stops its work and rejoins under another id.
 */
import { type Directory, type LossCause, type MemberRecord, Ownership } from '@weir/cluster';
import { type Environment, type ErrorCode, type LogLevel, pause, WeirError } from '@weir/platform';
import type { PartitionCopies } from '@weir/runtime';
import type { GraphFront, Others, Weir } from '../weir.js';
import { CopyLag } from './copy-lag.js';
import type { LendingDoor } from './lending-door.js';
import type { MemberFront } from './member-front.js';
import { freshText } from './fresh-text.js';
import { MemberOffers, type MemberOffersOptions, WHOLE } from './member-offers.js';
import { OwnerProbe } from './owner-probe.js';
import { watchStore } from './store-watch.js';

export interface GraphMemberOptions extends MemberOffersOptions {
  readonly name: string;
  readonly address: string;
  /** How long it keeps its place while the directory does not answer. */
  readonly patienceMillis: number;
  readonly directory: Directory;
  /** Its logger gets the changes of this process's membership. */
  readonly environment: Environment;
  readonly front: MemberFront;
  /** Copies of the graph that this process keeps while it does not own the graph. Default: the store needs none. */
  readonly copies?: PartitionCopies | undefined;
  /** Called when the members, or their records, have changed. */
  changed?(members: ReadonlyMap<string, MemberRecord>): void;
  /** Called when this process does not own the graph, so that it can prepare to open it. */
  prepare?(): void;
  /** Called before this process leaves. */
  unprepare?(): Promise<void>;
  /** Lends workers while another member owns the graph. */
  readonly door: LendingDoor;
  /**
   * @param signal aborted when this process has lost its membership: another member may open the graph, or has done so.
   */
  start(front: GraphFront, others: Others, signal: AbortSignal): Promise<Weir>;
}

/** Length of the random part of an id. */
const ID_LENGTH = 8;

/** Returns the configured name of a member. */
export function nameOf(id: string): string {
  return id.slice(0, -ID_LENGTH - 1);
}

const COME_BACK_MILLIS = 1_000;
/** Time for workers to be returned in order. */
const RETURN_MILLIS = 10_000;
/** Time for which a process that did not reach the store leaves the graph to others, if there are any. */
const DOUBT_MILLIS = 60_000;
const WHY: Readonly<Record<LossCause, string>> = {
  taken: 'another process owns the graph',
  gone: 'the other processes consider this process lost',
  silence: 'the directory has not responded for cluster.directory-patience',
  stall: 'its main thread stalled for longer than cluster.stall-patience',
  thread: 'its connection to the directory has ended',
};
const HOPELESS: ReadonlySet<ErrorCode> = new Set(['config.invalid', 'store.incompatible', 'store.damaged']);

export class GraphMember {
  /** Resolves when this process can never own the graph. */
  readonly failed: Promise<WeirError>;
  private fail!: (reason: WeirError) => void;
  private ownership!: Ownership;
  private id = '';
  private readonly offers: MemberOffers;
  private readonly probe: OwnerProbe;
  /** `undefined`: the store needs no copies. */
  private readonly lag: CopyLag | undefined;
  /** Incremented with each id. */
  private life = 0;
  /** Aborted when the id changes. */
  private ending = new AbortController();
  private graph: Promise<Weir | undefined> = Promise.resolve(undefined);
  /** It recently failed to reach the store. */
  private isInDoubt = false;
  private endDoubt = (): void => undefined;
  private endStoreWatch = (): void => undefined;
  /** Reason why this process is not a member, while it is not. */
  private said: string | undefined = undefined;
  /** The last owner that refused connections. */
  private suspected = '';
  private isLeaving = false;
  /** Its graph is waiting for the store in order to close, so it cannot own another. */
  private isClosing = false;
  /** It owns nothing that has to be released. */
  private isOut = false;
  /** Called when `isOut` or the ownership may have changed. */
  private recheckLeaving = (): void => undefined;

  constructor(private readonly options: GraphMemberOptions) {
    this.failed = new Promise(resolve => (this.fail = resolve));
    this.offers = new MemberOffers(
      () => ({ id: this.id, layout: this.ownership.layout }),
      options,
      options.environment.clock,
    );
    this.probe = new OwnerProbe(options.environment, owner => this.suspect(owner));
    const { door, copies, environment } = options;
    if (copies !== undefined)
      this.lag = new CopyLag({
        count: () => copies.rowsBehind(),
        environment,
        changed: () => this.ownership.announce({ rowsBehind: this.lag?.rows }),
      });
    this.join();
    options.prepare?.();
    void copies?.upToDate.then(() => {
      this.log('info', 'the copy of the graph is up to date', { member: this.id });
      this.ownership.setSpare(this.isSpare);
    });
    door.watch(() => {
      this.ownership.announce({ lends: door.record, reachesStore: door.reachesStore });
      this.ownership.setSpare(this.isSpare);
    });
  }

  /** Closes the graph in order; another process opens it immediately. */
  async leave(): Promise<void> {
    this.isLeaving = true;
    this.ownership.weigh(0);
    while (!this.isOut && !this.ownership.ownsNothing)
      await new Promise<void>(resolve => (this.recheckLeaving = resolve));
    await this.graph;
    await this.options.unprepare?.();
    const late = new AbortController();
    const returned = this.options.door.returned().then(() => late.abort());
    const patience = pause(this.options.environment.scheduler, RETURN_MILLIS, late.signal);
    await Promise.race([returned, patience]);
    late.abort();
    await this.options.door.drop();
    this.lag?.stop();
    await this.options.copies?.close();
  }

  /** Call after `leave`, and after the last request was forwarded. */
  stop(): void {
    this.endDoubt();
    this.probe.stop();
    this.ownership.stop();
  }

  private suspect(owner: string): void {
    if (owner !== this.suspected)
      this.log('warn', `${owner}, which owns the graph, refuses connections`, { member: this.id, owner });
    this.suspected = owner;
    this.ownership.suspect(owner);
  }

  private join(): void {
    const { name, address, leaseMillis, patienceMillis, directory, environment } = this.options;
    const life = ++this.life;
    this.ending = new AbortController();
    const id = `${name}-${freshText(environment.random).slice(0, ID_LENGTH)}`;
    this.id = id;
    const ownership = new Ownership({
      id,
      member: {
        address,
        capacity: this.isLeaving || this.isClosing ? 0 : 1,
        isSpare: this.isInDoubt || !this.canOpen,
        lends: this.options.door.record,
        reachesStore: this.options.door.reachesStore,
        rowsBehind: this.lag?.rows,
      },
      shardCount: 1,
      holders: 1,
      staysPut: true,
      leaseMillis,
      patienceMillis,
      directory,
      environment,
      listener: {
        epochRose: shard => this.options.door.ownedSince(ownership.layout.assignment(shard).epoch),
        taken: (_, epoch) => {
          this.log('warn', `${id} takes over the graph, epoch ${epoch}`, { member: id, epoch });
          ownership.setSpare(this.isInDoubt);
          this.graph = this.graph.then(() => this.open(life));
        },
        leave: () => this.close(),
        lost: (_, cause) => {
          this.recheckLeaving();
          void this.rejoin(life, WHY[cause]);
        },
        doubted: () => {
          this.options.front.cutAnswers();
          // Others will take the graph anyway.
          if (this.isLeaving) void this.rejoin(life, 'the directory does not respond');
        },
        advanced: () => {
          this.offers.changed();
          if (ownership.layout.members.has(id)) this.options.changed?.(ownership.layout.members);
          this.recheckLeaving();
          if (ownership.layout.members.has(id)) this.joined();
          this.turnToOwner(ownership, id);
        },
        expelled: cause => void this.rejoin(life, WHY[cause]),
      },
    });
    this.ownership = ownership;
    ownership.start();
  }

  private joined(): void {
    if (this.said !== undefined) this.log('warn', `${this.id} rejoined the cluster`, { member: this.id });
    this.said = undefined;
  }

  private turnToOwner({ layout }: Ownership, id: string): void {
    const { owner } = layout.assignment(WHOLE);
    if (owner === id) return this.probe.stop();
    const there = owner === null ? undefined : layout.members.get(owner);
    if (owner !== null && there !== undefined && !this.isLeaving) this.probe.watch(owner, there.address);
    else this.probe.stop();
    if (owner !== null && there === undefined) this.options.front.lose();
    else this.options.front.turnTo(there?.address);
  }

  private async open(life: number): Promise<Weir | undefined> {
    const { front } = this.options;
    if (life !== this.life) return undefined;
    front.turnTo(undefined, 'This process opens the graph');
    const { ownership, offers, ending } = this;
    const { clock } = this.options.environment;
    const start = clock.now();
    try {
      const given: GraphFront = {
        web: front.web,
        serve: app => {
          if (life === this.life) front.answerWith(app, () => ownership.holdsLease);
        },
        drain: graceMillis => front.drain(graceMillis),
      };
      const weir = await this.options.start(given, { offers, membership: offers }, ending.signal);
      const millis = clock.now() - start;
      offers.takeoverMillis = millis;
      if (life === this.life) this.log('info', `${this.id} owns the graph`, { member: this.id, millis });
      void weir.lost.then(reason => this.rejoin(life, reason.message));
      this.doubt(false);
      this.watchStoreOf(weir, life);
      return weir;
    } catch (thrown) {
      const error = WeirError.from(thrown);
      if (HOPELESS.has(error.code)) this.fail(error);
      else {
        if (error.code === 'store.failed') this.doubt(true);
        void this.rejoin(life, error.message);
      }
      return undefined;
    }
  }

  /** Other members are preferred over a spare one. The owner has a store watch instead. */
  private get isSpare(): boolean {
    const isOwner = this.ownership.layout.assignment(WHOLE).owner === this.id;
    return this.isInDoubt || (!isOwner && !this.canOpen);
  }

  /** It reaches the store, and has what it needs of it. */
  private get canOpen(): boolean {
    return this.options.door.reachesStore && (this.options.copies?.isUpToDate ?? true);
  }

  /** Other members are preferred while this process may not reach the store. */
  private doubt(isInDoubt: boolean): void {
    this.isInDoubt = isInDoubt;
    this.endDoubt();
    if (isInDoubt)
      this.endDoubt = this.options.environment.scheduler.after(DOUBT_MILLIS, () => this.doubt(false));
    else this.ownership.setSpare(this.isSpare);
  }

  private watchStoreOf(weir: Weir, life: number): void {
    const { environment, storePatienceMillis } = this.options;
    if (life !== this.life) return;
    const { members } = this.ownership.layout;
    this.endStoreWatch = watchStore({
      environment,
      patienceMillis: storePatienceMillis,
      trouble: () => weir.services.graph.admin.health.storeTrouble,
      isAnyoneElse: () =>
        [...members].some(
          ([id, { capacity, reachesStore }]) => id !== this.id && capacity > 0 && reachesStore !== false,
        ),
      givenUp: trouble => {
        this.doubt(true);
        void this.rejoin(life, trouble.message, false);
      },
    });
  }

  private close(): Promise<void> {
    const { front } = this.options;
    this.endStoreWatch();
    const closed = this.graph.then(async weir => {
      if (weir === undefined) return undefined;
      // New requests wait for the next owner.
      if (this.said === undefined) front.turnTo(undefined);
      await weir.stop();
      return undefined;
    });
    this.graph = closed
      .catch((error: unknown) => {
        this.log('error', `The graph was not closed cleanly: ${WeirError.from(error).message}`, {
          member: this.id,
        });
        return undefined;
      })
      .finally(() => {
        if (this.isLeaving) return;
        this.options.prepare?.();
      });
    return this.graph.then(() => front.drain(0));
  }

  private log(level: LogLevel, message: string, fields: Readonly<Record<string, unknown>>): void {
    this.options.environment.logger.log(level, message, fields);
  }

  private joinFullyAfter(closed: Promise<void>): void {
    this.isClosing = true;
    void closed.then(() => {
      this.isClosing = false;
      if (!this.isLeaving) this.ownership.weigh(1);
    });
  }

  /** @param isClosedFirst false: the process rejoins before its graph, which waits for the store, is closed. */
  private async rejoin(life: number, why: string, isClosedFirst = true): Promise<void> {
    if (life !== this.life) return;
    this.life++;
    // The store does not know the directory's owner: a late open would take the graph from its present owner.
    this.ending.abort(new WeirError('graph.closed', `Membership of the cluster was lost: ${why}`));
    const { front, environment } = this.options;
    const { ownership } = this;
    if (why !== this.said)
      this.log('error', `This process has lost its membership of the cluster: ${why}`, { member: this.id });
    this.said = why;
    ownership.stop();
    this.probe.stop();
    this.endStoreWatch();
    void this.options.door.drop();
    // Immediately: this process must not answer from a graph that another member may own.
    front.turnTo(undefined, `This process has lost its membership of the cluster: ${why}`);
    await front.drain(0);
    const closed = this.close();
    if (isClosedFirst) await closed;
    else this.joinFullyAfter(closed);
    void ownership.resign();
    if (!this.isLeaving) await pause(environment.scheduler, COME_BACK_MILLIS);
    if (!this.isLeaving) this.join();
    else this.isOut = true;
    this.recheckLeaving();
  }
}
