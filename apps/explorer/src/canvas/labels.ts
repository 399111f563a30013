/**
 * Texts on the canvas. The text of a node is placed beside it in a free area, if possible on the same side as before;
 * without room it is not drawn, unless the node is selected. Texts of edges are placed after them, completely or not at
 * all.
 */
import type Sigma from 'sigma';
import type { Settings } from 'sigma/settings';
import { drawStraightEdgeLabel } from 'sigma/rendering';
import { shownLoop } from './loops.js';
import type { CanvasColors } from './marks.js';
import { OccupiedSpace, type Box } from './occupied-space.js';

const HALO = 3;
const SIZE = 12;
const HEIGHT = 14;
const GAP = 4;
/** Beside a ring. */
const WIDE_GAP = 9;
/** Above a loop. */
const LOOP_GAP = 4;
const FONT = `500 ${SIZE}px system-ui, sans-serif`;
/** With more nodes, only other texts are checked for overlap. */
const NODES_CHECKED = 1500;

interface LabeledNode {
  readonly key?: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly label?: string | null;
  readonly forceLabel?: boolean;
  /** Above 0: the node has a ring. */
  readonly zIndex?: number;
}

interface LabeledEdge {
  readonly key?: string;
  readonly label: string | null;
  readonly color: string;
}

type Side = 'right' | 'left' | 'below' | 'above';
const SIDES: readonly Side[] = ['right', 'left', 'below', 'above'];

export class Labels {
  private readonly taken = new OccupiedSpace();
  private readonly sideOf = new Map<string, Side>();
  private isBegun = false;

  /** @param sigma provides the positions of the nodes. */
  constructor(
    private readonly sigma: () => Sigma,
    private readonly colors: () => CanvasColors,
  ) {}

  /** Call before each drawing. */
  begin(): void {
    this.isBegun = false;
  }

  readonly drawNode = (context: CanvasRenderingContext2D, node: LabeledNode): void => {
    const { label, key = '' } = node;
    if (!label) return;
    this.takeNodes();
    context.font = FONT;
    const width = context.measureText(label).width;
    const last = this.sideOf.get(key);
    const sides = last === undefined ? SIDES : [last, ...SIDES];
    const side = sides.find(each => this.isFree(boxAt(each, node, width)));
    if (side === undefined && !node.forceLabel) return;
    const box = boxAt(side ?? 'right', node, width);
    this.taken.take(box);
    if (side !== undefined) this.sideOf.set(key, side);
    const base = box.top + SIZE - 1;
    const { text, page } = this.colors();
    context.lineWidth = HALO;
    context.lineJoin = 'round';
    context.strokeStyle = page;
    context.strokeText(label, box.left, base);
    context.fillStyle = text;
    context.fillText(label, box.left, base);
  };

  readonly drawEdge: Settings['defaultDrawEdgeLabel'] = (context, edge, source, target, settings) => {
    if (!edge.label) return;
    this.takeNodes();
    context.font = `${settings.edgeLabelWeight} ${settings.edgeLabelSize}px ${settings.edgeLabelFont}`;
    if (source.key === target.key) return this.drawLoopLabel(context, edge, settings);
    const [dx, dy] = [target.x - source.x, target.y - source.y];
    const length = Math.hypot(dx, dy);
    const width = context.measureText(edge.label).width;
    if (width > length - source.size - target.size) return;
    const pieces = Math.max(1, Math.ceil(width / HEIGHT));
    const boxes = Array.from({ length: pieces }, (_each, i) => {
      const along = 0.5 + ((i + 0.5) / pieces - 0.5) * (width / length);
      const [x, y] = [source.x + dx * along, source.y + dy * along];
      const half = HEIGHT / 2 - 1;
      return { left: x - half, top: y - half, right: x + half, bottom: y + half };
    });
    if (!boxes.every(box => this.taken.isFree(box))) return;
    for (const box of boxes) this.taken.take(box);
    drawStraightEdgeLabel(context, edge, source, target, settings);
  };

  /** On top of the loop. */
  private drawLoopLabel(
    context: CanvasRenderingContext2D,
    { key = '', label, color }: LabeledEdge,
    { edgeLabelSize, edgeLabelColor }: Settings,
  ): void {
    const loop = shownLoop(this.sigma(), key);
    if (loop === undefined || !label) return;
    const width = context.measureText(label).width;
    const [left, bottom] = [loop.x - width / 2, loop.y - loop.radius - LOOP_GAP];
    const box = { left, top: bottom - edgeLabelSize, right: left + width, bottom };
    if (!this.isFree(box)) return;
    this.taken.take(box);
    // The outer loop passes around it.
    context.lineWidth = HALO;
    context.lineJoin = 'round';
    context.strokeStyle = this.colors().page;
    context.strokeText(label, left, bottom);
    context.fillStyle = edgeLabelColor.color ?? color;
    context.fillText(label, left, bottom);
  }

  private isFree(box: Box): boolean {
    const { width, height } = this.sigma().getDimensions();
    const isInside = box.left >= 0 && box.top >= 0 && box.right <= width && box.bottom <= height;
    return isInside && this.taken.isFree(box);
  }

  /** Runs with the first text of a drawing: node positions are known now. */
  private takeNodes(): void {
    if (this.isBegun) return;
    this.isBegun = true;
    this.taken.clear();
    const sigma = this.sigma();
    const graph = sigma.getGraph();
    if (this.sideOf.size > 2 * graph.order) this.sideOf.clear();
    if (graph.order > NODES_CHECKED) return;
    graph.forEachNode(id => {
      const data = sigma.getNodeDisplayData(id);
      if (data === undefined || data.hidden) return;
      const { x, y } = sigma.framedGraphToViewport(data);
      const size = sigma.scaleSize(data.size);
      this.taken.take({ left: x - size, top: y - size, right: x + size, bottom: y + size });
    });
  }
}

function boxAt(side: Side, { x, y, size, zIndex = 0 }: LabeledNode, width: number): Box {
  const gap = zIndex > 0 ? WIDE_GAP : GAP;
  const [left, top] = {
    right: [x + size + gap, y - HEIGHT / 2],
    left: [x - size - gap - width, y - HEIGHT / 2],
    below: [x - width / 2, y + size + gap],
    above: [x - width / 2, y - size - gap - HEIGHT],
  }[side] as [number, number];
  return { left, top, right: left + width, bottom: top + HEIGHT };
}
