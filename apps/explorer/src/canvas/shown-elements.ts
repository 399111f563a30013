/** Attributes of nodes and edges as drawn: those of the graph, changed by the state of the view. */
import type { Elements, GraphEdge, GraphNode } from '../graph/elements.js';
import type { CanvasColors, Mark } from './marks.js';

/** Temporary differences between the drawing and the elements. */
export interface ViewState {
  readonly selected: ReadonlySet<string>;
  readonly selectedEdge: string | undefined;
  /** Excludes the node from the drawing. */
  readonly isHidden: (node: GraphNode) => boolean;
  readonly isEdgeHidden: (edge: GraphEdge) => boolean;
  /** All other nodes are pale; `undefined`: no search is active. */
  readonly found: ReadonlySet<string> | undefined;
  readonly marks: ReadonlyMap<string, Mark>;
  readonly rings: ReadonlyMap<string, string>;
  readonly edgeMarks: ReadonlyMap<string, Mark>;
}

/** With more selected nodes, captions that have no room are left out. */
const MOST_FORCED = 12;

export const NO_STATE: ViewState = {
  selected: new Set(),
  selectedEdge: undefined,
  isHidden: () => false,
  isEdgeHidden: () => false,
  found: undefined,
  marks: new Map(),
  rings: new Map(),
  edgeMarks: new Map(),
};

type Attributes = Readonly<Record<string, unknown>>;

export function shownNode(
  id: string,
  attributes: Attributes,
  { nodes }: Elements,
  { selected, found, isHidden, marks }: ViewState,
  colors: CanvasColors,
): Record<string, unknown> {
  const node = nodes.get(id);
  if (node === undefined || isHidden(node)) return { ...attributes, hidden: true };
  const isPale = found !== undefined && !found.has(id);
  const mark = marks.get(id);
  if (isPale || mark === 'absent' || mark === 'fading')
    return {
      ...attributes,
      icon: undefined,
      label: isPale ? '' : attributes['label'],
      color: colors.pale,
    };
  const isMarked = selected.has(id) || mark !== undefined;
  return isMarked
    ? { ...attributes, zIndex: 1, forceLabel: selected.has(id) && selected.size <= MOST_FORCED }
    : { ...attributes };
}

export function shownEdge(
  key: string,
  attributes: Attributes,
  { nodes, edges }: Elements,
  { selectedEdge, found, isEdgeHidden, isHidden, selected, edgeMarks }: ViewState,
  colors: CanvasColors,
): Record<string, unknown> {
  const edge = edges.get(key);
  if (edge === undefined || isEdgeHidden(edge)) return { ...attributes, hidden: true };
  for (const end of [edge.from, edge.to]) {
    const node = nodes.get(end);
    if (node === undefined || isHidden(node)) return { ...attributes, hidden: true };
  }
  const mark = edgeMarks.get(key);
  const size = Number(attributes['size'] ?? 0);
  if (key === selectedEdge)
    return { ...attributes, color: colors.accent, size: Math.max(3, size + 1), zIndex: 2 };
  if (mark !== undefined) return { ...attributes, color: colors[mark], size: Math.max(2.6, size), zIndex: 1 };
  if (found !== undefined && !(found.has(edge.from) && found.has(edge.to)))
    return { ...attributes, color: colors.pale, label: '' };
  if (edge.isSynthetic) return { ...attributes, color: colors.synthetic };
  if (selected.size > 0 && (selected.has(edge.from) || selected.has(edge.to)))
    return { ...attributes, color: attributes['color'] ?? colors.soft, zIndex: 1 };
  return { ...attributes };
}
