/**
 * The part of the graph that lives in one thread: some shards, and the links to the hosts of the others. It
 * has no thread, socket or clock of its own: frames go out through `send`, come in through `receive`, and
 * everything else is given by the environment. Several hosts in one thread, with frames delivered in any
 * order between different pairs, behave as hosts in different threads do.
 *
 * A message to a shard of this host is a call; to another host it waits in an outbox for the next frame.
 */
import type { GraphSession, NodeOperation } from '@weir/cypher';
import {
  type Environment,
  type EventTime,
  eventTimeAt,
  isPromise,
  type MaybePromise,
  type NodeEvent,
  type NodeId,
  shardOf,
  type Value,
  WeirError,
} from '@weir/model';
import type { Persistor } from '@weir/persistor';
import type { Origin, ResultName, StandingEngine, StandingResult } from '@weir/standing';
import { Checkpoint, type CheckpointStep } from './checkpoint.js';
import { recoverShard } from './crash-recovery.js';
import { applyEffects, type EffectTarget } from './effect-application.js';
import type { EffectBatch } from './effect-batch.js';
import { GroupCommit } from './group-commit.js';
import { HalfEdgeEffects } from './half-edge-effects.js';
import { HistoryLimit } from './history-limit.js';
import { HostMail } from './host-mail.js';
import { decodeFrame, type HostMessage, MessageKind, unpackStanding } from './host-message.js';
import { HostSession } from './host-session.js';
import type { NodeActor } from './node-actor.js';
import type { NodeListener } from './node-behavior.js';
import { NodeReader, THE_PRESENT } from './node-reader.js';
import { checkPersistence, DEFAULT_PERSISTENCE, type PersistenceOptions } from './persistence-options.js';
import { RequestServer } from './request-server.js';
import type { ResultBatch } from './result-batch.js';
import { ResultFiling } from './result-filing.js';
import { Shard } from './shard.js';
import { StandingDispatch } from './standing-dispatch.js';
import { StoreFailures } from './store-failures.js';

/** Milliseconds that snapshots may take before a stop; what has none is read from its journal. */
const SNAPSHOT_GRACE_MILLIS = 10_000;
/** Nodes that are shown new standing queries before other work gets its turn. */
const NODES_PER_TURN = 512;
/** Nodes that are read together. */
const NODES_PER_READ = 64;

export interface GraphHostOptions {
  /** This host's number. */
  readonly index: number;
  /** For each shard, the host it lives on. */
  readonly hostOfShard: readonly number[];
  /** The stores of this host's shards, by shard. */
  readonly persistors: ReadonlyMap<number, Persistor>;
  readonly engine: StandingEngine;
  readonly environment: Environment;
  /** Default: `DEFAULT_PERSISTENCE`. */
  readonly persistence?: PersistenceOptions;
  /** Takes a frame, with its memory, to another host. Frames from here to one host arrive in the order sent. */
  send(host: number, frame: Uint8Array<ArrayBuffer>): void;
  /** Results that are durable, with their causes; those of one query and shard in order. */
  onResults(batches: readonly ResultBatch[]): void;
}

/** What a host is doing; when all hosts are quiet and every frame sent was received, the graph is. */
export interface HostActivity {
  readonly framesSent: number;
  readonly framesReceived: number;
  readonly busy: boolean;
}

export class GraphHost implements EffectTarget {
  readonly index: number;
  readonly environment: Environment;
  readonly shards: readonly Shard[];
  readonly reader: NodeReader;
  readonly halfEdges: HalfEdgeEffects;
  private readonly shardByNumber: (Shard | undefined)[];
  private readonly commits: GroupCommit;
  private readonly standing: StandingDispatch;
  private readonly mail: HostMail;
  private readonly server: RequestServer;
  /** Known to this host. */
  readonly storeFailures: StoreFailures;
  private readonly checkpoints: Checkpoint;
  private readonly history: HistoryLimit;
  private readonly persistence: PersistenceOptions;
  /** Effects of effects that are under way. */
  private readonly chains = new Set<Promise<void>>();
  /** Under which numbers results are kept. */
  readonly filing = new ResultFiling();
  private framesReceived = 0;

  constructor(private readonly options: GraphHostOptions) {
    this.index = options.index;
    this.environment = options.environment;
    this.persistence = options.persistence ?? DEFAULT_PERSISTENCE;
    checkPersistence(this.persistence);
    this.mail = new HostMail(options.environment, options.send);
    this.standing = new StandingDispatch(options.engine, {
      record: (actor, event) => this.record(actor, event),
      actor: id => this.actor(id),
      isLocal: id => this.hostOf(id) === this.index,
      sendRemote: (to, from, message) => this.mail.postStanding(this.hostOf(to), to, from, message),
      result: result => this.filing.add(result, this.localShard(result.root).journal.results),
      resultId: () => this.environment.random.uuid(),
    });
    this.shardByNumber = options.hostOfShard.map((host, number) =>
      host === this.index ? this.openShard(number) : undefined,
    );
    this.shards = this.shardByNumber.filter(shard => shard !== undefined);
    this.commits = new GroupCommit(this.shards, this.environment, this.persistence, options.onResults);
    this.reader = new NodeReader({
      shards: this.shards,
      shardOf: id => this.localShard(id),
      settlePast: asOf => this.settlePast(asOf),
      listen: (actor, origin) => this.listen(actor, origin),
    });
    this.storeFailures = new StoreFailures(this.index, () => this.commits.failure, this.environment.clock);
    this.halfEdges = new HalfEdgeEffects({
      forward: batch => this.forward(batch),
      askBy: (from, batch) => this.askBy(from, batch),
      delivered: () => this.delivered(),
    });
    this.checkpoints = new Checkpoint(this.shards);
    this.history = new HistoryLimit(this.shards, options.engine, this.environment, this.persistence);
    this.server = new RequestServer(this, options.engine, (host, message) => this.mail.post(host, message));
  }

  // For sessions

  /** @param origin the record that causes the session's effects, where somebody asks for that. */
  session(atTime?: number, origin?: Origin): GraphSession {
    return new HostSession(this, atTime, origin);
  }

  /** Of all hosts. */
  get shardCount(): number {
    return this.shardByNumber.length;
  }

  hostOf(id: NodeId): number {
    return this.options.hostOfShard[shardOf(id, this.options.hostOfShard.length)]!;
  }

  /** All hosts, this one among them. */
  get hosts(): readonly number[] {
    return [...new Set(this.options.hostOfShard)];
  }

  /** Applies effects to this host's nodes. @returns the first error, when all are applied (not yet durable). */
  apply(batch: EffectBatch): MaybePromise<WeirError | undefined> {
    const outcome = applyEffects(batch, this.index, this);
    this.finishMessage();
    return outcome;
  }

  /** Effects on another host's nodes. Resolves when they are durable there. */
  sendEffects(host: number, batch: EffectBatch): Promise<void> {
    return this.mail
      .ask(host, request => [MessageKind.Effects, request, batch.pack()])
      .then(
        () => undefined,
        (error: unknown) => {
          this.storeFailures.note(host, error);
          throw error;
        },
      );
  }

  /** Asks another host something. */
  request(host: number, name: string, payload: unknown): Promise<unknown> {
    return this.mail.ask(host, request => [MessageKind.Request, request, name, payload]);
  }

  /** Asks a host something, be it this one. */
  ask(host: number, name: string, payload: unknown): MaybePromise<unknown> {
    return host === this.index ? this.server.serve(name, payload) : this.request(host, name, payload);
  }

  /** Everything changed until now on this host is durable. */
  commit(): Promise<void> {
    return this.commits.commit();
  }

  operate(
    ids: readonly NodeId[],
    operations: readonly NodeOperation[],
    origin: Origin | undefined,
  ): MaybePromise<Value[]> {
    const outcome = this.reader.operate(ids, operations, origin);
    if (isPromise(outcome)) return outcome.finally(() => this.finishMessage());
    this.finishMessage();
    return outcome;
  }

  recentNodes(count: number): NodeId[] {
    const each = Math.ceil(count / Math.max(1, this.shards.length));
    return this.shards.flatMap(shard => shard.recentNodes(each)).slice(0, count);
  }

  // Standing queries

  /**
   * Shows the registered standing queries to nodes that were there before. With `includeSleeping` every
   * stored node is woken for it, `parallelism` at a time.
   * @param visit called with every stored node once it was shown; nodes that are only awake (persistence-options.ts) too.
   * @param turn waited for between some nodes and the next.
   */
  async propagate(
    includeSleeping: boolean,
    parallelism: number,
    visit: (node: NodeActor) => void = () => undefined,
    turn: () => Promise<void> = () => this.giveWay(),
  ): Promise<void> {
    this.standing.showHomes();
    for (const shard of this.shards) {
      let looked = 0;
      for (const actor of [...shard.nodes.values()]) {
        const isAwake = actor.waiting === undefined && shard.nodes.get(actor.id) === actor;
        if (isAwake) this.standing.synchronise(actor, true);
        if (isAwake && !this.isEachStored(shard)) visit(actor);
        if (++looked % NODES_PER_TURN === 0) await turn();
      }
      if (includeSleeping) await this.wakeStored(shard, parallelism, visit, turn);
    }
    this.finishMessage();
    await this.commit();
  }

  /** To be called after a standing query has started: what it reports without any data. */
  async standingStarted(): Promise<void> {
    this.standing.showHomes();
    this.finishMessage();
    await this.commit();
  }

  /** Files results that no node reports now. @returns when they are durable and were handed on. */
  async addResults(results: readonly StandingResult[], log: number): Promise<void> {
    for (const result of results) this.shards[0]!.journal.results.add(result, log);
    this.finishMessage();
    await this.commit();
  }

  /**
   * @param names by node: other ids for results that are true there.
   * @returns when that is durable: names of results that are not true any more.
   */
  async renameResults(
    query: number,
    names: readonly (readonly [node: NodeId, names: readonly ResultName[]])[],
  ): Promise<readonly ResultName[]> {
    const missing: ResultName[] = [];
    for (let start = 0; start < names.length; start += NODES_PER_READ) {
      const some = names.slice(start, start + NODES_PER_READ);
      await Promise.all(
        some.map(async ([id, each]) =>
          this.localShard(id).whenAwake(id, node => {
            missing.push(...this.standing.renameResults(node, query, each));
          }),
        ),
      );
      this.finishMessage();
    }
    await this.commit();
    return missing;
  }

  /** A node that is awake is in the store too, once everything is written. */
  private isEachStored(shard: Shard): boolean {
    return this.persistence.journalEnabled && shard.persistor.supports.history;
  }

  /** After a crash: see crash-recovery.ts. @returns how many nodes were looked at. */
  async recover(parallelism: number): Promise<number> {
    let nodes = 0;
    for (const shard of this.shards) {
      nodes += await recoverShard(shard, parallelism, {
        halfEdges: this.halfEdges,
        resynchronise: actor => this.standing.resynchronise(actor),
        forward: batch => this.forward(batch),
        giveWay: () => this.giveWay(),
      });
    }
    this.standing.showHomes();
    this.finishMessage();
    await this.commit();
    return nodes;
  }

  /**
   * One step of a checkpoint; see checkpoint.ts.
   * @returns of `mark`: whether something was written since the last one.
   */
  async checkpoint(step: CheckpointStep): Promise<boolean> {
    if (step === 'mark') return this.checkpoints.mark();
    if (step === 'forget') await this.checkpoints.forget();
    else await Promise.all(this.hosts.map(host => this.settle(host)));
    return true;
  }

  /** One pass over all nodes: see history-limit.ts. @returns how many had something to fold. */
  foldHistory(isStopped: () => boolean = () => false): Promise<number> {
    return this.history.fold(isStopped);
  }

  /** What any host has sent to any other until now has arrived. */
  private async delivered(): Promise<void> {
    await Promise.all(
      this.hosts.map(host => (host === this.index ? this.deliver() : this.request(host, 'deliver', null))),
    );
  }

  /** What this host has sent until now has arrived. */
  async deliver(): Promise<void> {
    const others = this.hosts.filter(host => host !== this.index);
    await Promise.all(others.map(host => this.request(host, 'ping', null)));
  }

  /** What this host sent to another one until now, or to its own nodes, is durable there. */
  private async settle(host: number): Promise<void> {
    if (host === this.index) await this.settled();
    else await this.request(host, 'settled', null);
  }

  /** What this host was sent until now is durable, and what follows from it for other nodes. */
  async settled(): Promise<void> {
    for (const shard of this.shards) await shard.settled();
    await Promise.allSettled(this.chains);
    await this.commit();
  }

  get activity(): HostActivity {
    const busy = !this.commits.isIdle || this.mail.isBusy || this.shards.some(shard => shard.waking > 0);
    return { framesSent: this.mail.framesSent, framesReceived: this.framesReceived, busy };
  }

  /** Writes what is left and closes the stores. */
  async close(): Promise<void> {
    await this.commit();
    await this.snapshotAwake();
    await Promise.all(this.shards.map(shard => shard.persistor.close()));
    this.mail.close();
  }

  /** So that the next start has less to read; not for ever. */
  private async snapshotAwake(): Promise<void> {
    const { clock, logger } = this.environment;
    const end = clock.now() + SNAPSHOT_GRACE_MILLIS;
    let snapshots = 0;
    for (const shard of this.shards) {
      const before = shard.journal.snapshotCount;
      const awake = [...shard.nodes.values()][Symbol.iterator]();
      for (let more = true; more;) {
        more = shard.snapshotSome(awake, clock.now() >= end);
        await this.commit();
      }
      snapshots += shard.journal.snapshotCount - before;
    }
    logger.log('info', 'everything is written', {
      shards: this.shards.map(shard => shard.number).join(),
      snapshots,
      ...(clock.now() < end ? {} : { cutShort: true }),
    });
  }

  // From other hosts

  receive(from: number, frame: Uint8Array): void {
    this.framesReceived++;
    for (const message of decodeFrame(frame)) this.handle(from, message);
    this.finishMessage();
  }

  private handle(from: number, message: HostMessage): void {
    switch (message[0]) {
      case MessageKind.Effects:
        this.server.effects(from, message);
        // What the next message of the frame changes may have another cause.
        if (message[2][4] !== null) this.standing.drain();
        break;
      case MessageKind.Acknowledge:
        this.mail.settle(message[1], undefined, message[2]);
        break;
      case MessageKind.Request:
        this.server.request(from, message);
        break;
      case MessageKind.Answer:
        this.mail.settle(message[1], message[2], message[3]);
        break;
      case MessageKind.Standing:
        unpackStanding(message[1], (to, sender, standing) => this.standing.receive(to, sender, standing));
        break;
    }
  }

  // For effects on nodes

  actor(id: NodeId): NodeActor {
    const shard = this.localShard(id);
    const actor = shard.actor(id);
    shard.touched(actor);
    return actor;
  }

  /** Puts a node to sleep once everything it did is durable. @returns whether it sleeps. */
  async sleep(id: NodeId): Promise<boolean> {
    await this.commit();
    return this.localShard(id).sleep(id);
  }

  listen(actor: NodeActor, origin: Origin | undefined): NodeListener {
    return this.standing.listen(actor, origin);
  }

  async forward(batch: EffectBatch): Promise<void> {
    const session = new HostSession(this, undefined, batch.origin, true);
    session.applyBatch(batch);
    await session.settled();
  }

  noteChain(chain: Promise<void>): void {
    const ended = (): void => void this.chains.delete(chain);
    this.chains.add(chain);
    chain.then(ended, ended);
  }

  private async askBy(from: number, batch: EffectBatch): Promise<void> {
    if (from !== this.index) {
      await this.request(from, 'ask', batch.pack());
      return;
    }
    // After the session has sent the rest of what it is sending.
    await Promise.resolve();
    await this.forward(batch);
  }

  // Inside

  /** The shard of a node of this host. */
  localShard(id: NodeId): Shard {
    const shard = this.shardByNumber[shardOf(id, this.shardByNumber.length)];
    if (shard === undefined) throw new WeirError('internal', `node of another host: ${id}`);
    return shard;
  }

  private openShard(number: number): Shard {
    const persistor = this.options.persistors.get(number);
    if (persistor === undefined) throw new WeirError('internal', `no store for shard ${number}`);
    return new Shard(number, persistor, this.options.engine, this.environment, this.persistence, {
      onAwake: actor => this.standing.synchronise(actor, true),
      onSettled: () => this.finishMessage(),
      onSnapshots: () => this.commits.request(),
    });
  }

  private async settlePast(asOf: EventTime): Promise<void> {
    if (!this.persistence.journalEnabled || this.persistence.snapshotSingleton) {
      throw new WeirError(
        'graph.no-history',
        'There is no history to read: it needs persistence.journal-enabled true and ' +
          'persistence.snapshot-singleton false. Leave the time out to read the present.',
      );
    }
    await this.history.check(asOf);
    // What is not written yet gets a time of now or later; what is being written the store knows.
    const isOver = asOf < eventTimeAt(this.environment.clock.now());
    if (!isOver || this.commits.hasBacklog) await this.commit();
  }

  private record(actor: NodeActor, event: NodeEvent): void {
    this.localShard(actor.id).record(actor, event);
  }

  /** After anything that may have changed nodes: standing queries, then the journal, then the frames. */
  finishMessage(): void {
    this.standing.drain();
    if (!this.commits.isIdle) this.commits.request();
  }

  /** Looks at every node that was ever written; those that sleep are woken, `parallelism` at a time. */
  async visitNodes(parallelism: number, visit: (node: NodeActor) => void): Promise<void> {
    await this.commit();
    for (const shard of this.shards) await this.wakeStored(shard, parallelism, visit);
  }

  /** Looks at one of this host's nodes, awake or not. */
  async visitNode(id: NodeId, visit: (node: NodeActor) => void): Promise<void> {
    await this.reader.readNodes([id], 0, THE_PRESENT);
    const actor = this.actor(id);
    if (actor.waiting === undefined) visit(actor);
    else await new Promise<void>(resolve => actor.waiting!.push(() => resolve(visit(actor))));
  }

  private async wakeStored(
    shard: Shard,
    parallelism: number,
    visit: (actor: NodeActor) => void,
    turn: () => Promise<void> = () => this.giveWay(),
  ): Promise<void> {
    for await (const ids of shard.persistor.nodeIds()) {
      for (let start = 0; start < ids.length; start += parallelism) {
        const some = ids.slice(start, start + parallelism);
        for (const id of some) {
          const actor = shard.actor(id);
          if (actor.waiting === undefined) visit(actor);
          else actor.waiting.push(() => visit(actor));
        }
        await this.reader.readNodes(some, 0, THE_PRESENT);
        this.finishMessage();
      }
      await turn();
    }
  }

  giveWay(): Promise<void> {
    this.finishMessage();
    return new Promise(resolve => this.environment.scheduler.soon(resolve));
  }
}
