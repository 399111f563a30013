/** Positions in a drawn schema: labels in layers, each connection on a separate curve. */
import { positionsOf } from '../canvas/layouts.js';
import { edgeKey, type GraphEdge, type GraphNode } from '../graph/elements.js';
import type { Connection } from './connections.js';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface DrawnLabel extends Point {
  /** Empty: nodes without a label. */
  readonly name: string;
}

/** At its middle; a connection of a label to itself is below its label and has no curve. */
export interface DrawnConnection extends Connection, Point {
  readonly curve?: { readonly path: string; readonly arrow: string };
}

/** All measures are in pixels; positions are those of centers. */
export interface SchemaLayout {
  /** Position of the upper left corner. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly labels: readonly DrawnLabel[];
  readonly connections: readonly DrawnConnection[];
}

export const BOX = { width: 150, height: 34 } as const;
const COLUMN = 250;
const ROW = 150;
const LOOP_ROW = 28;
const MARGIN = 20;
/** Distance of the first curve between two labels from the straight line, and of each further one from the one before. */
const BEND = { first: 36, next: 52 } as const;
const ARROW = { length: 9, halfWidth: 4 } as const;
const STEPS = 100;

export function schemaLayout(connections: readonly Connection[]): SchemaLayout {
  const names = [...new Set(connections.flatMap(({ from, to }) => [from, to]))];
  const nodes = new Map(names.map((id): [string, GraphNode] => [id, { id, labels: [], properties: {} }]));
  const edges = new Map(
    connections.map(({ from, type, to }): [string, GraphEdge] => {
      const key = edgeKey(from, type, to);
      return [key, { key, from, to, type, properties: {} }];
    }),
  );
  const loops = (name: string): number =>
    connections.filter(({ from, to }) => from === name && to === name).length;
  const rowHeight = ROW + LOOP_ROW * Math.max(0, ...names.map(loops));
  const places = spread(positionsOf('tree', { nodes, edges }), rowHeight);
  const drawn = connections.map((connection, i): DrawnConnection => {
    const { from, to } = connection;
    const [start, end] = [places.get(from)!, places.get(to)!];
    const earlier = connections.slice(0, i).filter(each => each.from === from && each.to === to).length;
    if (from === to) return { ...connection, x: start.x, y: start.y + BOX.height + LOOP_ROW * earlier };
    const bend = BEND.first + BEND.next * earlier;
    return { ...connection, ...curveBetween(start, end, bend) };
  });
  return framed(
    names.map(name => ({ name, ...places.get(name)! })),
    drawn,
  );
}

/** Layers in rows, and the columns of each row centered. */
function spread(positions: ReadonlyMap<string, Point>, rowHeight: number): ReadonlyMap<string, Point> {
  const rows = [...new Set([...positions.values()].map(({ y }) => y))].sort((a, b) => b - a);
  const columns = (y: number): number[] =>
    [...positions.values()].flatMap(each => (each.y === y ? [each.x] : [])).sort((a, b) => a - b);
  return new Map(
    [...positions].map(([name, { x, y }]) => {
      const row = columns(y);
      return [name, { x: (row.indexOf(x) - (row.length - 1) / 2) * COLUMN, y: rows.indexOf(y) * rowHeight }];
    }),
  );
}

/** A curve to the left of its direction, so that curves in both directions do not meet. */
function curveBetween(
  start: Point,
  end: Point,
  bend: number,
): Required<Pick<DrawnConnection, 'curve'>> & Point {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const length = Math.hypot(dx, dy);
  const control = {
    x: (start.x + end.x) / 2 + (dy / length) * bend * 2,
    y: (start.y + end.y) / 2 - (dx / length) * bend * 2,
  };
  const at = (t: number): Point => ({
    x: (1 - t) ** 2 * start.x + 2 * t * (1 - t) * control.x + t ** 2 * end.x,
    y: (1 - t) ** 2 * start.y + 2 * t * (1 - t) * control.y + t ** 2 * end.y,
  });
  const isInside = ({ x, y }: Point): boolean =>
    Math.abs(x - end.x) <= BOX.width / 2 && Math.abs(y - end.y) <= BOX.height / 2;
  let step = STEPS;
  while (step > 1 && isInside(at(step / STEPS))) step--;
  const tip = at(step / STEPS);
  const behind = at((step - 4) / STEPS);
  return {
    ...at(0.5),
    curve: {
      path: `M${start.x} ${start.y}Q${control.x} ${control.y} ${end.x} ${end.y}`,
      arrow: arrowAt(tip, behind),
    },
  };
}

function arrowAt(tip: Point, behind: Point): string {
  const length = Math.hypot(tip.x - behind.x, tip.y - behind.y) || 1;
  const [ux, uy] = [(tip.x - behind.x) / length, (tip.y - behind.y) / length];
  const foot = { x: tip.x - ux * ARROW.length, y: tip.y - uy * ARROW.length };
  const side = { x: -uy * ARROW.halfWidth, y: ux * ARROW.halfWidth };
  return `M${tip.x} ${tip.y}L${foot.x + side.x} ${foot.y + side.y}L${foot.x - side.x} ${foot.y - side.y}Z`;
}

function framed(labels: readonly DrawnLabel[], connections: readonly DrawnConnection[]): SchemaLayout {
  const all = [...labels, ...connections];
  const left = Math.min(0, ...all.map(({ x }) => x)) - BOX.width / 2 - MARGIN;
  const top = Math.min(0, ...all.map(({ y }) => y)) - BOX.height / 2 - MARGIN;
  const right = Math.max(0, ...all.map(({ x }) => x)) + BOX.width / 2 + MARGIN;
  const bottom = Math.max(0, ...all.map(({ y }) => y)) + BOX.height / 2 + MARGIN;
  return { width: right - left, height: bottom - top, left, top, labels, connections };
}
