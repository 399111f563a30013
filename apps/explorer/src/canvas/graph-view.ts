/**
 * The canvas: draws a scene with WebGL, and says what is done to it. It holds the places of the nodes; what they are is
 * the scene's.
 */
import { MultiDirectedGraph } from 'graphology';
import { EdgeCurvedArrowProgram } from '@sigma/edge-curve';
import Sigma from 'sigma';
import { EdgeArrowProgram } from 'sigma/rendering';
import type { Elements, GraphEdge, GraphNode } from '../graph/elements.js';
import type { Look } from '../graph/appearance.js';
import { bubblePlaces } from './bubble-places.js';
import { curveParallels } from './curve-parallels.js';
import { dropGone } from './drop-gone.js';
import { FramePace } from './frame-pace.js';
import { drawEdgeLabel, drawNodeLabel } from './labels.js';
import { LayoutRunner } from './layout-runner.js';
import { placesOf, type LayoutName, type Place } from './layouts.js';
import { drawHoveredLabel, drawMarks, type CanvasColors, type Mark, type MarkedNode } from './marks.js';

export interface GraphViewOptions {
  readonly lookOf: (node: GraphNode) => Look;
  readonly onSelect: (ids: ReadonlySet<string>, edge: string | undefined) => void;
  readonly onOpen: (id: string) => void;
  readonly onMenu: (id: string, at: Place) => void;
  readonly onLayoutRunning: (isRunning: boolean) => void;
}

/** What is drawn otherwise than the elements say, for now. */
export interface ViewState {
  readonly selected: ReadonlySet<string>;
  readonly selectedEdge: string | undefined;
  /** Not drawn at all. */
  readonly isHidden: (node: GraphNode) => boolean;
  readonly isEdgeHidden: (edge: GraphEdge) => boolean;
  /** Those not among them are pale; `undefined`: nothing is looked for. */
  readonly found: ReadonlySet<string> | undefined;
  readonly marks: ReadonlyMap<string, Mark>;
  readonly rings: ReadonlyMap<string, string>;
  readonly edgeMarks: ReadonlyMap<string, Mark>;
}

const NOTHING: ViewState = {
  selected: new Set(),
  selectedEdge: undefined,
  isHidden: () => false,
  isEdgeHidden: () => false,
  found: undefined,
  marks: new Map(),
  rings: new Map(),
  edgeMarks: new Map(),
};
const LABELLED_EDGES = 400;
const LAYOUT_MILLIS = 1600;
const LAYOUT_MILLIS_OF_MANY = 8000;
const MANY = 2000;

export class GraphView {
  readonly graph = new MultiDirectedGraph();
  private readonly sigma: Sigma;
  private readonly layout: LayoutRunner;
  private readonly marksLayer: CanvasRenderingContext2D;
  private state = NOTHING;
  private elements: Elements = { nodes: new Map(), edges: new Map() };
  private colors: CanvasColors;
  private dragged: { readonly id: string; hasMoved: boolean } | undefined;
  private layoutName: LayoutName = 'force';
  private hasShown = false;
  /** As many edges were too many to be drawn while the camera moves; 0: they never were. */
  private edgesTooMany = 0;
  private readonly pace = new FramePace(() => this.hideEdgesOnMove(this.graph.size));

  constructor(
    readonly container: HTMLElement,
    private readonly options: GraphViewOptions,
    colors: CanvasColors,
  ) {
    this.colors = colors;
    this.sigma = new Sigma(this.graph, container, {
      allowInvalidContainer: true,
      defaultEdgeType: 'straight',
      edgeProgramClasses: { straight: EdgeArrowProgram, curved: EdgeCurvedArrowProgram },
      enableEdgeEvents: true,
      labelDensity: 0.6,
      labelGridCellSize: 90,
      labelRenderedSizeThreshold: 5,
      edgeLabelSize: 11,
      edgeLabelFont: 'system-ui, sans-serif',
      minEdgeThickness: 1.2,
      stagePadding: 50,
      zIndex: true,
      minCameraRatio: 0.02,
      maxCameraRatio: 20,
      defaultDrawEdgeLabel: drawEdgeLabel,
      defaultDrawNodeLabel: (context, data) => drawNodeLabel(context, data, this.colors),
      defaultDrawNodeHover: (context, data) => drawHoveredLabel(context, data, this.colors),
      nodeReducer: (id, attributes) => this.nodeAsShown(id, attributes),
      edgeReducer: (key, attributes) => this.edgeAsShown(key, attributes),
    });
    this.marksLayer = this.sigma
      .createCanvas('marks', { beforeLayer: 'labels', style: { pointerEvents: 'none' } })
      .getContext('2d')!;
    this.layout = new LayoutRunner(this.graph, options.onLayoutRunning);
    this.listen();
    this.recolor(colors);
    this.sigma.on('resize', () => this.sizeMarksLayer());
    this.sizeMarksLayer();
    this.sigma.on('afterRender', () => this.drawMarks());
    this.sigma.on('afterRender', () => this.pace.drawn());
  }

  /** Takes over what was added, changed and removed. */
  show(elements: Elements): void {
    const { graph } = this;
    const places = bubblePlaces(graph, this.elements, elements);
    this.elements = elements;
    const before = graph.order + graph.size;
    let isNew = false;
    dropGone(graph, elements);
    for (const node of elements.nodes.values()) {
      const look = this.options.lookOf(node);
      if (graph.hasNode(node.id)) graph.mergeNodeAttributes(node.id, look);
      else {
        graph.addNode(node.id, {
          ...(places.get(node.id) ?? this.placeFor(node.id)),
          ...look,
          isPinned: false,
        });
        isNew = true;
      }
    }
    for (const { key, from, to, type } of elements.edges.values()) {
      if (graph.hasEdge(key) || !graph.hasNode(from) || !graph.hasNode(to)) continue;
      graph.addEdgeWithKey(key, from, to, { label: type, size: 1.6 });
      isNew = true;
    }
    if (graph.order + graph.size !== before || isNew) curveParallels(graph);
    this.sigma.setSetting('renderEdgeLabels', graph.size <= LABELLED_EDGES);
    if (graph.size < this.edgesTooMany / 2) this.hideEdgesOnMove(0);
    if (isNew) this.arrange();
    else this.sigma.refresh();
  }

  /** Rules have changed. */
  restyle(): void {
    for (const node of this.elements.nodes.values())
      if (this.graph.hasNode(node.id)) this.graph.mergeNodeAttributes(node.id, this.options.lookOf(node));
    this.sigma.refresh();
  }

  setState(state: ViewState): void {
    this.state = state;
    this.sigma.refresh({ skipIndexation: false });
  }

  recolor(colors: CanvasColors): void {
    this.colors = colors;
    this.sigma.setSetting('edgeLabelColor', { color: colors.soft });
    this.sigma.setSetting('defaultEdgeColor', colors.edge);
    this.sigma.refresh();
  }

  setLayout(name: LayoutName): void {
    this.layoutName = name;
    this.arrange();
    this.fit();
  }

  /** @param keepsOn until it is stopped. */
  play(keepsOn: boolean): void {
    if (keepsOn) this.layout.start(Infinity);
    else this.layout.stop();
  }

  fit(): void {
    void this.sigma.getCamera().animate({ x: 0.5, y: 0.5, ratio: 1, angle: 0 }, { duration: 300 });
  }

  zoom(factor: number): void {
    const camera = this.sigma.getCamera();
    void camera.animate({ ratio: camera.ratio * factor }, { duration: 150 });
  }

  /** Brings a node to the middle. */
  lookAt(id: string): void {
    const place = this.sigma.getNodeDisplayData(id);
    if (place === undefined) return;
    const camera = this.sigma.getCamera();
    void camera.animate({ x: place.x, y: place.y, ratio: Math.min(camera.ratio, 0.6) }, { duration: 400 });
  }

  places(): Map<string, Place & { readonly isPinned: boolean }> {
    const places = new Map<string, Place & { readonly isPinned: boolean }>();
    this.graph.forEachNode((id, { x, y, isPinned }) =>
      places.set(id, { x: x as number, y: y as number, isPinned: Boolean(isPinned) }),
    );
    return places;
  }

  pinned(): string[] {
    return this.graph.filterNodes((_id, { isPinned }) => Boolean(isPinned));
  }

  place(places: ReadonlyMap<string, Place & { readonly isPinned?: boolean }>): void {
    this.layout.stop();
    for (const [id, place] of places) if (this.graph.hasNode(id)) this.graph.mergeNodeAttributes(id, place);
  }

  unpin(ids: Iterable<string>): void {
    for (const id of ids) if (this.graph.hasNode(id)) this.graph.setNodeAttribute(id, 'isPinned', false);
    this.sigma.refresh();
  }

  /** All layers, one above the other. */
  async picture(background: string): Promise<Blob> {
    this.sigma.refresh();
    await new Promise(resolve => requestAnimationFrame(resolve));
    this.sigma.refresh();
    const layers = this.sigma.getCanvases();
    const [first] = Object.values(layers);
    const canvas = document.createElement('canvas');
    canvas.width = first!.width;
    canvas.height = first!.height;
    const context = canvas.getContext('2d')!;
    context.fillStyle = background;
    context.fillRect(0, 0, canvas.width, canvas.height);
    for (const name of ['edges', 'edgeLabels', 'nodes', 'marks', 'labels'])
      if (layers[name] !== undefined) context.drawImage(layers[name], 0, 0, canvas.width, canvas.height);
    return new Promise((resolve, reject) =>
      canvas.toBlob(blob => (blob === null ? reject(new Error('No picture could be made')) : resolve(blob))),
    );
  }

  /** Where a node stands in the container, in pixels. */
  pixelsOf(id: string): Place | undefined {
    if (!this.graph.hasNode(id)) return undefined;
    const { x, y } = this.graph.getNodeAttributes(id);
    return this.sigma.graphToViewport({ x: x as number, y: y as number });
  }

  end(): void {
    this.layout.end();
    this.sigma.kill();
  }

  private arrange(): void {
    if (this.layoutName !== 'force') this.place(placesOf(this.layoutName, this.elements));
    else this.layout.start(this.graph.order > MANY ? LAYOUT_MILLIS_OF_MANY : LAYOUT_MILLIS);
    if (!this.hasShown && this.graph.order > 0) {
      this.hasShown = true;
      this.fit();
    }
  }

  /** Where a machine is too slow, a camera that moves shows the nodes alone. @param tooMany 0: all is drawn again. */
  private hideEdgesOnMove(tooMany: number): void {
    this.edgesTooMany = tooMany;
    this.sigma.setSetting('hideEdgesOnMove', tooMany > 0);
    this.sigma.setSetting('hideLabelsOnMove', tooMany > 0);
  }

  /** Near a neighbour that has a place; else anywhere, though always the same for the same node. */
  private placeFor(id: string): Place {
    let hash = 7;
    for (let i = 0; i < id.length; i++) hash = (hash * 33 + id.charCodeAt(i)) >>> 0;
    const angle = ((hash % 3600) / 3600) * 2 * Math.PI;
    // Among many edges the search for one costs more than the layout takes to bring the node there.
    const edges = this.elements.edges.size > MANY ? [] : this.elements.edges.values();
    for (const { from, to } of edges) {
      const other = from === id ? to : to === id ? from : undefined;
      if (other === undefined || !this.graph.hasNode(other)) continue;
      const { x, y } = this.graph.getNodeAttributes(other);
      return { x: (x as number) + 20 * Math.cos(angle), y: (y as number) + 20 * Math.sin(angle) };
    }
    const radius = 20 + 10 * Math.sqrt(this.elements.nodes.size) * (((hash >>> 12) % 100) / 100);
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  }

  private nodeAsShown(id: string, attributes: Record<string, unknown>): Record<string, unknown> {
    const node = this.elements.nodes.get(id);
    const { selected, found, isHidden, marks } = this.state;
    if (node === undefined || isHidden(node)) return { ...attributes, hidden: true };
    const isPale = found !== undefined && !found.has(id);
    const mark = marks.get(id);
    if (isPale || mark === 'absent')
      return {
        ...attributes,
        icon: undefined,
        label: isPale ? '' : attributes['label'],
        color: this.colors.pale,
      };
    const isMarked = selected.has(id) || mark !== undefined;
    return isMarked ? { ...attributes, zIndex: 1, forceLabel: selected.has(id) } : attributes;
  }

  private edgeAsShown(key: string, attributes: Record<string, unknown>): Record<string, unknown> {
    const edge = this.elements.edges.get(key);
    const { selectedEdge, found, isEdgeHidden, isHidden, selected, edgeMarks } = this.state;
    if (edge === undefined || isEdgeHidden(edge)) return { ...attributes, hidden: true };
    for (const end of [edge.from, edge.to]) {
      const node = this.elements.nodes.get(end);
      if (node === undefined || isHidden(node)) return { ...attributes, hidden: true };
    }
    const mark = edgeMarks.get(key);
    if (key === selectedEdge) return { ...attributes, color: this.colors.accent, size: 3, zIndex: 2 };
    if (mark !== undefined) return { ...attributes, color: this.colors[mark], size: 2.6, zIndex: 1 };
    if (found !== undefined && !(found.has(edge.from) && found.has(edge.to)))
      return { ...attributes, color: this.colors.pale, label: '' };
    if (edge.isSynthetic) return { ...attributes, color: this.colors.synthetic };
    if (selected.size > 0 && (selected.has(edge.from) || selected.has(edge.to)))
      return { ...attributes, color: this.colors.soft, size: 2, zIndex: 1 };
    return attributes;
  }

  private drawMarks(): void {
    const { marksLayer, sigma, graph, state, colors } = this;
    const { width, height } = sigma.getDimensions();
    marksLayer.clearRect(0, 0, width, height);
    const marked: MarkedNode[] = [];
    graph.forEachNode((id, attributes) => {
      const icon = attributes['icon'] as string | undefined;
      const isPinned = Boolean(attributes['isPinned']);
      const isSelected = state.selected.has(id);
      const mark = state.marks.get(id);
      const rim = state.rings.get(id);
      // Most nodes of a large graph.
      if ((icon ?? mark ?? rim) === undefined && !isPinned && !isSelected) return;
      const data = sigma.getNodeDisplayData(id);
      if (data === undefined || data.hidden) return;
      const { x, y } = sigma.framedGraphToViewport(data);
      if (x < -50 || y < -50 || x > width + 50 || y > height + 50) return;
      const size = sigma.scaleSize(data.size);
      const isPale = data.color === colors.pale;
      marked.push({ x, y, size, icon: isPale ? undefined : icon, isPinned, isSelected, mark, rim });
    });
    drawMarks(marksLayer, marked, colors);
  }

  private sizeMarksLayer(): void {
    const { width, height } = this.sigma.getDimensions();
    const ratio = window.devicePixelRatio || 1;
    const { canvas } = this.marksLayer;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    this.marksLayer.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  private listen(): void {
    const { sigma, graph } = this;
    const mouse = sigma.getMouseCaptor();
    sigma.on('downNode', ({ node, event }) => {
      if ((event.original as MouseEvent).button !== 0) return;
      this.dragged = { id: node, hasMoved: false };
    });
    mouse.on('mousemovebody', event => {
      if (this.dragged === undefined) return;
      if (!this.dragged.hasMoved) {
        this.dragged.hasMoved = true;
        if (sigma.getCustomBBox() === null) sigma.setCustomBBox(sigma.getBBox());
      }
      const { x, y } = sigma.viewportToGraph(event);
      graph.mergeNodeAttributes(this.dragged.id, { x, y, isPinned: true });
      event.preventSigmaDefault();
      event.original.preventDefault();
      event.original.stopPropagation();
    });
    mouse.on('mouseup', () => {
      if (this.dragged?.hasMoved) sigma.setCustomBBox(null);
      setTimeout(() => (this.dragged = undefined));
    });
    sigma.on('clickNode', ({ node, event }) => {
      if (this.dragged?.hasMoved) return;
      const { shiftKey } = event.original as MouseEvent;
      const selected = new Set(shiftKey ? this.state.selected : []);
      if (shiftKey && selected.has(node)) selected.delete(node);
      else selected.add(node);
      this.options.onSelect(selected, undefined);
    });
    sigma.on('clickEdge', ({ edge }) => this.options.onSelect(new Set(), edge));
    sigma.on('clickStage', ({ event }) => {
      if (!(event.original as MouseEvent).shiftKey) this.options.onSelect(new Set(), undefined);
    });
    sigma.on('doubleClickNode', ({ node, event }) => {
      event.preventSigmaDefault();
      this.options.onOpen(node);
    });
    sigma.on('rightClickNode', ({ node, event }) => {
      event.original.preventDefault();
      this.options.onMenu(node, { x: event.x, y: event.y });
    });
    sigma.on('enterNode', () => (this.container.style.cursor = 'pointer'));
    sigma.on('leaveNode', () => (this.container.style.cursor = ''));
    this.container.addEventListener('contextmenu', event => event.preventDefault());
  }
}
