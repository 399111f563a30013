/**
 * Gathers changes of a worker's nodes for the standing-query engine, which runs once per node and message. Changes that
 * no query depends on are not gathered.
 */
import type { Direction, HalfEdge, NodeId } from '@weir/model';
import type { ChangeRelevance, NodeChange, Origin, RegisteredQueries, Writing } from '@weir/standing';
import type { NodeActor } from '../node/node-actor.js';
import type { NodeListener } from '../node/node-behavior.js';
import type { ShardJournal } from '../shard/shard-journal.js';

const NO_NAMES: readonly string[] = [];
const NO_EDGES: readonly HalfEdge[] = [];

/** Lists are created with their first entry, because most changes have only one or two lists. */
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

export class GatheredChange extends GatheredWriting implements NodeChange {
  /** Set if the engine tracks origins. */
  writings: GatheredWriting[] | undefined = undefined;

  /** @param journal of the node's shard. */
  constructor(
    readonly journal: ShardJournal,
    origin: Origin | undefined,
    /** Number of the unit that made the change. */
    readonly unit: number,
  ) {
    super(origin);
  }

  /** @returns the changes made by the current cause, if origins are tracked. */
  writingOf(origin: Origin | undefined): GatheredWriting {
    this.writings ??= [];
    const last = this.writings[this.writings.length - 1];
    if (last !== undefined && last.origin === origin) return last;
    const writing = new GatheredWriting(origin);
    this.writings.push(writing);
    return writing;
  }
}

export class NodeChanges implements NodeListener {
  journal!: ShardJournal;
  private actor!: NodeActor;
  private origin: Origin | undefined = undefined;
  private unit = 0;
  /** Change of the current node, if anything was gathered. */
  private change: GatheredChange | undefined = undefined;
  /** Changes by the current record; set only if the engine tracks origins. */
  private writing: GatheredWriting | undefined = undefined;
  /**
   * Replaced by a new Map each time. V8 allocates the next table of a long-lived Map among the old objects, so
   * everything that its dead tables refer to would stay until the next full collection.
   */
  private changed = new Map<NodeActor, GatheredChange>();

  constructor(
    private readonly relevance: ChangeRelevance,
    private readonly queries: RegisteredQueries,
  ) {}

  /** Sets the node whose changes are reported from now on, the journal of its shard, and their cause. */
  listen(actor: NodeActor, journal: ShardJournal, origin: Origin | undefined, unit: number): this {
    if (this.actor !== actor || this.unit !== unit || this.origin !== origin) {
      this.actor = actor;
      this.unit = unit;
      this.journal = journal;
      this.origin = origin;
      this.change = undefined;
    }
    return this;
  }

  get watchesProperties(): boolean {
    return this.relevance.isAnyPropertyRelevant();
  }

  existenceChanged(): void {
    if (this.relevance.isRelevantExistence()) this.changeOfActor();
  }

  propertyChanged(key: string): void {
    if (!this.relevance.isRelevantProperty(key)) return;
    this.changeOfActor().property(key);
    this.writing?.property(key);
  }

  labelChanged(label: string): void {
    if (!this.relevance.isRelevantLabel(label)) return;
    this.changeOfActor().label(label);
    this.writing?.label(label);
  }

  edgeAdded(label: string, direction: Direction, other: NodeId): void {
    if (this.relevance.isRelevantEdge(label, direction)) this.edge('edgesAdded', { label, direction, other });
  }

  edgeRemoved(label: string, direction: Direction, other: NodeId): void {
    if (this.relevance.isRelevantEdge(label, direction))
      this.edge('edgesRemoved', { label, direction, other });
  }

  edgePropertyChanged(label: string, direction: Direction, other: NodeId): void {
    if (this.relevance.isRelevantEdgeProperty(label, direction)) {
      this.edge('edgesChanged', { label, direction, other });
    }
  }

  get areEmpty(): boolean {
    return this.changed.size === 0;
  }

  /** Takes everything gathered, in the order in which the nodes first changed. Nothing may change meanwhile. */
  takeAll(take: (change: GatheredChange, actor: NodeActor) => void): void {
    const { changed } = this;
    this.changed = new Map();
    this.change = undefined;
    changed.forEach(take);
  }

  /** Takes the changes gathered for one node if another record is the cause. */
  takeOfOther(actor: NodeActor, unit: number): GatheredChange | undefined {
    if (this.changed.size === 0) return undefined;
    const change = this.changed.get(actor);
    return change === undefined || change.unit === unit ? undefined : this.takeOf(actor);
  }

  takeOf(actor: NodeActor): GatheredChange | undefined {
    if (this.changed.size === 0) return undefined;
    const change = this.changed.get(actor);
    if (change === undefined) return undefined;
    this.changed.delete(actor);
    this.change = undefined;
    return change;
  }

  private edge(list: 'edgesAdded' | 'edgesRemoved' | 'edgesChanged', edge: HalfEdge): void {
    this.changeOfActor().edge(list, edge);
    this.writing?.edge(list, edge);
  }

  private changeOfActor(): GatheredChange {
    if (this.change !== undefined) return this.change;
    let change = this.changed.get(this.actor);
    if (change === undefined) {
      change = new GatheredChange(this.journal, this.origin, this.unit);
      this.changed.set(this.actor, change);
    }
    change.origin = this.origin;
    this.change = change;
    this.writing = this.queries.tracksOrigins ? change.writingOf(this.origin) : undefined;
    return change;
  }
}
