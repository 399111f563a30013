/**
 * Nodes, channels and a seeded scheduler around a standing-query engine: the smallest environment that behaves like the
 * real graph.
 *
 * - Messages of one sender to one node keep their order, nothing else is ordered. The two halves of an edge arrive
 *   separately.
 * - Changes of several messages may reach the engine in one call, also after later messages.
 * - Nodes sleep at random: their state is discarded and rebuilt from their journals' bytes, and sometimes the journal
 *   is replaced by the condensed state.
 */
import { isDeepStrictEqual } from 'node:util';
import { decode, encode, type NodeId, type StandingEvent } from '@weir/model';
import {
  inspectState,
  type Origin,
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
  | { readonly kind: 'message'; readonly from: NodeId; readonly message: StandingMessage };

export class ToyNetwork implements StandingEffects {
  readonly nodes = new Map<NodeId, ToyNode>();
  readonly results: StandingResult[] = [];
  /** Internal errors found while running. */
  readonly complaints: string[] = [];
  /** The record that causes the following writes. */
  origin: Origin | undefined = undefined;
  private readonly channels = new Map<string, { readonly to: NodeId; readonly queue: Delivery[] }>();
  private acting!: ToyNode;
  private resultIds = 0;
  private readonly registered = new Set<number>();
  private readonly removed = new Set<number>();

  constructor(
    private readonly engine: RegisteringStandingEngine,
    private readonly random: SeededRandom,
    ids: readonly NodeId[],
    /** Changes may wait while later messages are handled. */
    private readonly lateChanges: boolean,
  ) {
    for (const id of ids) this.nodes.set(id, new ToyNode(id));
  }

  // StandingEffects

  send(to: NodeId, message: StandingMessage): void {
    const copy = decode(encode(message)) as StandingMessage;
    this.post(this.acting.id, to, { kind: 'message', from: this.acting.id, message: copy });
  }

  result(result: StandingResult): void {
    this.results.push(result);
  }

  journal(event: StandingEvent): void {
    this.acting.journal.push(encode(event));
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
    for (const groupNode of this.engine.queries.fixedNodes())
      this.post('registry', groupNode, { kind: 'synchronize' });
    for (const id of this.nodes.keys()) this.post('registry', id, { kind: 'synchronize' });
  }

  remove(query: number): void {
    this.engine.queries.remove(query);
    this.registered.delete(query);
    this.removed.add(query);
    for (const id of this.nodes.keys()) this.post('registry', id, { kind: 'synchronize' });
  }

  crash(): void {
    for (const channel of this.channels.values()) {
      const kept = channel.queue.filter(delivery => delivery.kind !== 'message');
      channel.queue.splice(0, channel.queue.length, ...kept);
    }
    for (const node of this.nodes.values()) {
      this.drain(node);
      this.sleepAndWake(node);
      this.act(node);
      if (node.state !== undefined)
        node.state = this.engine.evaluation.resynchronize(node, node.state, [], this);
    }
  }

  /** Delivers up to `steps` messages, in an order determined by the random numbers. */
  run(steps: number): void {
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
    const MOST_STEPS = 200_000;
    this.run(MOST_STEPS);
    for (const channel of this.channels.values())
      if (channel.queue.length > 0) this.complaints.push('never quiet');
    for (const node of this.nodes.values()) this.sleepAndWake(node);
    this.compareCounts();
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
    if (delivery.kind === 'write') {
      node.apply(delivery.write, this.engine, delivery.origin);
      if (this.random.chance(0.7)) this.drain(node);
      return;
    }
    if (!this.lateChanges || this.random.chance(0.5)) this.drain(node);
    this.act(node);
    node.state =
      delivery.kind === 'synchronize'
        ? this.engine.evaluation.synchronize(node, node.state, true, this)
        : this.engine.evaluation.receive(node, node.state, delivery.from, delivery.message, this);
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
    let state: StandingState | undefined;
    for (const bytes of node.journal)
      state = this.engine.states.replay(state, decode(bytes) as StandingEvent);
    if (state !== undefined) state = this.engine.states.restored(node, state);
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
    const key = `${from} ${to}`;
    let channel = this.channels.get(key);
    if (channel === undefined) {
      channel = { to, queue: [] };
      this.channels.set(key, channel);
    }
    channel.queue.push(delivery);
  }
}
