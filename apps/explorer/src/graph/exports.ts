/** Exports results and canvases as files. */
import { shown } from '../api/exact-json.js';
import { besideOf } from './bent-edge.js';
import { PLAIN_EDGE, type EdgeStyle } from './styling/edge-appearance.js';
import type { Elements, GraphEdge, Properties } from './elements.js';
import { loopOf, type Loop } from './loop-edge.js';
import type { PictureFrame } from './picture/picture-frame.js';
import { escaped } from './picture/svg-text.js';
import { svgFrame } from './picture/svg-frame.js';

/** RFC 4180; text that a spreadsheet would interpret as a formula is escaped. */
export function csvOf(columns: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const names = columns.map((name, i) => {
    const before = columns.slice(0, i).filter(other => other === name).length;
    return before === 0 ? name : `${name}_${before + 1}`;
  });
  return (
    [names, ...rows].map(row => names.map((_name, i) => csvCell(row[i])).join(',')).join('\r\n') + '\r\n'
  );
}

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const plain = shown(value);
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function jsonOfRows(columns: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const objects = rows.map(row => Object.fromEntries(columns.map((column, i) => [column, row[i] ?? null])));
  return JSON.stringify(objects, null, 2);
}

/** One line per node of the canvas, one column per property. */
export function nodesAsCsv({ nodes }: Elements): string {
  const keys = keysOf(nodes.values());
  const rows = [...nodes.values()].map(({ id, labels, properties }) => [
    id,
    labels.join(':'),
    ...keys.map(key => properties[key]),
  ]);
  return csvOf(['id', 'labels', ...keys], rows);
}

/** The same for the edges. */
export function edgesAsCsv({ edges }: Elements): string {
  const keys = keysOf(edges.values());
  const rows = [...edges.values()].map(({ from, type, to, properties }) => [
    from,
    type,
    to,
    ...keys.map(key => properties[key]),
  ]);
  return csvOf(['from', 'type', 'to', ...keys], rows);
}

function keysOf(elements: Iterable<{ readonly properties: Properties }>): string[] {
  return [...new Set([...elements].flatMap(({ properties }) => Object.keys(properties)))].sort();
}

/** Pixels between an arrow and its node. */
const ARROW_GAP = 2;

export interface DrawnNode {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly color: string;
  readonly label: string;
}

export interface DrawingColors {
  readonly text: string;
  readonly soft: string;
  readonly edge: string;
  readonly background: string;
}

/**
 * Exports the canvas as a vector image.
 * @param drawn position of each node, in pixels.
 * @param frame title and legend around it.
 * @param curvatureOf curvature of each edge, by its key; 0: it is straight.
 */
export function svgOf(
  elements: Elements,
  drawn: ReadonlyMap<string, DrawnNode>,
  curvatureOf: (edge: string) => number,
  colors: DrawingColors,
  edgeStyleOf: (edge: GraphEdge) => EdgeStyle = () => PLAIN_EDGE,
  frame?: PictureFrame,
): string {
  const positions = [...drawn.values()];
  const loops = loopsOf(elements, drawn);
  const tops = [...positions, ...[...loops.values()].map(({ y, radius }) => ({ y: y - radius }))];
  const [left, top] = [
    Math.min(...positions.map(({ x }) => x)) - 60,
    Math.min(...tops.map(({ y }) => y)) - 60,
  ];
  const width = Math.max(...positions.map(({ x }) => x)) + 160 - left;
  const height = Math.max(...positions.map(({ y }) => y)) + 60 - top;
  const border = frame && svgFrame(frame, { left, top, width, height }, colors);
  const [above, below] = [border?.above ?? 0, border?.below ?? 0];
  const heads = new Set<string>([colors.edge]);
  const lines = [...elements.edges].flatMap(([key, edge]) => {
    const { from, to, type } = edge;
    const [a, b, loop] = [drawn.get(from), drawn.get(to), loops.get(key)];
    if (a === undefined || b === undefined) return [];
    const path = loop === undefined ? pathBetween(a, b, curvatureOf(key)) : pathAround(loop);
    const style = edgeStyleOf(edge);
    // The canvas draws an edge half as wide as its size.
    const [color, width] = [style.color ?? colors.edge, style.size / 2];
    heads.add(color);
    return (
      `<path d="${path}" fill="none" stroke="${escaped(color)}" stroke-width="${width}" ` +
      `marker-end="url(#${headOf(color)})">` +
      `<title>${escaped(type)}</title></path>`
    );
  });
  const circles = [...drawn].map(([id, { x, y, size, color, label }]) => {
    const properties = elements.nodes.get(id)?.properties ?? {};
    const title = Object.entries(properties).map(([key, value]) => `${key}: ${shown(value)}`);
    return (
      `<g><title>${escaped([id, ...title].join('\n'))}</title>` +
      `<circle cx="${x}" cy="${y}" r="${size}" fill="${escaped(color)}"/>` +
      `<text x="${x + size + 4}" y="${y + 4}" fill="${colors.text}">${escaped(label)}</text></g>`
    );
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top - above} ${width} ${above + height + below}" font-family="system-ui, sans-serif" font-size="12">`,
    `<defs>${[...heads].map(head).join('')}</defs>`,
    `<rect x="${left}" y="${top - above}" width="${width}" height="${above + height + below}" fill="${colors.background}"/>`,
    ...lines,
    ...circles,
    ...(border?.elements ?? []),
    '</svg>',
  ].join('\n');
}

/** Arrowhead of one color; its size follows the width of the edge. */
function head(color: string): string {
  return (
    `<marker id="${headOf(color)}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto">` +
    `<path d="M0 0L10 5L0 10z" fill="${escaped(color)}"/></marker>`
  );
}

function headOf(color: string): string {
  return `arrow-${color.replaceAll(/[^\w-]/g, '_')}`;
}

/** Edges from a node to itself, keyed by edge key. */
function loopsOf({ edges }: Elements, drawn: ReadonlyMap<string, DrawnNode>): Map<string, Loop> {
  const loops = new Map<string, Loop>();
  const counts = new Map<string, number>();
  for (const [key, { from, to }] of edges) {
    const node = drawn.get(from);
    if (from !== to || node === undefined) continue;
    const index = counts.get(from) ?? 0;
    counts.set(from, index + 1);
    loops.set(key, loopOf(node, node.size + ARROW_GAP, index));
  }
  return loops;
}

function pathBetween(a: DrawnNode, b: DrawnNode, curvature: number): string {
  const beside = besideOf(a, b, curvature);
  const length = Math.hypot(b.x - beside.x, b.y - beside.y) || 1;
  const end = {
    x: b.x - ((b.x - beside.x) * (b.size + ARROW_GAP)) / length,
    y: b.y - ((b.y - beside.y) * (b.size + ARROW_GAP)) / length,
  };
  return `M${a.x} ${a.y}Q${beside.x} ${beside.y} ${end.x} ${end.y}`;
}

function pathAround({ start, end, radius }: Loop): string {
  return `M${start.x} ${start.y}A${radius} ${radius} 0 1 1 ${end.x} ${end.y}`;
}
