/**
 * Mouse and touch input of the canvas. With the mouse, nodes are dragged (which pins them), selected and opened, and
 * edges are selected. A finger selects and opens too.
 */
import type Sigma from 'sigma';
import { edgeNear, REACH } from './edge-near.js';
import type { Point } from './layouts.js';
import { followRest } from './resting-finger.js';

export interface Gestures {
  readonly onSelect: (ids: ReadonlySet<string>, edge: string | undefined) => void;
  readonly onOpen: (id: string) => void;
  readonly onMenu: (id: string, at: Point) => void;
}

export function followGestures(
  sigma: Sigma,
  { onSelect, onOpen, onMenu }: Gestures,
  selectedNow: () => ReadonlySet<string>,
): void {
  const graph = sigma.getGraph();
  const container = sigma.getContainer();
  const mouse = sigma.getMouseCaptor();
  let dragged: { readonly id: string; hasMoved: boolean } | undefined;
  sigma.on('downNode', ({ node, event }) => {
    if ((event.original as MouseEvent).button !== 0) return;
    dragged = { id: node, hasMoved: false };
  });
  mouse.on('mousemovebody', event => {
    if (dragged === undefined) return;
    if (!dragged.hasMoved) {
      dragged.hasMoved = true;
      if (sigma.getCustomBBox() === null) sigma.setCustomBBox(sigma.getBBox());
    }
    const { x, y } = sigma.viewportToGraph(event);
    graph.mergeNodeAttributes(dragged.id, { x, y, isPinned: true });
    event.preventSigmaDefault();
    event.original.preventDefault();
    event.original.stopPropagation();
  });
  mouse.on('mouseup', () => {
    if (dragged?.hasMoved) sigma.setCustomBBox(null);
    setTimeout(() => (dragged = undefined));
  });
  const hasRested = followRest(sigma, onMenu);
  sigma.on('clickNode', ({ node, event }) => {
    if (dragged?.hasMoved || hasRested()) return;
    const { shiftKey } = event.original as MouseEvent;
    const selected = new Set(shiftKey ? selectedNow() : []);
    if (shiftKey && selected.has(node)) selected.delete(node);
    else selected.add(node);
    onSelect(selected, undefined);
  });
  sigma.on('clickStage', ({ event }) => {
    const { original } = event;
    const edge = edgeNear(sigma, event, 'touches' in original ? REACH.finger : REACH.mouse);
    if (edge !== undefined || !original.shiftKey) onSelect(new Set(), edge);
  });
  sigma.on('doubleClickNode', ({ node, event }) => {
    event.preventSigmaDefault();
    onOpen(node);
  });
  sigma.on('rightClickNode', ({ node, event }) => {
    event.original.preventDefault();
    onMenu(node, { x: event.x, y: event.y });
  });
  sigma.on('enterNode', () => (container.style.cursor = 'pointer'));
  sigma.on('leaveNode', () => (container.style.cursor = ''));
  container.addEventListener('contextmenu', event => event.preventDefault());
}
