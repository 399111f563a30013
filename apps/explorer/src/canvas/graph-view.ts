/**
 * The canvas: draws a scene with WebGL and reports input. It owns the positions of the nodes; their contents belong to
 * the scene.
 */
import { MultiDirectedGraph } from 'graphology';
import Sigma from 'sigma';
import type { EdgeStyle } from '../graph/styling/edge-appearance.js';
import type { Elements, GraphEdge, GraphNode } from '../graph/elements.js';
import type { NodeStyle } from '../graph/appearance.js';
import { visible } from '../graph/visible-text.js';
import { bubblePositions } from './bubble-positions.js';
import { CameraFit, type Covered } from './camera-fit.js';
import { curveParallels } from './curve-parallels.js';
import { EDGE_PROGRAMS } from './arrows.js';
import { dropRemoved } from './drop-removed.js';
import { THINNEST_EDGE } from './edge-sizes.js';
import { FramePace } from './frame-pace.js';
import { followGestures, type Gestures } from './gestures.js';
import { Labels } from './labels.js';
import { initialPosition } from './initial-position.js';
import { layerOf } from './layer.js';
import { LayoutRunner } from './force-layout/layout-runner.js';
import { positionsOf, type LayoutName, type Point } from './layouts.js';
import { drawLoops } from './loops.js';
import { drawHoveredLabel, drawMarks, type CanvasColors, type MarkedNode } from './marks.js';
import { pictureOf } from './picture.js';
import { ResultInView } from './result-in-view.js';
import { NO_STATE, shownEdge, shownNode, type ViewState } from './shown-elements.js';

export interface GraphViewOptions extends Gestures {
  readonly styleOf: (node: GraphNode) => NodeStyle;
  readonly edgeStyleOf: (edge: GraphEdge) => EdgeStyle;
  readonly onLayoutRunning: (isRunning: boolean) => void;
  /** Nodes of the last result that are outside the view. */
  readonly onOutside: (count: number) => void;
  /** Area covered by panels over the canvas. */
  readonly covered: () => Covered;
}

const LABELLED_EDGES = 400;
const LAYOUT_MILLIS = 1600;
const LAYOUT_MILLIS_OF_MANY = 8000;
const MANY = 2000;
/** Square pixels for each node; with less, nodes shrink. */
const ROOM = 6000;
const MOST_CROWDING = 2.2;

export class GraphView {
  readonly graph = new MultiDirectedGraph();
  private readonly sigma: Sigma;
  private readonly layout: LayoutRunner;
  private readonly camera: CameraFit;
  private readonly result: ResultInView;
  private readonly labels = new Labels(
    () => this.sigma,
    () => this.colors,
  );
  private readonly marksLayer: CanvasRenderingContext2D;
  private readonly loopsLayer: CanvasRenderingContext2D;
  /** Above the node under the pointer, which Sigma draws over all others. */
  private readonly hoverLayer: CanvasRenderingContext2D;
  private hovered: string | undefined;
  /** Edges from a node to itself. */
  private loops: readonly string[] = [];
  private state = NO_STATE;
  private elements: Elements = { nodes: new Map(), edges: new Map() };
  private colors: CanvasColors;
  private layoutName: LayoutName = 'force';
  /** Factor by which nodes are smaller than on an empty canvas. */
  private crowding = 1;
  /** Number of edges that was too large to draw while the camera moves; 0: it never was. */
  private edgesTooMany = 0;
  private readonly pace = new FramePace(() => this.hideEdgesOnMove(this.graph.size));
  /**
   * Sigma observes only the window's size. The container may have no size yet when it is created, and is resized
   * together with the elements beside it.
   */
  private readonly sizes = new ResizeObserver(() => this.sigma.scheduleRefresh());

  constructor(
    readonly container: HTMLElement,
    private readonly options: GraphViewOptions,
    colors: CanvasColors,
  ) {
    this.colors = colors;
    this.sigma = new Sigma(this.graph, container, {
      allowInvalidContainer: true,
      defaultEdgeType: 'straight',
      edgeProgramClasses: EDGE_PROGRAMS,
      labelDensity: 1,
      labelGridCellSize: 90,
      labelRenderedSizeThreshold: 5,
      edgeLabelSize: 11,
      edgeLabelFont: 'system-ui, sans-serif',
      minEdgeThickness: THINNEST_EDGE,
      stagePadding: 50,
      zIndex: true,
      minCameraRatio: 0.02,
      maxCameraRatio: 20,
      zoomToSizeRatioFunction: ratio => Math.sqrt(ratio) * this.crowding,
      defaultDrawEdgeLabel: this.labels.drawEdge,
      defaultDrawNodeLabel: this.labels.drawNode,
      defaultDrawNodeHover: (context, data) => drawHoveredLabel(context, data, this.colors),
      nodeReducer: (id, attributes) => shownNode(id, attributes, this.elements, this.state, this.colors),
      edgeReducer: (key, attributes) => shownEdge(key, attributes, this.elements, this.state, this.colors),
    });
    this.loopsLayer = layerOf(this.sigma, 'loops', 'edgeLabels');
    this.marksLayer = layerOf(this.sigma, 'marks', 'labels');
    this.hoverLayer = layerOf(this.sigma, 'hoverMarks', 'mouse');
    this.layout = new LayoutRunner(this.graph, options.onLayoutRunning);
    this.camera = new CameraFit(this.sigma, options.covered);
    this.result = new ResultInView(this.sigma, this.camera, options.onOutside);
    followGestures(this.sigma, options, () => this.state.selected);
    this.recolor(colors);
    this.sigma.on('enterNode', ({ node }) => this.hover(node));
    this.sigma.on('leaveNode', () => this.hover(undefined));
    this.sigma.on('beforeRender', () => {
      this.crowding = crowdingOf(this.graph.order, this.sigma.getDimensions());
      this.labels.begin();
    });
    this.sigma.on('afterRender', () => {
      this.drawLoops();
      this.drawMarks();
      this.pace.drawn();
      this.camera.keep();
      this.result.check();
    });
    this.sizes.observe(container);
  }

  /** Applies added, changed and removed elements. */
  show(elements: Elements): void {
    const { graph } = this;
    const positions = bubblePositions(graph, this.elements, elements);
    this.elements = elements;
    const before = graph.order + graph.size;
    const wasEmpty = graph.order === 0;
    let isNew = false;
    dropRemoved(graph, elements);
    for (const node of elements.nodes.values()) {
      const style = this.options.styleOf(node);
      if (graph.hasNode(node.id)) graph.mergeNodeAttributes(node.id, style);
      else {
        graph.addNode(node.id, {
          ...(positions.get(node.id) ?? initialPosition(node.id, elements, graph)),
          ...style,
          isPinned: false,
        });
        isNew = true;
      }
    }
    for (const edge of elements.edges.values()) {
      const { key, from, to, type } = edge;
      if (graph.hasEdge(key)) this.styleEdge(edge);
      if (graph.hasEdge(key) || !graph.hasNode(from) || !graph.hasNode(to)) continue;
      graph.addEdgeWithKey(key, from, to, { label: visible(type), ...this.options.edgeStyleOf(edge) });
      isNew = true;
    }
    if (graph.order + graph.size !== before || isNew) {
      curveParallels(graph);
      this.loops = graph.filterEdges((_key, _attributes, from, to) => from === to);
    }
    this.sigma.setSetting('renderEdgeLabels', graph.size <= LABELLED_EDGES);
    if (graph.size < this.edgesTooMany / 2) this.hideEdgesOnMove(0);
    if (isNew) this.arrange();
    else this.sigma.refresh();
    if (wasEmpty && graph.order > 0) this.fit();
  }

  /** Call when a panel has opened over the canvas. */
  uncover(): void {
    this.camera.uncover();
  }

  /** Brings the nodes of a result into view if none of them is, and from then on counts those that are not. */
  reveal(ids: Iterable<string>): void {
    this.result.reveal(ids);
  }

  /** Call when the appearance rules have changed. */
  restyle(): void {
    for (const node of this.elements.nodes.values())
      if (this.graph.hasNode(node.id)) this.graph.mergeNodeAttributes(node.id, this.options.styleOf(node));
    for (const edge of this.elements.edges.values()) if (this.graph.hasEdge(edge.key)) this.styleEdge(edge);
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
    if (name === this.layoutName) return;
    this.layoutName = name;
    this.arrange();
    this.fit();
  }

  /** @param keepsOn runs the layout until it is stopped. */
  play(keepsOn: boolean): void {
    if (keepsOn) this.layout.start(Infinity);
    else this.layout.stop();
  }

  fit(): void {
    this.camera.fit();
  }

  zoom(factor: number): void {
    this.camera.zoom(factor);
  }

  /** Centers a node, or brings several into view. */
  centerOn(...ids: readonly string[]): void {
    const drawn = ids.filter(id => this.graph.hasNode(id));
    if (drawn.length > 1)
      this.camera.centerOnAll(drawn.map(id => this.graph.getNodeAttributes(id) as unknown as Point));
    else if (drawn.length === 1) {
      const position = this.sigma.getNodeDisplayData(drawn[0]!);
      if (position !== undefined) this.camera.centerOn(position);
    }
  }

  positions(): Map<string, Point & { readonly isPinned: boolean }> {
    const positions = new Map<string, Point & { readonly isPinned: boolean }>();
    this.graph.forEachNode((id, { x, y, isPinned }) =>
      positions.set(id, { x: x as number, y: y as number, isPinned: Boolean(isPinned) }),
    );
    return positions;
  }

  pinned(): string[] {
    return this.graph.filterNodes((_id, { isPinned }) => Boolean(isPinned));
  }

  setPositions(positions: ReadonlyMap<string, Point & { readonly isPinned?: boolean }>): void {
    this.layout.stop();
    for (const [id, position] of positions)
      if (this.graph.hasNode(id)) this.graph.mergeNodeAttributes(id, position);
  }

  unpin(ids: Iterable<string>): void {
    for (const id of ids) if (this.graph.hasNode(id)) this.graph.setNodeAttribute(id, 'isPinned', false);
    this.sigma.refresh();
  }

  /** Returns all layers as one image. @param scale pixels for each pixel of the page; `undefined`: as on the screen. */
  picture(background: string, scale?: number): Promise<HTMLCanvasElement> {
    return pictureOf(this.sigma, background, scale);
  }

  /** Position of a node in the container, in pixels. */
  pixelsOf(id: string): Point | undefined {
    if (!this.graph.hasNode(id)) return undefined;
    const { x, y } = this.graph.getNodeAttributes(id);
    return this.sigma.graphToViewport({ x: x as number, y: y as number });
  }

  /** Curvature of an edge; 0: it is straight. */
  curvatureOf(key: string): number {
    return this.graph.hasEdge(key) ? Number(this.graph.getEdgeAttribute(key, 'curvature') ?? 0) : 0;
  }

  end(): void {
    this.sizes.disconnect();
    this.layout.end();
    this.camera.end();
    this.result.end();
    this.sigma.kill();
  }

  /** Writes only what has changed: each write is an event. */
  private styleEdge(edge: GraphEdge): void {
    const { size, color } = this.options.edgeStyleOf(edge);
    const now = this.graph.getEdgeAttributes(edge.key);
    if (now['size'] !== size || now['color'] !== color)
      this.graph.mergeEdgeAttributes(edge.key, { size, color });
  }

  private arrange(): void {
    if (this.layoutName !== 'force') this.setPositions(positionsOf(this.layoutName, this.elements));
    else this.layout.start(this.graph.order > MANY ? LAYOUT_MILLIS_OF_MANY : LAYOUT_MILLIS);
  }

  /** On a slow machine, only nodes are drawn while the camera moves. @param tooMany 0: everything is drawn again. */
  private hideEdgesOnMove(tooMany: number): void {
    this.edgesTooMany = tooMany;
    this.sigma.setSetting('hideEdgesOnMove', tooMany > 0);
    this.sigma.setSetting('hideLabelsOnMove', tooMany > 0);
  }

  private drawLoops(): void {
    const { width, height } = this.sigma.getDimensions();
    this.loopsLayer.clearRect(0, 0, width, height);
    drawLoops(this.loopsLayer, this.sigma, this.loops);
  }

  private drawMarks(): void {
    const { marksLayer, graph } = this;
    const { width, height } = this.sigma.getDimensions();
    marksLayer.clearRect(0, 0, width, height);
    const marked: MarkedNode[] = [];
    graph.forEachNode((id, attributes) => {
      const node = this.markedNode(id, attributes);
      if (node === undefined || node.x < -50 || node.y < -50) return;
      if (node.x <= width + 50 && node.y <= height + 50) marked.push(node);
    });
    drawMarks(marksLayer, marked, this.colors);
    this.hover(this.hovered);
  }

  private hover(id: string | undefined): void {
    const { width, height } = this.sigma.getDimensions();
    this.hovered = id !== undefined && this.graph.hasNode(id) ? id : undefined;
    this.hoverLayer.clearRect(0, 0, width, height);
    if (this.hovered === undefined) return;
    const node = this.markedNode(this.hovered, this.graph.getNodeAttributes(this.hovered));
    if (node !== undefined) drawMarks(this.hoverLayer, [node], this.colors);
  }

  /** `undefined`: nothing is drawn on the node. */
  private markedNode(id: string, attributes: Record<string, unknown>): MarkedNode | undefined {
    const { sigma, state, colors } = this;
    const icon = attributes['icon'] as string | undefined;
    const isPinned = Boolean(attributes['isPinned']);
    const isSelected = state.selected.has(id);
    const mark = state.marks.get(id);
    const rim = state.rings.get(id);
    // True for most nodes of a large graph.
    if ((icon ?? mark ?? rim) === undefined && !isPinned && !isSelected) return undefined;
    const data = sigma.getNodeDisplayData(id);
    if (data === undefined || data.hidden) return undefined;
    const { x, y } = sigma.framedGraphToViewport(data);
    const size = sigma.scaleSize(data.size);
    const isPale = data.color === colors.pale;
    return { x, y, size, icon: isPale ? undefined : icon, isPinned, isSelected, mark, rim };
  }
}

function crowdingOf(
  count: number,
  { width, height }: { readonly width: number; readonly height: number },
): number {
  const crowding = Math.sqrt((ROOM * count) / Math.max(1, width * height));
  return Math.min(MOST_CROWDING, Math.max(1, crowding));
}
