/** Texts on the canvas: those of nodes keep their distance from what runs below them, those of edges are whole or not there. */
import { drawStraightEdgeLabel } from 'sigma/rendering';
import type { CanvasColors } from './marks.js';

const HALO = 3;
const SIZE = 12;
const FONT = `500 ${SIZE}px system-ui, sans-serif`;

interface LabelledNode {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly label?: string | null;
}

export function drawNodeLabel(
  context: CanvasRenderingContext2D,
  { x, y, size, label }: LabelledNode,
  { text, page }: CanvasColors,
): void {
  if (!label) return;
  const [left, base] = [x + size + 4, y + SIZE / 3];
  context.font = FONT;
  context.lineWidth = HALO;
  context.lineJoin = 'round';
  context.strokeStyle = page;
  context.strokeText(label, left, base);
  context.fillStyle = text;
  context.fillText(label, left, base);
}

/** A few letters of a type say nothing. */
export const drawEdgeLabel: typeof drawStraightEdgeLabel = (context, edge, source, target, settings) => {
  if (!edge.label) return;
  context.font = `${settings.edgeLabelWeight} ${settings.edgeLabelSize}px ${settings.edgeLabelFont}`;
  const length = Math.hypot(target.x - source.x, target.y - source.y) - source.size - target.size;
  if (context.measureText(edge.label).width <= length)
    drawStraightEdgeLabel(context, edge, source, target, settings);
};
