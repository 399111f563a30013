/**
 * Finds the edge that a click refers to: the nearest one within reach. An edge is a pixel or two thick, so testing the
 * exact pixel, as Sigma would by drawing all edges again, hardly ever finds one.
 */
import type Sigma from 'sigma';
import { besideOf } from '../graph/bent-edge.js';
import type { Loop } from '../graph/loop-edge.js';
import type { Point } from './layouts.js';
import { shownLoop } from './loops.js';

/** Maximum distance from an edge in pixels. */
export const REACH = { mouse: 6, finger: 14 };
/** Number of straight segments that approximate a curve. */
const PIECES = 16;

/** @param at, reach in pixels of the canvas. @returns the edge's key; `undefined`: none is within reach. */
export function edgeNear(sigma: Sigma, at: Point, reach: number): string | undefined {
  let nearest: string | undefined;
  let least = reach;
  const positionOf = (id: string): Point | undefined => {
    const data = sigma.getNodeDisplayData(id);
    return data && sigma.framedGraphToViewport(data);
  };
  sigma.getGraph().forEachEdge((key, { curvature }, source, target) => {
    if (sigma.getEdgeDisplayData(key)?.hidden !== false) return;
    const distance =
      source === target
        ? distanceFromLoop(at, shownLoop(sigma, key))
        : distanceFrom(at, positionOf(source), positionOf(target), Number(curvature ?? 0));
    if (distance > least) return;
    least = distance;
    nearest = key;
  });
  return nearest;
}

function lineOf(from: Point, to: Point, curvature: number): Point[] {
  if (curvature === 0) return [from, to];
  const beside = besideOf(from, to, curvature);
  return Array.from({ length: PIECES + 1 }, (_, i) => {
    const t = i / PIECES;
    const along = (axis: 'x' | 'y'): number =>
      (1 - t) ** 2 * from[axis] + 2 * t * (1 - t) * beside[axis] + t ** 2 * to[axis];
    return { x: along('x'), y: along('y') };
  });
}

function distanceFromLoop({ x, y }: Point, loop: Loop | undefined): number {
  return loop === undefined ? Infinity : Math.abs(Math.hypot(x - loop.x, y - loop.y) - loop.radius);
}

function distanceFrom(
  at: Point,
  start: Point | undefined,
  end: Point | undefined,
  curvature: number,
): number {
  if (start === undefined || end === undefined) return Infinity;
  const line = lineOf(start, end, curvature);
  let least = Infinity;
  for (let i = 1; i < line.length; i++) {
    const [from, to] = [line[i - 1]!, line[i]!];
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const along = ((at.x - from.x) * dx + (at.y - from.y) * dy) / (dx * dx + dy * dy || 1);
    const t = Math.min(1, Math.max(0, along));
    least = Math.min(least, Math.hypot(at.x - from.x - t * dx, at.y - from.y - t * dy));
  }
  return least;
}
