/**
 * A graph on plain Maps in one thread that responds synchronously. For unit tests and the TCK, and as the reference
 * behavior for other graphs.
 */
import { Direction, reversed } from '@weir/model';
import { WeirError } from '@weir/platform';
import type { NodeId, Value, ValueMap } from '@weir/model';
import type { MaybePromise } from '@weir/platform';
import { ReadPart } from '../node-view.js';
import type {
  ExpandRequest,
  GraphEffects,
  GraphReads,
  GraphSession,
  NodeRequests,
  NodeOperation,
  ScanRequest,
} from '../graph-access.js';
import type { ExpandedEdge, NodeView } from '../node-view.js';
import type { NodeInspection } from '../node-inspection.js';
import type { GraphCatalog } from '../graph-catalog.js';
import { catalogOf } from './map-catalog.js';
import { MapNode } from './map-node.js';
import { operateOn } from './map-operations.js';
import { testEnvironment } from './test-environment.js';

export class MapGraph {
  readonly nodes = new Map<NodeId, MapNode>();
  /** For queries without their own environment. */
  readonly environment = testEnvironment();

  /** @param scanPage number of nodes that a scan returns together. */
  constructor(readonly scanPage = 1024) {}

  /** @param atTime makes it a session of the past, which rejects effects. */
  session(atTime?: number): GraphSession {
    return new MapSession(this, atTime);
  }

  clear(): void {
    this.nodes.clear();
  }

  node(id: NodeId): MapNode {
    let node = this.nodes.get(id);
    if (node === undefined) this.nodes.set(id, (node = new MapNode(id)));
    return node;
  }

  existing(): MapNode[] {
    return [...this.nodes.values()].filter(node => node.exists);
  }

  edgeCount(): number {
    let count = 0;
    for (const node of this.nodes.values()) count += node.outgoing().length;
    return count;
  }
}

const NOTHING: ValueMap = {};

class MapSession implements GraphSession {
  readonly effects: MapEffects;
  readonly reads: MapReads;
  readonly nodes: MapNodeRequests;

  constructor(
    graph: MapGraph,
    readonly atTime: number | undefined,
  ) {
    this.effects = new MapEffects(graph, atTime);
    this.reads = new MapReads(graph);
    this.nodes = new MapNodeRequests(graph, this.effects, this.reads);
  }

  flush(): void {
    // Effects are applied immediately.
  }

  settled(): MaybePromise<void> {
    return this.effects.failure === undefined ? undefined : Promise.reject(this.effects.failure);
  }
}

class MapEffects implements GraphEffects {
  failure: WeirError | undefined = undefined;

  constructor(
    private readonly graph: MapGraph,
    private readonly atTime: number | undefined,
  ) {}

  written(id: NodeId): MapNode {
    return this.change(id, true);
  }

  /** @param adds a removal from a node that does not exist must not create it. */
  private change(id: NodeId, adds: boolean): MapNode {
    if (this.atTime !== undefined) {
      throw new WeirError('graph.historical-write', 'The past can be read, not written');
    }
    const node = this.graph.node(id);
    node.exists ||= adds;
    return node;
  }

  beginRow(): void {
    // Effects are applied immediately.
  }

  createNode(id: NodeId): void {
    this.written(id);
  }

  setProperty(id: NodeId, key: string, value: Value): void {
    this.change(id, value !== null).set(key, value);
  }

  mergeProperties(id: NodeId, properties: ValueMap): void {
    const node = this.change(id, hasValues(properties));
    for (const key of Object.keys(properties)) node.set(key, properties[key]!);
  }

  replaceProperties(id: NodeId, properties: ValueMap): void {
    const node = this.change(id, hasValues(properties));
    for (const key of Object.keys(node.properties)) if (!Object.hasOwn(properties, key)) node.set(key, null);
    for (const key of Object.keys(properties)) node.set(key, properties[key]!);
  }

  addLabels(id: NodeId, labels: readonly string[]): void {
    const node = this.written(id);
    for (const label of labels) node.labels.add(label);
  }

  removeLabels(id: NodeId, labels: readonly string[]): void {
    const node = this.change(id, false);
    for (const label of labels) node.labels.delete(label);
  }

  createEdge(start: NodeId, label: string, end: NodeId, properties: ValueMap = NOTHING): void {
    const from = this.written(start);
    const to = this.written(end);
    const edge = from.edge(label, Direction.Outgoing, end);
    const kept: ValueMap = { ...(edge?.properties ?? {}) };
    for (const key of Object.keys(properties)) kept[key] = properties[key]!;
    if (edge === undefined) {
      from.addEdge({ label, direction: Direction.Outgoing, other: end, properties: kept });
      to.addEdge({ label, direction: Direction.Incoming, other: start, properties: kept });
    } else {
      from.replaceEdge(label, Direction.Outgoing, end, kept);
      to.replaceEdge(label, Direction.Incoming, start, kept);
    }
  }

  deleteEdge(start: NodeId, label: string, end: NodeId): void {
    this.change(start, false).removeEdge(label, Direction.Outgoing, end);
    this.change(end, false).removeEdge(label, Direction.Incoming, start);
  }

  setEdgeProperty(start: NodeId, label: string, end: NodeId, key: string, value: Value): void {
    const edge = this.graph.nodes.get(start)?.edge(label, Direction.Outgoing, end);
    if (edge === undefined) return;
    const { [key]: _old, ...rest } = edge.properties;
    const properties = value === null ? rest : { ...rest, [key]: value };
    this.written(start).replaceEdge(label, Direction.Outgoing, end, properties);
    this.written(end).replaceEdge(label, Direction.Incoming, start, properties);
  }

  deleteNode(id: NodeId, detach: boolean): void {
    const node = this.written(id);
    if (node.edges.length > 0 && !detach) {
      this.failure ??= new WeirError(
        'cypher.constraint-violation',
        `ConstraintViolationError Node ${id} cannot be deleted since it still has ${node.edges.length} relationships.`,
        { detail: 'DeleteConnectedNode' },
      );
      return;
    }
    for (const edge of node.edges) {
      this.graph.node(edge.other).removeEdge(edge.label, reversed(edge.direction), id);
    }
    this.graph.nodes.delete(id);
  }
}

class MapReads implements GraphReads {
  constructor(private readonly graph: MapGraph) {}

  readNodes(ids: readonly NodeId[]): readonly NodeView[] {
    return ids.map(id => {
      const node = this.graph.nodes.get(id);
      if (node === undefined) return { id, exists: false, labels: [], properties: {}, edgeCount: 0 };
      const labels = [...node.labels].sort();
      return {
        id,
        exists: node.exists,
        labels,
        properties: { ...node.properties },
        edgeCount: node.edges.length,
      };
    });
  }

  expand(request: ExpandRequest): readonly (readonly ExpandedEdge[])[] {
    const { nodes, direction, labels, others, limit = Infinity, offset = 0 } = request;
    return nodes.map((id, i) => {
      const found = (this.graph.nodes.get(id)?.edges ?? []).filter(
        edge =>
          (direction === undefined || edge.direction === direction) &&
          (labels === undefined || labels.includes(edge.label)) &&
          (others?.[i] === undefined || edge.other === others[i]),
      );
      return found.slice(offset, offset + limit);
    });
  }

  async *scan({ parts, keys }: ScanRequest): AsyncIterable<readonly NodeView[]> {
    const ids = this.graph.existing().map(node => node.id);
    const { scanPage } = this.graph;
    for (let i = 0; i < ids.length; i += scanPage) {
      yield this.readNodes(ids.slice(i, i + scanPage)).map(view => asAskedFor(view, parts, keys));
    }
  }

  recentNodes(count: number): readonly NodeId[] {
    return this.graph
      .existing()
      .slice(0, count)
      .map(node => node.id);
  }

  catalog(): GraphCatalog {
    return catalogOf(this.graph.existing());
  }
}

class MapNodeRequests implements NodeRequests {
  constructor(
    private readonly graph: MapGraph,
    private readonly effects: MapEffects,
    private readonly reads: MapReads,
  ) {}

  operate(ids: readonly NodeId[], operations: readonly NodeOperation[]): readonly Value[] {
    return ids.map((id, i) => operateOn(this.effects.written(id), operations[i]!));
  }

  inspect(id: NodeId): NodeInspection {
    const [view] = this.reads.readNodes([id]);
    const edges = this.graph.nodes.get(id)?.edges ?? [];
    return { view: view!, edges, snapshotTime: null, journal: [], standing: [] };
  }

  sleep(): boolean {
    return false;
  }

  purge(id: NodeId): void {
    this.effects.written(id);
    this.graph.nodes.delete(id);
  }
}

function hasValues(properties: ValueMap): boolean {
  return Object.values(properties).some(value => value !== null);
}

/** Removes everything else: a query must not rely on data that it did not request. */
function asAskedFor(view: NodeView, parts: number, keys: readonly string[] | undefined): NodeView {
  const properties: ValueMap = {};
  for (const key of (parts & ReadPart.Properties) === 0 ? [] : (keys ?? Object.keys(view.properties))) {
    if (Object.hasOwn(view.properties, key)) properties[key] = view.properties[key]!;
  }
  return { ...view, properties, labels: (parts & ReadPart.Labels) === 0 ? [] : view.labels };
}
