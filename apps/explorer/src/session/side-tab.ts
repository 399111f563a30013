/** Which panel is shown beside the canvas. A new selection shows its own. */
import { effect, signal } from '@preact/signals';
import { canvas } from './session.js';

export type SideTab = 'selection' | 'live' | 'schema';

export const sideTab = signal<SideTab>('live');

effect(() => {
  if (canvas.selected.value.size > 0 || canvas.selectedEdge.value !== undefined) sideTab.value = 'selection';
});
