/**
 * Nodes, channels and a seeded scheduler around a standing-query engine: the smallest environment that behaves like the
 * real graph.
 *
 * - Messages of one sender to one node keep their order, nothing else is ordered. The two halves of an edge arrive
 *   separately.
 * - Changes of several messages may reach the engine in one call, also after later messages.
 * - Nodes sleep at random: their state is discarded and rebuilt from their journals' bytes, and sometimes the journal
 *   is replaced by the condensed state.
 * - A crash loses all messages between nodes. In every other crash, some nodes also lose what they did since their last
 *   commit, with its results; their writes are delivered again. Nodes resynchronize at once, or while work continues.
 */
import { isDeepStrictEqual } from 'node:util';
import { decode, encode, type NodeId, type StandingEvent } from '@weir/model';
import {
  inspectState,
  recentEvent,
  type Origin,
  type RecentChanges,
  type RegisteringStandingEngine,
  type StandingEffects,
  type StandingMessage,
  type StandingPlan,
  type StandingResult,
  type StandingState,
} from '@weir/standing';
import type { SeededRandom } from '@weir/graph/testing';
import { type NodeWrite, ToyNode } from './toy-node.js';

type Delivery =
  | { readonly kind: 'write'; readonly write: NodeWrite; readonly origin: Origin | undefined }
  | { readonly kind: 'synchronize' }
  | { readonly kind: 'resynchronize'; readonly recent: RecentChanges }
  | { readonly kind: 'message'; readonly from: NodeId; readonly message: StandingMessage };

interface Channel {
  readonly to: NodeId;
  readonly queue: Delivery[];
}

interface Uncommitted {
  readonly deliveries: Delivery[];
  readonly results: Set<StandingResult>;
}

export class ToyNetwork implements StandingEffects {
  readonly nodes = new Map<NodeId, ToyNode>();
  readonly results: StandingResult[] = [];
  /** Internal errors found while running. */
  readonly complaints: string[] = [];
  /** The record that causes the following writes. */
  origin: Origin | undefined = undefined;
  private readonly channels = new Map<string, Channel>();
  private acting!: ToyNode;
  private resultIds = 0;
  private readonly registered = new Set<number>();
  private readonly removed = new Set<number>();
  /** Actions of nodes since their last commits. */
  private readonly uncommitted = new Map<ToyNode, Uncommitted>();
  private hasLostWrites = false;
  /** Whether a query is being shown to the nodes: after a crash, it is shown to some again. */
  private isShowing = false;
  /** Whether all messages often arrive, so that little is recent in a crash. */
  private readonly checkpointsOften: boolean;

  constructor(
    private readonly engine: RegisteringStandingEngine,
    private readonly random: SeededRandom,
    ids: readonly NodeId[],
    /** Changes may wait while later messages are handled. */
    private readonly lateChanges: boolean,
  ) {
    for (const id of ids) this.nodes.set(id, new ToyNode(id));
    this.checkpointsOften = random.chance(0.5);
  }

  // StandingEffects

  send(to: NodeId, message: StandingMessage): void {
    const copy = decode(encode(message)) as StandingMessage;
    this.post(this.acting.id, to, { kind: 'message', from: this.acting.id, message: copy });
  }

  result(result: StandingResult): void {
    this.results.push(result);
    this.uncommittedOf(this.acting).results.add(result);
  }

  journal(event: StandingEvent): void {
    this.acting.journal.push(encode(event));
    const recent = recentEvent(event);
    if (recent !== undefined) this.acting.recent.events.push(recent);
  }

  resultId(): string {
    return `00000000-0000-4000-8000-${String(++this.resultIds).padStart(12, '0')}`;
  }

  // Actions of the test

  write(node: NodeId, write: NodeWrite): void {
    this.post('writer', node, { kind: 'write', write, origin: this.origin });
  }

  register(plan: StandingPlan): void {
    this.registered.add(plan.query);
    this.engine.queries.register(plan);
    this.isShowing = true;
    this.showFixedNodes();
    for (const id of this.nodes.keys()) this.post('registry', id, { kind: 'synchronize' });
  }

  remove(query: number): void {
    this.engine.queries.remove(query);
    this.registered.delete(query);
    this.removed.add(query);
    for (const id of this.nodes.keys()) this.post('registry', id, { kind: 'synchronize' });
  }

  private showFixedNodes(): void {
    for (const node of this.engine.queries.fixedNodes()) this.post('registry', node, { kind: 'synchronize' });
  }

  crash(): void {
    for (const channel of this.channels.values()) {
      const kept = channel.queue.filter(isRepeated);
      channel.queue.splice(0, channel.queue.length, ...kept);
    }
    if (this.isShowing) this.showFixedNodes();
    const losesWrites = this.random.chance(0.5);
    for (const node of this.nodes.values()) {
      if (losesWrites && this.random.chance(0.5)) this.rollBack(node);
      else {
        this.drain(node);
        this.sleepAndWake(node);
      }
      this.commit(node);
    }
    for (const node of this.nodes.values()) {
      const recent = { ...node.recent.copy(), isWhole: this.random.chance(0.9) };
      this.post('recovery', node.id, { kind: 'resynchronize', recent });
    }
    if (this.random.chance(0.5)) return;
    for (const node of this.nodes.values())
      this.handle(node, this.channel('recovery', node.id).queue.shift()!);
  }

  /** Delivers up to `steps` messages, in an order determined by the random numbers; sometimes all. */
  run(steps: number): void {
    if (this.checkpointsOften && this.random.chance(0.5)) this.checkpoint();
    else this.deliverSome(steps);
  }

  private deliverSome(steps: number): void {
    for (let step = 0; step < steps; step++) {
      if (this.random.chance(0.1)) this.sleepAndWake(this.random.pick([...this.nodes.values()]));
      const busy = [...this.channels.values()].filter(channel => channel.queue.length > 0);
      if (busy.length === 0) {
        for (const node of this.nodes.values()) this.drain(node);
        if (![...this.channels.values()].some(channel => channel.queue.length > 0)) return;
        continue;
      }
      const channel = this.random.pick(busy);
      this.deliver(this.node(channel.to), channel.queue.shift()!);
    }
  }

  settle(): void {
    this.checkpoint();
    if (!this.hasLostWrites) this.compareCounts();
  }

  /** Delivers everything. Nothing is recent then. */
  private checkpoint(): void {
    const MOST_STEPS = 200_000;
    this.deliverSome(MOST_STEPS);
    for (const channel of this.channels.values())
      if (channel.queue.length > 0) this.complaints.push('never quiet');
    for (const node of this.nodes.values()) {
      this.sleepAndWake(node);
      this.commit(node);
      node.forgetRecent();
    }
    this.isShowing = false;
  }

  private uncommittedOf(node: ToyNode): Uncommitted {
    const known = this.uncommitted.get(node);
    if (known !== undefined) return known;
    const fresh: Uncommitted = { deliveries: [], results: new Set() };
    this.uncommitted.set(node, fresh);
    return fresh;
  }

  private commit(node: ToyNode): void {
    node.commit();
    this.uncommitted.delete(node);
  }

  /** Counts of states are wrong from now on. */
  private rollBack(node: ToyNode): void {
    this.hasLostWrites = true;
    node.rollBack();
    const { deliveries, results } = this.uncommittedOf(node);
    const kept = this.results.filter(result => !results.has(result));
    this.results.splice(0, this.results.length, ...kept);
    for (const delivery of deliveries.reverse())
      this.channel(senderOf(delivery), node.id).queue.unshift(delivery);
    node.state = this.stateIn(node.journal, node);
  }

  /** Compares the engine's counters with the actual states. */
  private compareCounts(): void {
    const states = new Map<string, number>();
    for (const node of this.nodes.values()) {
      for (const { query, nodeIndex } of inspectState(node.state)) {
        const key = `${query} ${nodeIndex}`;
        states.set(key, (states.get(key) ?? 0) + 1);
      }
    }
    for (const query of this.registered) {
      const counts = this.engine.queries.countsOf(query)!;
      const found = counts.states.map((_, nodeIndex) => states.get(`${query} ${nodeIndex}`) ?? 0);
      if (found.join() !== counts.states.join()) {
        this.complaints.push(`query ${query} has states ${found.join()}, counted ${counts.states.join()}`);
      }
      const results = this.results
        .filter(result => result.query === query)
        .reduce((sum, { isPositiveMatch }) => sum + (isPositiveMatch ? 1 : -1), 0);
      if (results !== counts.results) {
        this.complaints.push(`query ${query} has ${results} results, counted ${counts.results}`);
      }
    }
  }

  private deliver(node: ToyNode, delivery: Delivery): void {
    if (isRepeated(delivery)) this.uncommittedOf(node).deliveries.push(delivery);
    this.handle(node, delivery);
    if (node.pending === undefined && this.random.chance(0.4)) this.commit(node);
  }

  private handle(node: ToyNode, delivery: Delivery): void {
    if (delivery.kind === 'write') {
      node.apply(delivery.write, this.engine, delivery.origin);
      if (this.random.chance(0.7)) this.drain(node);
      return;
    }
    if (!this.lateChanges || this.random.chance(0.5)) this.drain(node);
    this.act(node);
    node.state = this.evaluated(node, delivery);
  }

  private evaluated(
    node: ToyNode,
    delivery: Exclude<Delivery, { kind: 'write' }>,
  ): StandingState | undefined {
    const { evaluation } = this.engine;
    switch (delivery.kind) {
      case 'synchronize':
        return evaluation.synchronize(node, node.state, true, this);
      case 'resynchronize':
        return evaluation.resynchronize(node, node.state, delivery.recent, this);
      case 'message':
        return evaluation.receive(node, node.state, delivery.from, delivery.message, this);
    }
  }

  private drain(node: ToyNode): void {
    const change = node.pending;
    if (change === undefined) return;
    node.pending = undefined;
    this.act(node);
    const origin = change.writings?.[change.writings.length - 1]?.origin;
    node.state = this.engine.evaluation.change(node, node.state, change, origin, this);
  }

  private sleepAndWake(node: ToyNode): void {
    if (node.pending !== undefined) return;
    const state = this.stateIn(node.journal, node);
    // Remains of removed queries disappear when the node is next notified, or sleeps.
    const live = inspectState(node.state).filter(inspection => !this.removed.has(inspection.query));
    const woken = inspectState(state);
    if (!isDeepStrictEqual(woken, live)) {
      this.complaints.push(`woke differently: ${JSON.stringify(live)} became ${JSON.stringify(woken)}`);
    }
    node.state = state;
    if (this.random.chance(0.5)) {
      const events = state === undefined ? [] : this.engine.states.condense(state);
      node.journal = events.map(event => encode(event));
    }
  }

  private stateIn(journal: readonly Uint8Array[], node: ToyNode): StandingState | undefined {
    let state: StandingState | undefined;
    for (const bytes of journal) state = this.engine.states.replay(state, decode(bytes) as StandingEvent);
    return state === undefined ? undefined : this.engine.states.restored(node, state);
  }

  /** Groups live on separate nodes, which are created when they receive the first message. */
  private node(id: NodeId): ToyNode {
    let node = this.nodes.get(id);
    if (node === undefined) this.nodes.set(id, (node = new ToyNode(id)));
    return node;
  }

  private act(node: ToyNode): void {
    this.acting = node;
  }

  private post(from: string, to: NodeId, delivery: Delivery): void {
    this.channel(from, to).queue.push(delivery);
  }

  private channel(from: string, to: NodeId): Channel {
    const key = `${from} ${to}`;
    let channel = this.channels.get(key);
    if (channel === undefined) {
      channel = { to, queue: [] };
      this.channels.set(key, channel);
    }
    return channel;
  }
}

/** Whether it is delivered again if a crash loses it or its effect. */
function isRepeated({ kind }: Delivery): boolean {
  return kind === 'write' || kind === 'synchronize';
}

function senderOf({ kind }: Delivery): string {
  return kind === 'write' ? 'writer' : 'registry';
}
