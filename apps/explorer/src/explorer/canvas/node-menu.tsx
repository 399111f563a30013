/** The context menu of a node, opened by the right mouse button or a long press. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { stepThrough } from '../../parts/menu.js';
import { quickQueriesFor, runQuickQuery } from '../../session/quick-query.js';
import { text } from '../../texts/en.js';
import { clusterAction, collapseOrOpen } from './clusters.js';
import { drawPath, expand } from './expand.js';
import { copyText, selectionActions, type Action } from './selection-actions.js';
import { canvas } from '../../session/session.js';

/** Minimum pixels between the menu and the edges of the page. */
const MARGIN = 8;

export function NodeMenu() {
  const menu = canvas.menu.value;
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    const here = list.current;
    if (menu === undefined || here === null) return undefined;
    // At the node, moved as far as necessary to show all of it.
    const { width, height } = here.getBoundingClientRect();
    here.style.left = `${Math.max(MARGIN, Math.min(menu.x, window.innerWidth - width - MARGIN))}px`;
    here.style.top = `${Math.max(MARGIN, Math.min(menu.y, window.innerHeight - height - MARGIN))}px`;
    here.querySelector('button')?.focus();
    const close = (): void => {
      canvas.menu.value = undefined;
    };
    const onPointer = (event: Event): void => {
      if (!here.contains(event.target as Node)) close();
    };
    const onKey = (event: KeyboardEvent): void => {
      // Escape closes only the menu, and must not also clear the selection.
      if (event.key === 'Escape') event.stopImmediatePropagation();
      if (event.key === 'Escape' || event.key === 'Tab') close();
      else stepThrough(here, event);
    };
    document.addEventListener('pointerdown', onPointer);
    document.addEventListener('keydown', onKey, true);
    return () => {
      document.removeEventListener('pointerdown', onPointer);
      document.removeEventListener('keydown', onKey, true);
      if (here.contains(document.activeElement)) document.getElementById('content')?.focus();
    };
  }, [menu]);
  if (menu === undefined) return null;
  const ids = [...canvas.selected.value];
  const [from, to] = ids;
  const explore: readonly Action[] = [
    { name: text.inspector.expandAll, run: () => void expand(ids, undefined, 'any', 100) },
    ...quickQueriesFor(ids).map(each => ({
      name: each.quickQuery.name,
      run: () => void runQuickQuery(each, ids),
    })),
    ...(ids.length === 2 ? [{ name: text.inspector.path, run: () => void drawPath(from!, to!) }] : []),
    ...(ids.length > 1 ? [{ name: clusterAction(), run: collapseOrOpen }] : []),
    ...(ids.length === 1 ? [{ name: text.inspector.copyId, run: () => copyText(from!) }] : []),
  ];
  const groups = [explore, ...selectionActions().map(({ actions }) => actions)];
  return (
    <ul class="menu-panel menu-list node-menu" ref={list} aria-label={text.canvas.menu}>
      {groups.flatMap((actions, group) =>
        actions.map(({ name, run }, i) => (
          <li key={`${group} ${name}`} class={group > 0 && i === 0 ? 'group-start' : ''}>
            <button
              class="menu-item"
              onClick={() => {
                canvas.menu.value = undefined;
                run();
              }}
            >
              {name}
            </button>
          </li>
        )),
      )}
    </ul>
  );
}
