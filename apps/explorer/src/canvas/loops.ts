/** Edges from a node to itself, for which Sigma has no program: drawn on a separate layer below the nodes. */
import type Sigma from 'sigma';
import { loopOf, type Loop } from '../graph/loop-edge.js';
import { LINE_HEAD, THINNEST_EDGE } from './edge-sizes.js';

/** Loops farther than this outside the canvas are not visible, in pixels. */
const MARGIN = 100;
const THINNEST = THINNEST_EDGE / 2;

/** In pixels of the canvas; `undefined`: it is not visible. */
export function shownLoop(sigma: Sigma, key: string): Loop | undefined {
  const graph = sigma.getGraph();
  if (!graph.hasEdge(key) || sigma.getEdgeDisplayData(key)?.hidden !== false) return undefined;
  const node = sigma.getNodeDisplayData(graph.source(key));
  if (node === undefined || node.hidden) return undefined;
  const index = Number(graph.getEdgeAttribute(key, 'loopIndex') ?? 0);
  return loopOf(sigma.framedGraphToViewport(node), sigma.scaleSize(node.size), index);
}

export function drawLoops(context: CanvasRenderingContext2D, sigma: Sigma, keys: readonly string[]): void {
  const { width, height } = sigma.getDimensions();
  for (const key of keys) {
    const loop = shownLoop(sigma, key);
    if (loop === undefined) continue;
    const { x, y } = loop;
    if (x < -MARGIN || y < -MARGIN || x > width + MARGIN || y > height + MARGIN) continue;
    const { color, size } = sigma.getEdgeDisplayData(key)!;
    drawLoop(context, loop, color, Math.max(THINNEST, sigma.scaleSize(size) / 2));
  }
}

function drawLoop(context: CanvasRenderingContext2D, loop: Loop, color: string, thickness: number): void {
  const { x, y, radius, end } = loop;
  const [length, half] = [LINE_HEAD.length * thickness, (LINE_HEAD.width * thickness) / 2];
  context.strokeStyle = context.fillStyle = color;
  context.lineWidth = thickness;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.stroke();
  // Along the circle, up to the edge of the node.
  const angle = Math.atan2(end.y - y, end.x - x);
  const back = angle - length / radius;
  const [cos, sin] = [Math.cos(back), Math.sin(back)];
  context.beginPath();
  context.moveTo(end.x, end.y);
  context.lineTo(x + (radius + half) * cos, y + (radius + half) * sin);
  context.lineTo(x + (radius - half) * cos, y + (radius - half) * sin);
  context.fill();
}
