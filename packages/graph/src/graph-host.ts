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
  isPromise,
  type MaybePromise,
  type NodeEvent,
  type NodeId,
  packIds,
  shardOf,
  unpackIds,
  type Value,
  WeirError,
} from '@weir/model';
import type { Persistor } from '@weir/persistor';
import type { StandingEngine, StandingMessage, StandingResult } from '@weir/standing';
import { applyEffects, type EffectTarget } from './effect-application.js';
import { EffectBatch } from './effect-batch.js';
import { GroupCommit } from './group-commit.js';
import { decodeFrame, type HostMessage, MessageKind, unpackStanding } from './host-message.js';
import { HostSession } from './host-session.js';
import type { NodeActor } from './node-actor.js';
import type { NodeListener } from './node-behavior.js';
import { type LocalExpand, NodeReader } from './node-reader.js';
import { Outbox } from './outbox.js';
import { ScanServer } from './scan-server.js';
import { Shard } from './shard.js';
import { StandingDispatch } from './standing-dispatch.js';

/**
 * Effects and standing messages that make a frame worth sending before the current work is through. Frames of
 * some ten kilobytes cost little more per message than large ones, and large ones leave holes in memory.
 */
const MESSAGES_PER_FRAME = 512;
/** Nodes that are shown new standing queries before other work gets its turn. */
const NODES_PER_TURN = 512;

export interface GraphHostOptions {
  /** This host's number. */
  readonly index: number;
  /** For each shard, the host it lives on. */
  readonly hostOfShard: readonly number[];
  /** The stores of this host's shards, by shard. */
  readonly persistors: ReadonlyMap<number, Persistor>;
  readonly engine: StandingEngine;
  readonly environment: Environment;
  /** Takes a frame, with its memory, to another host. Frames from here to one host arrive in the order sent. */
  send(host: number, frame: Uint8Array<ArrayBuffer>): void;
  /** Results whose causes are durable, in order. */
  onResults(results: readonly StandingResult[]): void;
}

interface PendingRequest {
  resolve(answer: unknown): void;
  reject(error: WeirError): void;
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
  private readonly shardByNumber: (Shard | undefined)[];
  private readonly commits: GroupCommit;
  private readonly standing: StandingDispatch;
  private readonly scans: ScanServer;
  private readonly outboxes = new Map<number, Outbox>();
  private readonly pending = new Map<number, PendingRequest>();
  private nextRequest = 1;
  private flushScheduled = false;
  private framesSent = 0;
  private framesReceived = 0;

  constructor(private readonly options: GraphHostOptions) {
    this.index = options.index;
    this.environment = options.environment;
    this.standing = new StandingDispatch(options.engine, {
      record: (actor, event) => this.record(actor, event),
      actor: id => this.actor(id),
      isLocal: id => this.hostOf(id) === this.index,
      sendRemote: (to, from, message) => this.sendStanding(to, from, message),
      result: result => this.commits.addResult(result),
      resultId: () => this.environment.random.uuid(),
    });
    this.shardByNumber = options.hostOfShard.map((host, number) =>
      host === this.index ? this.openShard(number) : undefined,
    );
    this.shards = this.shardByNumber.filter(shard => shard !== undefined);
    this.commits = new GroupCommit(this.shards, this.environment, options.onResults);
    this.reader = new NodeReader({
      shards: this.shards,
      shardOf: id => this.localShard(id),
      commit: () => this.commit(),
      listen: actor => this.listen(actor),
    });
    this.scans = new ScanServer(this.reader);
  }

  // For sessions

  session(atTime?: number): GraphSession {
    return new HostSession(this, atTime);
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
    const outcome = applyEffects(batch, this);
    this.finishMessage();
    return outcome;
  }

  /** Effects on another host's nodes. Resolves when they are durable there. */
  sendEffects(host: number, batch: EffectBatch): Promise<void> {
    return this.ask(host, request => [MessageKind.Effects, request, batch.pack()]).then(() => undefined);
  }

  /** Asks another host something. */
  request(host: number, name: string, payload: unknown): Promise<unknown> {
    return this.ask(host, request => [MessageKind.Request, request, name, payload]);
  }

  /** Everything changed until now on this host is durable. */
  commit(): Promise<void> {
    return this.commits.commit();
  }

  operate(ids: readonly NodeId[], operations: readonly NodeOperation[]): MaybePromise<Value[]> {
    const outcome = this.reader.operate(ids, operations);
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
   */
  async propagate(includeSleeping: boolean, parallelism: number): Promise<void> {
    for (const shard of this.shards) {
      let turn = 0;
      for (const actor of [...shard.nodes.values()]) {
        const isAwake = actor.waiting === undefined && shard.nodes.get(actor.id) === actor;
        if (isAwake) this.standing.synchronise(actor, true);
        if (++turn % NODES_PER_TURN === 0) await this.giveWay();
      }
      if (includeSleeping) await this.wakeStored(shard, parallelism, () => undefined);
    }
    this.finishMessage();
    await this.commit();
  }

  /** After a crash: every node with standing-query state tells its neighbours again where it stands. */
  async recover(parallelism: number): Promise<void> {
    for (const shard of this.shards) {
      await this.wakeStored(shard, parallelism, actor => this.standing.resynchronise(actor));
    }
    this.finishMessage();
    await this.commit();
  }

  get activity(): HostActivity {
    const busy =
      !this.commits.isIdle ||
      this.pending.size > 0 ||
      this.flushScheduled ||
      this.shards.some(shard => shard.waking > 0);
    return { framesSent: this.framesSent, framesReceived: this.framesReceived, busy };
  }

  /** Writes what is left and closes the stores. */
  async close(): Promise<void> {
    await this.commit();
    await Promise.all(this.shards.map(shard => shard.persistor.close()));
    const closed = new WeirError('graph.closed', 'The graph was closed.');
    for (const request of this.pending.values()) request.reject(closed);
    this.pending.clear();
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
        this.acknowledge(from, message[1], applyEffects(EffectBatch.unpack(message[2]), this));
        break;
      case MessageKind.Acknowledge:
        this.settle(message[1], undefined, message[2] ? WeirError.fromTransfer(message[2]) : undefined);
        break;
      case MessageKind.Request:
        this.answer(from, message[1], message[2], message[3]);
        break;
      case MessageKind.Answer:
        this.settle(message[1], message[2], message[3] ? WeirError.fromTransfer(message[3]) : undefined);
        break;
      case MessageKind.Standing:
        unpackStanding(message[1], (to, sender, standing) => this.standing.receive(to, sender, standing));
        break;
    }
  }

  private acknowledge(from: number, request: number, applied: MaybePromise<WeirError | undefined>): void {
    const reply = (error: WeirError | undefined): void =>
      this.post(from, [MessageKind.Acknowledge, request, error?.toTransfer() ?? null]);
    const durable = isPromise(applied)
      ? applied.then(error => this.commit().then(() => error))
      : this.commit().then(() => applied);
    durable.then(reply, (error: unknown) => reply(WeirError.from(error)));
  }

  private answer(from: number, request: number, name: string, payload: unknown): void {
    const reply = (answer: unknown): void => this.post(from, [MessageKind.Answer, request, answer, null]);
    const fail = (error: unknown): void =>
      this.post(from, [MessageKind.Answer, request, null, WeirError.from(error).toTransfer()]);
    try {
      const answer = this.serve(name, payload);
      if (isPromise(answer)) answer.then(reply, fail);
      else reply(answer);
    } catch (error) {
      fail(error);
    }
  }

  private serve(name: string, payload: unknown): MaybePromise<unknown> {
    switch (name) {
      case 'read': {
        const [ids, parts, atTime] = payload as [Uint8Array, number, number | null];
        return this.reader.readNodes(unpackIds(ids), parts, atTime ?? undefined);
      }
      case 'expand': {
        const [request, atTime] = payload as [LocalExpand, number | null];
        return this.reader.expand(request, atTime ?? undefined);
      }
      case 'operate': {
        const [ids, operations] = payload as [Uint8Array, NodeOperation[]];
        return this.operate(unpackIds(ids), operations);
      }
      case 'recent':
        return packIds(this.recentNodes(payload as number));
      case 'scan':
        return this.scans.next(payload as [number, number | null]);
      case 'scan-close':
        return this.scans.close(payload as number);
      default:
        throw new WeirError('internal', `no such request between hosts: ${name}`);
    }
  }

  private settle(request: number, answer: unknown, error: WeirError | undefined): void {
    const pending = this.pending.get(request);
    if (pending === undefined) return;
    this.pending.delete(request);
    if (error === undefined) pending.resolve(answer);
    else pending.reject(error);
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

  listen(actor: NodeActor): NodeListener {
    return this.standing.listen(actor);
  }

  async forward(batch: EffectBatch): Promise<void> {
    const session = new HostSession(this, undefined);
    session.applyBatch(batch);
    await session.settled();
  }

  // Inside

  private localShard(id: NodeId): Shard {
    const shard = this.shardByNumber[shardOf(id, this.shardByNumber.length)];
    if (shard === undefined) throw new WeirError('internal', `node of another host: ${id}`);
    return shard;
  }

  private openShard(number: number): Shard {
    const persistor = this.options.persistors.get(number);
    if (persistor === undefined) throw new WeirError('internal', `no store for shard ${number}`);
    return new Shard(
      number,
      persistor,
      this.options.engine,
      this.environment,
      actor => this.standing.synchronise(actor, true),
      () => this.finishMessage(),
    );
  }

  private record(actor: NodeActor, event: NodeEvent): void {
    this.localShard(actor.id).record(actor, event);
  }

  /** After anything that may have changed nodes: standing queries, then the journal, then the frames. */
  private finishMessage(): void {
    this.standing.drain();
    if (!this.commits.isIdle) this.commits.request();
  }

  private ask(host: number, message: (request: number) => HostMessage): Promise<unknown> {
    const request = this.nextRequest++;
    return new Promise((resolve, reject) => {
      this.pending.set(request, { resolve, reject });
      this.post(host, message(request));
    });
  }

  private post(host: number, message: HostMessage): void {
    const outbox = this.outbox(host);
    outbox.post(message, message[0] === MessageKind.Effects ? message[2][1].length : 1);
    this.sendSoon(host, outbox);
  }

  private sendStanding(to: NodeId, from: NodeId, message: StandingMessage): void {
    const host = this.hostOf(to);
    const outbox = this.outbox(host);
    outbox.postStanding(to, from, message);
    this.sendSoon(host, outbox);
  }

  private sendSoon(host: number, outbox: Outbox): void {
    if (outbox.weight >= MESSAGES_PER_FRAME) this.sendFrame(host, outbox);
    else this.scheduleFlush();
  }

  private outbox(host: number): Outbox {
    let outbox = this.outboxes.get(host);
    if (outbox === undefined) {
      outbox = new Outbox();
      this.outboxes.set(host, outbox);
    }
    return outbox;
  }

  private scheduleFlush(): void {
    if (this.flushScheduled) return;
    this.flushScheduled = true;
    this.environment.scheduler.soon(() => {
      this.flushScheduled = false;
      for (const [host, outbox] of this.outboxes) if (!outbox.isEmpty) this.sendFrame(host, outbox);
    });
  }

  private sendFrame(host: number, outbox: Outbox): void {
    this.framesSent++;
    this.options.send(host, outbox.takeFrame());
  }

  private async wakeStored(
    shard: Shard,
    parallelism: number,
    visit: (actor: NodeActor) => void,
  ): Promise<void> {
    for await (const ids of shard.persistor.nodeIds()) {
      for (let start = 0; start < ids.length; start += parallelism) {
        const some = ids.slice(start, start + parallelism);
        for (const id of some) {
          const actor = shard.actor(id);
          if (actor.waiting === undefined) visit(actor);
          else actor.waiting.push(() => visit(actor));
        }
        await this.reader.readNodes(some, 0, undefined);
        this.finishMessage();
      }
      await this.giveWay();
    }
  }

  private giveWay(): Promise<void> {
    this.finishMessage();
    return new Promise(resolve => this.environment.scheduler.soon(resolve));
  }
}
