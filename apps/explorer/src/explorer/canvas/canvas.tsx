/** The element in which the graph is drawn, connected to the model. */
import { useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { GraphView } from '../../canvas/graph-view.js';
import type { Covered } from '../../canvas/camera-fit.js';
import type { CanvasColors } from '../../canvas/marks.js';
import { meets } from '../../graph/appearance.js';
import { runQuickQuery } from '../../session/quick-query.js';
import { isDark } from '../../shell/theme.js';
import { text } from '../../texts/en.js';
import { DIRECTIONS, nextNode, type ArrowKey } from './next-node.js';
import { appearances, canvas, currentStyle, live, quickQueries, styles } from '../../session/session.js';

export function GraphCanvas() {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const view = new GraphView(
      container.current!,
      {
        styleOf: currentStyle,
        edgeStyleOf: edge => styles.ofEdge(edge),
        onSelect: (ids, edge) => canvas.pick(ids, edge),
        onOpen: openNode,
        onMenu: (id, { x, y }) => {
          if (!canvas.viewState.value.selected.has(id)) canvas.pick(new Set([id]));
          const { left, top } = container.current!.getBoundingClientRect();
          canvas.menu.value = { id, x: left + x, y: top + y };
        },
        onLayoutRunning: isRunning => (canvas.isArranging.value = isRunning),
        onOutside: count => (canvas.outside.value = count),
        covered: () => coveredOf(container.current!),
      },
      colorsOfPage(),
    );
    canvas.view = view;
    // The icon font is loaded on first use.
    void document.fonts.load('16px Ionicons', '\uf100').then(() => view.restyle());
    return () => {
      canvas.view = undefined;
      view.end();
    };
  }, []);
  useSignalEffect(() => {
    void [canvas.version.value, canvas.layout.value, canvas.past.value];
    canvas.show();
  });
  useSignalEffect(() => {
    const state = canvas.viewState.value;
    void canvas.version.value;
    canvas.view?.setState(state);
  });
  useSignalEffect(() => {
    void [appearances.value, styles.edges.rules.value];
    canvas.view?.restyle();
  });
  useSignalEffect(() => {
    void isDark.value;
    canvas.view?.recolor(colorsOfPage());
  });
  const { nodes, edges } = canvas.scene;
  void canvas.version.value;
  return (
    <div
      class="canvas"
      ref={container}
      onPointerEnter={({ pointerType }) => (live.drawing.isPointerOver.value = pointerType === 'mouse')}
      onPointerLeave={() => (live.drawing.isPointerOver.value = false)}
      role="application"
      tabIndex={0}
      aria-label={`${text.canvas.label}: ${text.canvas.described(nodes.size, edges.size)}. ${text.canvas.keys}`}
      onKeyDown={onCanvasKey}
    />
  );
}

/** Expands a bubble; runs the first quick query of a node. */
function openNode(id: string): void {
  if (canvas.scene.clusters.has(id)) return canvas.scene.expand(id);
  const node = canvas.scene.nodes.get(id);
  const first = quickQueries.value.find(({ predicate }) => node !== undefined && meets(node, predicate));
  canvas.select(new Set([id]));
  if (first !== undefined) void runQuickQuery(first, [id]);
}

/** Arrow keys select the next node in their direction; Enter opens the selected one. */
function onCanvasKey(event: KeyboardEvent): void {
  const { view } = canvas;
  if (view === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const [selected] = canvas.selected.peek();
  if (event.key === 'Enter' && selected !== undefined) openNode(selected);
  else if (event.key in DIRECTIONS) {
    const hidden = canvas.hidden.peek();
    const seen = new Map([...view.positions()].filter(([id]) => !hidden.has(id)));
    const next = nextNode(seen, selected, DIRECTIONS[event.key as ArrowKey]);
    if (next === undefined) return;
    canvas.pick(new Set([next]));
    view.centerOn(next);
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Beside the legend if there is room for both; otherwise below it while it is closed. */
function coveredOf(container: HTMLElement): Covered {
  const frame = container.getBoundingClientRect();
  const boxes = (names: string): DOMRect[] =>
    [...container.parentElement!.parentElement!.querySelectorAll(names)].map(each =>
      each.getBoundingClientRect(),
    );
  const [legend] = boxes('.legend');
  const isBeside = legend !== undefined && legend.width * 2 < frame.width;
  const isAbove = legend !== undefined && !isBeside && legend.height * 4 < frame.height;
  const above = boxes('.stage-line').concat(isAbove ? [legend] : []);
  return {
    top: Math.max(0, ...above.map(({ bottom }) => bottom - frame.top)),
    left: isBeside ? legend.right - frame.left : 0,
    right: 0,
    bottom: Math.max(
      0,
      ...boxes('.stage-switch, .time-bar, .match-strip').map(({ top }) => frame.bottom - top),
    ),
  };
}

export function colorsOfPage(): CanvasColors {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    text: color('text'),
    soft: color('soft'),
    surface: color('surface'),
    page: color('page'),
    line: color('line'),
    edge: color('edge'),
    pale: color('pale'),
    accent: color('accent'),
    synthetic: color('synthetic'),
    match: color('mark-match'),
    ended: color('soft'),
    fading: color('line'),
    changed: color('warn'),
    absent: color('line'),
  };
}
