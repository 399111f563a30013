/** A node of the toy network: its contents, and the changes that an engine has not received yet. */
import { isDeepStrictEqual } from 'node:util';
import type { Direction, HalfEdge, NodeId, StandingEvent, Value, ValueMap } from '@weir/model';
import type {
  NodeChange,
  Origin,
  RecentChanges,
  RegisteringStandingEngine,
  StandingNode,
  StandingState,
  Writing,
} from '@weir/standing';

export type NodeWrite =
  | { readonly kind: 'set'; readonly key: string; readonly value: Value }
  | { readonly kind: 'label'; readonly label: string; readonly present: boolean }
  | {
      readonly kind: 'half-edge';
      readonly label: string;
      readonly direction: Direction;
      readonly other: NodeId;
      readonly present: boolean;
    }
  | {
      readonly kind: 'edge-property';
      readonly label: string;
      readonly direction: Direction;
      readonly other: NodeId;
      readonly key: string;
      readonly value: Value;
    }
  | { readonly kind: 'clear' };

class GatheredChange implements NodeChange {
  readonly properties: string[] = [];
  readonly labels: string[] = [];
  readonly edgesAdded: { label: string; direction: Direction; other: NodeId }[] = [];
  readonly edgesRemoved: { label: string; direction: Direction; other: NodeId }[] = [];
  readonly edgesChanged: { label: string; direction: Direction; other: NodeId }[] = [];
  writings: (Writing & GatheredChange)[] | undefined = undefined;
}

class RecentLists implements RecentChanges {
  readonly isWhole = true;

  constructor(
    readonly properties: string[] = [],
    readonly labels: string[] = [],
    readonly edges: HalfEdge[] = [],
    readonly events: StandingEvent[] = [],
  ) {}

  copy(): RecentLists {
    const { properties, labels, edges, events } = this;
    return new RecentLists([...properties], [...labels], [...edges], [...events]);
  }
}

export class ToyNode implements StandingNode {
  exists = false;
  state: StandingState | undefined = undefined;
  pending: GatheredChange | undefined = undefined;
  journal: Uint8Array[] = [];
  /** Changes since all messages had last arrived. */
  recent = new RecentLists();
  private values = new Map<string, Value>();
  private labelSet = new Set<string>();
  private edges = new Map<string, HalfEdge>();
  private edgeValues = new Map<string, ValueMap>();
  private committed = this.contents();

  constructor(readonly id: NodeId) {}

  /** Everything up to here survives a crash. Only without a pending change. */
  commit(): void {
    this.committed = this.contents();
  }

  /** Everything since the last commit is lost, and the state. */
  rollBack(): void {
    Object.assign(this, this.committed, { state: undefined, pending: undefined });
    this.commit();
  }

  private contents() {
    return {
      exists: this.exists,
      journal: [...this.journal],
      recent: this.recent.copy(),
      values: new Map(this.values),
      labelSet: new Set(this.labelSet),
      edges: new Map(this.edges),
      edgeValues: new Map(this.edgeValues),
    };
  }

  property(key: string): Value | undefined {
    return this.values.get(key);
  }

  hasLabel(label: string): boolean {
    return this.labelSet.has(label);
  }

  labels(): readonly string[] {
    return [...this.labelSet].sort();
  }

  *neighbors(label: string | undefined, direction: Direction | undefined): Iterable<NodeId> {
    for (const edge of this.edges.values()) {
      if (label !== undefined && edge.label !== label) continue;
      if (direction === undefined || edge.direction === direction) yield edge.other;
    }
  }

  hasEdge(label: string, direction: Direction, other: NodeId): boolean {
    return this.edges.has(`${direction} ${label} ${other}`);
  }

  edgeCount(label: string | undefined, direction: Direction | undefined): number {
    return [...this.neighbors(label, direction)].length;
  }

  properties(): ValueMap {
    return Object.fromEntries(this.values);
  }

  propertiesOfEdge(label: string, direction: Direction, other: NodeId): ValueMap {
    return this.edgeValues.get(`${direction} ${label} ${other}`) ?? {};
  }

  edgesWith(other: NodeId | undefined): readonly HalfEdge[] {
    return [...this.edges.values()].filter(edge => other === undefined || edge.other === other);
  }

  /** All messages have arrived. */
  forgetRecent(): void {
    this.recent = new RecentLists();
    this.commit();
  }

  /** Adds actual changes to the pending change, as far as `engine` watches them. */
  apply(write: NodeWrite, engine: RegisteringStandingEngine, origin?: Origin): void {
    const before = this.pending;
    this.pending = undefined;
    this.applyAlone(write, engine);
    const own = this.pending as GatheredChange | undefined;
    if (own === undefined) {
      this.pending = before;
      return;
    }
    this.recent.properties.push(...own.properties);
    this.recent.labels.push(...own.labels);
    for (const list of [own.edgesAdded, own.edgesRemoved, own.edgesChanged]) this.recent.edges.push(...list);
    const whole = before ?? new GatheredChange();
    whole.properties.push(...own.properties);
    whole.labels.push(...own.labels);
    whole.edgesAdded.push(...own.edgesAdded);
    whole.edgesRemoved.push(...own.edgesRemoved);
    whole.edgesChanged.push(...own.edgesChanged);
    if (engine.queries.tracksOrigins) (whole.writings ??= []).push(Object.assign(own, { origin }));
    this.pending = whole;
  }

  private applyAlone(write: NodeWrite, engine: RegisteringStandingEngine): void {
    const existed = this.exists;
    switch (write.kind) {
      case 'set':
        this.set(write.key, write.value, engine);
        break;
      case 'label':
        this.setLabel(write.label, write.present, engine);
        break;
      case 'half-edge':
        this.setEdge(write, engine);
        break;
      case 'edge-property':
        this.setEdgeProperty(write, engine);
        break;
      case 'clear':
        for (const key of [...this.values.keys()]) this.set(key, null, engine);
        for (const label of [...this.labelSet]) this.setLabel(label, false, engine);
        for (const edge of [...this.edges.values()]) this.setEdge({ ...edge, present: false }, engine);
        this.exists = false;
    }
    if (existed !== this.exists && engine.relevance.isRelevantExistence()) this.gather();
  }

  private set(key: string, value: Value, engine: RegisteringStandingEngine): void {
    if (value === null) {
      if (!this.values.delete(key)) return;
    } else {
      if (isDeepStrictEqual(this.values.get(key), value)) return;
      this.values.set(key, value);
      this.exists = true;
    }
    if (engine.relevance.isRelevantProperty(key)) this.gather().properties.push(key);
  }

  private setLabel(label: string, present: boolean, engine: RegisteringStandingEngine): void {
    if (this.labelSet.has(label) === present) return;
    if (present) {
      this.labelSet.add(label);
      this.exists = true;
    } else this.labelSet.delete(label);
    if (engine.relevance.isRelevantLabel(label)) this.gather().labels.push(label);
  }

  private setEdge(
    edge: { label: string; direction: Direction; other: NodeId; present: boolean },
    engine: RegisteringStandingEngine,
  ): void {
    const { label, direction, other, present } = edge;
    const key = `${direction} ${label} ${other}`;
    if (this.edges.has(key) === present) return;
    if (present) {
      this.edges.set(key, { label, direction, other });
      this.exists = true;
    } else {
      this.edges.delete(key);
      this.edgeValues.delete(key);
    }
    if (!engine.relevance.isRelevantEdge(label, direction)) return;
    const change = this.gather();
    (present ? change.edgesAdded : change.edgesRemoved).push({ label, direction, other });
  }

  private setEdgeProperty(
    write: NodeWrite & { kind: 'edge-property' },
    engine: RegisteringStandingEngine,
  ): void {
    const { label, direction, other, key, value } = write;
    const edge = `${direction} ${label} ${other}`;
    const known = this.propertiesOfEdge(label, direction, other);
    if (!this.edges.has(edge) || isDeepStrictEqual(known[key] ?? null, value)) return;
    const { [key]: _old, ...rest } = known;
    this.edgeValues.set(edge, value === null ? rest : { ...rest, [key]: value });
    if (engine.relevance.isRelevantEdgeProperty(label, direction)) {
      this.gather().edgesChanged.push({ label, direction, other });
    }
  }

  private gather(): GatheredChange {
    return (this.pending ??= new GatheredChange());
  }
}
