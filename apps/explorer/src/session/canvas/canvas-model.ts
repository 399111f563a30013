/** State of the canvas: the scene, the selection, hidden nodes and the search. */
import { batch, computed, signal } from '@preact/signals';
import { allRows, type Queries } from '../../api/queries.js';
import type { GraphView } from '../../canvas/graph-view.js';
import type { LayoutName } from '../../canvas/layouts.js';
import type { Mark } from '../../canvas/marks.js';
import type { ViewState } from '../../canvas/shown-elements.js';
import { labelsOf } from '../../graph/appearance.js';
import { edgesBetween, nodesById } from '../../graph/canvas-queries.js';
import { clustersWith, clustersWithin, drawn, picked } from '../../graph/clusters.js';
import { isWritten } from '../../graph/difference.js';
import { elementsOf, type Elements, type GraphEdge, type GraphNode } from '../../graph/elements.js';
import { matcherOf } from '../../graph/find.js';
import type { SavedPosition } from '../../graph/saved-canvas.js';
import { Scene } from '../../graph/scene.js';
import { isOutside, type Slice } from './slice.js';

/** Maximum nodes of a result that are drawn without a request. */
const DRAWN_AT_FIRST = 100;
const BUBBLE_RING = '#8b95a1';
/** Also a color of the style sheet: `--result`. */
const RESULT_RING = '#a45cf0';

/** A query result while it is drawn. */
export interface ArrivingResult {
  /** Different for each result. */
  readonly number: number;
  /** Whether its nodes replace those on the canvas. */
  readonly replaces: boolean;
}

export class CanvasModel {
  /** Counts the changes of the scene. */
  readonly version = signal(0);
  readonly scene = new Scene(() => this.version.value++);
  readonly selected = signal<ReadonlySet<string>>(new Set());
  readonly selectedEdge = signal<string | undefined>(undefined);
  /** Nodes that were hidden individually. */
  readonly hidden = signal<ReadonlySet<string>>(new Set());
  /** Hide the nodes that have one of them; the empty text: nodes without labels. */
  readonly hiddenLabels = signal<ReadonlySet<string>>(new Set());
  readonly hiddenEdgeTypes = signal<ReadonlySet<string>>(new Set());
  /** Range of a property to which the shown nodes are limited. */
  readonly slice = signal<Slice>();
  readonly searched = signal('');
  readonly marks = signal<ReadonlyMap<string, Mark>>(new Map());
  readonly edgeMarks = signal<ReadonlyMap<string, Mark>>(new Map());
  /** Nodes of the last result, ringed until the user selects something. */
  readonly ringed = signal<ReadonlySet<string>>(new Set());
  /** Colors of rings around nodes. */
  readonly rings = signal<ReadonlyMap<string, string>>(new Map());
  /** Selected by the user, by a link or by a scene; `undefined`: automatic. */
  readonly chosenLayout = signal<LayoutName | undefined>(undefined);
  /** Used until one is chosen. */
  readonly automaticLayout = signal<LayoutName>('force');
  readonly layout = computed<LayoutName>(() => this.chosenLayout.value ?? this.automaticLayout.value);
  readonly isArranging = signal(false);
  readonly keepsArranging = signal(false);
  /** Nodes of the last result that are not drawn. */
  readonly waiting = signal<readonly GraphNode[]>([]);
  /** Number of nodes of the last result that are outside the view. */
  readonly outside = signal(0);
  /** Milliseconds since the Unix epoch; `undefined`: now. */
  readonly atTime = signal<number | undefined>(undefined);
  /** The same nodes and edges as of the shown past time; `undefined`: now. */
  readonly past = signal<Elements | undefined>(undefined);
  /** Context menu of the selection: its node, and its position on the page. */
  readonly menu = signal<{ readonly id: string; readonly x: number; readonly y: number } | undefined>(
    undefined,
  );
  view: GraphView | undefined;
  /** Called with the nodes of each action of the user that draws some. */
  onDrawn: (ids: readonly string[]) => void = () => undefined;
  /** Edges of the last result, also to nodes that are not drawn. */
  private waitingEdges: ReadonlyMap<string, GraphEdge> = new Map();
  /** Number of the last result of which nodes were drawn. */
  private arriving = 0;
  /** Positions for nodes that the view does not have yet. */
  private restored: ReadonlyMap<string, SavedPosition> | undefined;
  /** Nodes of the last result. */
  readonly resultNodes = signal(0);

  /** Nodes as of the shown time. A node that was not present then has its current contents. */
  readonly shownNodes = computed<ReadonlyMap<string, GraphNode>>(() => {
    void this.version.value;
    const past = this.past.value;
    const { nodes } = this.scene;
    return past === undefined ? nodes : new Map([...nodes].map(([id, node]) => [id, asOf(past, node)]));
  });

  readonly found = computed<ReadonlySet<string> | undefined>(() => {
    const matches = matcherOf(this.searched.value);
    void this.version.value;
    if (matches === undefined) return undefined;
    const nodes = [...this.shownNodes.value.values()].filter(matches);
    return new Set(nodes.map(({ id }) => id));
  });

  readonly viewState = computed<ViewState>(() => {
    const edgeTypes = this.hiddenEdgeTypes.value;
    void this.version.value;
    const { clusters } = this.scene;
    const nodes = this.shownNodes.value;
    const isOneHidden = this.hides();
    const isHidden = (node: GraphNode): boolean =>
      node.members?.every(id => isOneHidden(nodes.get(id) ?? node)) ?? isOneHidden(node);
    const [selected, found] = [this.selected.value, this.found.value];
    return {
      selected: new Set([...selected, ...clustersWithin(selected, clusters).map(({ id }) => id)]),
      selectedEdge: this.selectedEdge.value,
      isHidden,
      isEdgeHidden: ({ type }) => edgeTypes.has(type),
      found: found && new Set([...found, ...clustersWith(found, clusters).map(({ id }) => id)]),
      marks: this.marks.value,
      rings: new Map([
        ...this.rings.value,
        ...[...this.ringed.value].map(id => [id, RESULT_RING] as const),
        ...[...clusters.keys()].map(id => [id, BUBBLE_RING] as const),
      ]),
      edgeMarks: this.edgeMarks.value,
    };
  });

  /** By label and by edge type, at the shown time. */
  readonly counts = computed(() => {
    void this.version.value;
    const past = this.past.value;
    const nodes = [...this.shownNodes.value.values()].filter(({ id }) => !isAbsent(past?.nodes.get(id)));
    const edges = [...this.scene.edges.values()].filter(
      ({ key, isSynthetic }) => past === undefined || isSynthetic || past.edges.has(key),
    );
    return {
      labels: counted(nodes.flatMap(labelsOf)),
      edges: counted(edges.map(({ type }) => type)),
      nodeCount: nodes.length,
      edgeCount: edges.length,
    };
  });

  /** Number of nodes on the canvas that are hidden. */
  readonly hiddenCount = computed(() => {
    void this.version.value;
    const isHidden = this.hides();
    return [...this.shownNodes.value.values()].filter(isHidden).length;
  });

  constructor(
    readonly socket: Queries,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** Updates the view. */
  show(): void {
    const { view, restored } = this;
    if (view === undefined) return;
    view.setLayout(this.layout.value);
    view.show(this.drawn());
    if (restored === undefined) return;
    this.restored = undefined;
    view.setPositions(restored);
  }

  /** Restores positions of nodes, immediately, before the view assigns new ones. */
  setPositions(positions: ReadonlyMap<string, SavedPosition>): void {
    this.restored = positions;
    this.show();
  }

  /**
   * Draws the first nodes of a query result, with the edges between them and existing nodes. Call again with more
   * elements of the same result until the last. A result without nodes leaves the canvas unchanged.
   */
  drawResult(elements: Elements, isLast: boolean, { number, replaces }: ArrivingResult): void {
    const nodes = [...elements.nodes.values()];
    const drawn = nodesOf(nodes.slice(0, DRAWN_AT_FIRST));
    const isFirst = drawn.size > 0 && this.arriving !== number;
    if (isFirst) this.arriving = number;
    const others = [...this.scene.nodes.keys()].some(id => !drawn.has(id));
    if (isFirst && replaces) {
      batch(() => {
        this.select(new Set());
        this.hidden.value = new Set();
        this.scene.replaceWithResult({ nodes: drawn, edges: elements.edges }, number);
      });
    } else this.scene.addResult({ nodes: drawn, edges: elements.edges }, number);
    if (!isLast) return;
    this.waiting.value = nodes.slice(DRAWN_AT_FIRST);
    this.waitingEdges = elements.edges;
    this.resultNodes.value = nodes.length;
    this.ringed.value = others && !replaces ? new Set(drawn.keys()) : new Set();
    if (drawn.size === 0) return;
    this.connect(drawn.keys(), elements => this.scene.addResult(elements, number));
    this.reveal([...drawn.keys()]);
  }

  /**
   * Draws the complete result of an action. If it has too many new nodes, the others wait until the user requests them.
   */
  draw({ nodes, edges }: Elements): void {
    const isNew = ({ id }: GraphNode): boolean => !this.scene.nodes.has(id);
    const known = [...nodes.values()].filter(node => !isNew(node));
    const ordered = [...known, ...[...nodes.values()].filter(isNew)];
    const drawn = ordered.slice(0, known.length + DRAWN_AT_FIRST);
    this.add({ nodes: nodesOf(drawn), edges });
    this.waiting.value = ordered.slice(drawn.length);
    this.waitingEdges = edges;
    this.resultNodes.value = nodes.size;
  }

  drawWaiting(count: number): void {
    const more = this.waiting.value.slice(0, count);
    this.waiting.value = this.waiting.value.slice(count);
    this.scene.add({ nodes: nodesOf(more), edges: this.waitingEdges });
    this.connect(more.map(({ id }) => id));
    this.reveal(more.map(({ id }) => id));
  }

  /** @param isLive a live addition rather than a user action. */
  add(elements: Elements, isLive = false): void {
    this.scene.add(elements, isLive);
    this.connect(elements.nodes.keys(), edges => this.scene.add(edges, isLive));
    if (!isLive) this.reveal([...elements.nodes.keys()]);
  }

  /** Queries the edges between these nodes and all existing ones. */
  connect(ids: Iterable<string>, draw = (edges: Elements): void => this.scene.add(edges)): void {
    const all = [...this.scene.nodes.keys()];
    const query = edgesBetween([...ids], all);
    allRows(this.socket, { ...query, atTime: this.atTime.value })
      .then(({ rows }) => draw({ nodes: new Map(), edges: elementsOf(rows).edges }))
      .catch(this.failed);
  }

  /** Reads nodes by their ids and draws them. */
  async fetch(ids: readonly string[]): Promise<void> {
    const { rows } = await allRows(this.socket, { ...nodesById(ids), atTime: this.atTime.value });
    this.add(elementsOf(rows));
  }

  /** Reads the current contents of nodes; those without contents stay unchanged. */
  async reread(ids: readonly string[]): Promise<void> {
    const { rows } = await allRows(this.socket, { ...nodesById(ids), atTime: this.atTime.value });
    const { nodes } = elementsOf(rows);
    for (const [id, { labels, properties }] of nodes)
      if (labels.length === 0 && Object.keys(properties).length === 0) nodes.delete(id);
    this.scene.add({ nodes, edges: new Map() });
  }

  select(ids: ReadonlySet<string>, edge?: string): void {
    batch(() => {
      this.selected.value = ids;
      this.selectedEdge.value = edge;
      this.menu.value = undefined;
      this.ringed.value = new Set();
    });
  }

  /** Selects the clicked node or edge; for a bubble, its nodes. */
  pick(ids: ReadonlySet<string>, edge?: string): void {
    this.select(picked(ids, this.viewState.value.selected, this.scene.clusters), edge);
  }

  /** Bubbles replace their nodes. */
  drawn(): Elements {
    const { edges, clusters } = this.scene;
    return drawn({ nodes: this.shownNodes.value, edges, clusters });
  }

  selectedNodes(): GraphNode[] {
    void this.version.value;
    return [...this.selected.value].flatMap(id => this.scene.nodes.get(id) ?? []);
  }

  edgeSelected(): GraphEdge | undefined {
    void this.version.value;
    return this.selectedEdge.value === undefined ? undefined : this.scene.edges.get(this.selectedEdge.value);
  }

  removeSelected(): void {
    this.scene.remove(this.selected.value);
    this.select(new Set());
  }

  /** The nodes stay on the canvas. */
  hide(ids: Iterable<string>): void {
    batch(() => {
      this.hidden.value = new Set([...this.hidden.value, ...ids]);
      this.select(new Set());
    });
  }

  unhide(ids: Iterable<string>): void {
    const hidden = new Set(this.hidden.value);
    for (const id of ids) hidden.delete(id);
    this.hidden.value = hidden;
  }

  hideOthers(ids: ReadonlySet<string>): void {
    this.hidden.value = new Set([...this.scene.nodes.keys()].filter(id => !ids.has(id)));
  }

  showAll(): void {
    batch(() => {
      for (const each of [this.hidden, this.hiddenLabels, this.hiddenEdgeTypes]) each.value = new Set();
      this.slice.value = undefined;
    });
  }

  selectShown(): void {
    const isHidden = this.hides();
    const shown = [...this.shownNodes.value.values()].filter(node => !isHidden(node));
    this.select(new Set(shown.map(({ id }) => id)));
  }

  /** Removes all other nodes. */
  keepOnly(ids: ReadonlySet<string>): void {
    this.scene.remove(new Set([...this.scene.nodes.keys()].filter(id => !ids.has(id))));
  }

  clear(): void {
    batch(() => {
      this.scene.clear();
      this.select(new Set());
      this.marks.value = new Map();
      this.edgeMarks.value = new Map();
      this.waiting.value = [];
      this.hidden.value = new Set();
    });
    this.view?.reveal([]);
  }

  private reveal(ids: readonly string[]): void {
    this.onDrawn(ids);
    this.view?.reveal(ids);
  }

  private hides(): (node: GraphNode) => boolean {
    const [ids, hidden, slice] = [this.hidden.value, this.hiddenLabels.value, this.slice.value];
    return node =>
      ids.has(node.id) ||
      (hidden.size > 0 && labelsOf(node).some(label => hidden.has(label))) ||
      (slice !== undefined && isOutside(slice, node));
  }
}

function asOf(past: Elements, node: GraphNode): GraphNode {
  const before = past.nodes.get(node.id);
  return before === undefined || isAbsent(before) ? node : before;
}

/** @param before the node at a past time; `undefined`: it was not read. */
function isAbsent(before: GraphNode | undefined): boolean {
  return before !== undefined && !isWritten(before);
}

function nodesOf(nodes: readonly GraphNode[]): Map<string, GraphNode> {
  return new Map(nodes.map(node => [node.id, node]));
}

/** Most frequent first. */
function counted(names: readonly string[]): readonly (readonly [name: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}
