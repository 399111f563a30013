/**
 * Between the nodes of a worker and the standing-query engine: gathers what a message changed on each node,
 * lets the engine work once per node and message, and carries what the engine sends: to nodes of this worker
 * through a queue, to others through the outbox.
 */
import type { Direction, HalfEdge, NodeEvent, NodeId, StandingEvent } from '@weir/model';
import type {
  NodeChange,
  Origin,
  ResultName,
  StandingEffects,
  StandingEngine,
  StandingMessage,
  StandingResult,
  Writing,
} from '@weir/standing';
import { knownNeighbour } from '../node/half-edges.js';
import type { NodeActor } from '../node/node-actor.js';
import type { NodeListener } from '../node/node-behavior.js';
import { StandingQueue, type StandingReceiver } from './standing-queue.js';

const NO_NAMES: readonly string[] = [];
const NO_EDGES: readonly HalfEdge[] = [];
/** Messages between nodes of a worker that are worked off before others have their turn. */
const MESSAGES_PER_TURN = 8_192;
/** With more that wait, no more records should come. */
const LONG_BACKLOG = 262_144;

/** Lists are made with their first entry: most changes have one or two of them. */
class GatheredWriting implements Writing {
  properties = NO_NAMES;
  labels = NO_NAMES;
  edgesAdded = NO_EDGES;
  edgesRemoved = NO_EDGES;
  edgesChanged = NO_EDGES;

  /** @param origin of the last message that changed something. */
  constructor(public origin: Origin | undefined) {}

  property(key: string): void {
    if (this.properties.length === 0) this.properties = [key];
    else (this.properties as string[]).push(key);
  }

  label(label: string): void {
    if (this.labels.length === 0) this.labels = [label];
    else (this.labels as string[]).push(label);
  }

  edge(list: 'edgesAdded' | 'edgesRemoved' | 'edgesChanged', edge: HalfEdge): void {
    if (this[list].length === 0) this[list] = [edge];
    else (this[list] as HalfEdge[]).push(edge);
  }
}

class GatheredChange extends GatheredWriting implements NodeChange {
  /** Made where the engine tracks origins. */
  writings: GatheredWriting[] | undefined = undefined;

  /** @returns what the present cause of changes has changed, if that is to be known. */
  writingOf(origin: Origin | undefined): GatheredWriting {
    this.writings ??= [];
    const last = this.writings[this.writings.length - 1];
    if (last !== undefined && last.origin === origin) return last;
    const writing = new GatheredWriting(origin);
    this.writings.push(writing);
    return writing;
  }
}

export interface StandingPorts {
  record(actor: NodeActor, event: NodeEvent): void;
  actor(id: NodeId): NodeActor;
  isLocal(id: NodeId): boolean;
  sendRemote(to: NodeId, from: NodeId, message: StandingMessage): void;
  result(result: StandingResult): void;
  resultId(): string;
  /** Does it when others had their turn; to be followed by what follows a message (`drain` is a part of it). */
  later(goOn: () => void): void;
  /** So many messages wait that no more records should come, or not any more. */
  backlog(isLong: boolean): void;
}

export class StandingDispatch implements StandingEffects, NodeListener {
  private actor!: NodeActor;
  private origin: Origin | undefined = undefined;
  private change: GatheredChange | undefined = undefined;
  /** The part of the change that is by the present record; only where the engine tracks origins. */
  private writing: GatheredWriting | undefined = undefined;
  private changed = new Map<NodeActor, GatheredChange>();
  /** Messages between nodes of this worker. */
  private readonly queue = new StandingQueue();
  private isLaterDue = false;
  private isLong = false;
  private readonly receiver: StandingReceiver = (to, from, message) => this.receive(to, from, message);
  private readonly goOn = (): void => void (this.isLaterDue = false);
  private draining = false;
  /** Nodes whose waiting messages are being handled. */
  private releasing = 0;

  constructor(
    private readonly engine: StandingEngine,
    private readonly ports: StandingPorts,
  ) {}

  // What happens to nodes

  /** The node that is heard about from now on, and the record that is the cause. */
  listen(actor: NodeActor, origin: Origin | undefined): this {
    if (this.actor !== actor || this.origin !== origin) {
      this.actor = actor;
      this.origin = origin;
      this.change = undefined;
    }
    return this;
  }

  recorded(event: NodeEvent): void {
    this.ports.record(this.actor, event);
  }

  get watchesProperties(): boolean {
    return this.engine.isAnyPropertyRelevant();
  }

  existenceChanged(): void {
    if (this.engine.isRelevantExistence()) this.changeOfActor();
  }

  propertyChanged(key: string): void {
    if (!this.engine.isRelevantProperty(key)) return;
    this.changeOfActor().property(key);
    this.writing?.property(key);
  }

  labelChanged(label: string): void {
    if (!this.engine.isRelevantLabel(label)) return;
    this.changeOfActor().label(label);
    this.writing?.label(label);
  }

  edgeAdded(label: string, direction: Direction, other: NodeId): void {
    if (this.engine.isRelevantEdge(label, direction)) this.edge('edgesAdded', { label, direction, other });
  }

  edgeRemoved(label: string, direction: Direction, other: NodeId): void {
    if (this.engine.isRelevantEdge(label, direction)) this.edge('edgesRemoved', { label, direction, other });
  }

  edgePropertyChanged(label: string, direction: Direction, other: NodeId): void {
    if (this.engine.isRelevantEdgeProperty(label, direction)) {
      this.edge('edgesChanged', { label, direction, other });
    }
  }

  private edge(list: 'edgesAdded' | 'edgesRemoved' | 'edgesChanged', edge: HalfEdge): void {
    this.changeOfActor().edge(list, edge);
    this.writing?.edge(list, edge);
  }

  private changeOfActor(): GatheredChange {
    if (this.change !== undefined) return this.change;
    let change = this.changed.get(this.actor);
    if (change === undefined) {
      change = new GatheredChange(this.origin);
      this.changed.set(this.actor, change);
    }
    change.origin = this.origin;
    this.change = change;
    this.writing = this.engine.tracksOrigins ? change.writingOf(this.origin) : undefined;
    return change;
  }

  // What the engine does about it

  /**
   * Works off what changed and what was sent since, until this worker's nodes have nothing more to say, or have said so
   * much that others should have their turn first.
   */
  drain(): void {
    if (this.draining) return;
    this.draining = true;
    try {
      if (this.changed.size > 0) {
        const changed = this.changed;
        this.changed = new Map();
        this.change = undefined;
        for (const [actor, change] of changed) this.follow(actor, change);
      }
      if (this.releasing === 0) this.deliver();
    } finally {
      // What fails here is told to whoever waits; the messages of others go on.
      this.change = undefined;
      this.draining = false;
    }
  }

  /** Until `resume`, messages between nodes of this worker wait: none may overtake one that waits for its node. */
  pause(): void {
    this.releasing++;
  }

  /** Call `drain` afterwards. */
  resume(): void {
    this.releasing--;
  }

  private deliver(): void {
    if (this.queue.size === 0) return;
    this.queue.deliver(MESSAGES_PER_TURN, this.receiver);
    if (this.queue.size > 0 && !this.isLaterDue) {
      this.isLaterDue = true;
      this.ports.later(this.goOn);
    }
    const isLong = this.queue.size > LONG_BACKLOG;
    if (isLong === this.isLong) return;
    this.isLong = isLong;
    this.ports.backlog(isLong);
  }

  /** How many messages between nodes of this worker wait for their turn. */
  get backlog(): number {
    return this.queue.size;
  }

  /** What was sent between nodes of this worker until now has been worked off. */
  delivered(): Promise<void> {
    return this.queue.empty();
  }

  private followChange(actor: NodeActor): void {
    const change = this.changed.get(actor);
    if (change === undefined) return;
    this.changed.delete(actor);
    this.follow(actor, change);
  }

  private follow(actor: NodeActor, change: GatheredChange): void {
    this.actor = actor;
    actor.standing = this.engine.change(actor, actor.standing, change, change.origin, this);
  }

  /** A message for a node of this worker. Call `drain` afterwards. */
  receive(to: NodeId, from: NodeId, message: StandingMessage): void {
    const actor = this.ports.actor(to);
    if (actor.waiting !== undefined) {
      actor.waiting.push(() => this.handle(actor, from, message));
      return;
    }
    this.handle(actor, from, message);
  }

  private handle(actor: NodeActor, from: NodeId, message: StandingMessage): void {
    this.actor = actor;
    this.change = undefined;
    // What changed before the message came, which is in the node already.
    if (this.changed.size > 0) this.followChange(actor);
    const sender = knownNeighbour(actor.halfEdges, from);
    actor.standing = this.engine.receive(actor, actor.standing, sender, message, this);
  }

  /** Synchronises those nodes of this worker that a query needs whether they exist or not. Call `drain` afterwards. */
  showHomes(): void {
    for (const home of this.engine.homes()) {
      if (!this.ports.isLocal(home)) continue;
      const actor = this.ports.actor(home);
      if (actor.waiting === undefined) this.synchronise(actor, true);
      else actor.waiting.push(() => this.synchronise(actor, true));
    }
  }

  synchronise(actor: NodeActor, initial: boolean): void {
    this.actor = actor;
    this.change = undefined;
    if (this.changed.size > 0) this.followChange(actor);
    actor.standing = this.engine.synchronise(actor, actor.standing, initial, this);
  }

  resynchronise(actor: NodeActor): void {
    if (actor.standing === undefined) return;
    this.actor = actor;
    this.change = undefined;
    actor.standing = this.engine.resynchronise(actor, actor.standing, this);
  }

  renameResults(actor: NodeActor, query: number, names: readonly ResultName[]): readonly ResultName[] {
    this.actor = actor;
    this.change = undefined;
    return this.engine.renameResults(actor.standing, query, names, this);
  }

  send(to: NodeId, message: StandingMessage): void {
    if (this.ports.isLocal(to)) this.queue.add(to, this.actor.id, message);
    else this.ports.sendRemote(to, this.actor.id, message);
  }

  result(result: StandingResult): void {
    this.ports.result(result);
  }

  journal(event: StandingEvent): void {
    this.ports.record(this.actor, event);
  }

  resultId(): string {
    return this.ports.resultId();
  }
}
