/** Actions on the selected nodes, in groups: the context menu and the inspector offer the same. */
import { note } from '../../shell/toasts.js';
import { text } from '../../texts/en.js';
import { canvas, live } from '../../session/session.js';

export interface Action {
  readonly name: string;
  readonly run: () => void;
}

export interface ActionGroup {
  readonly title: string;
  readonly actions: readonly Action[];
}

export function selectionActions(): readonly ActionGroup[] {
  const { inspector } = text;
  const ids = canvas.selected.value;
  return [
    {
      title: inspector.visibility,
      actions: [
        { name: inspector.hide, run: () => canvas.hide(ids) },
        { name: inspector.hideOthers, run: () => hideOthers(ids) },
      ],
    },
    {
      title: inspector.position,
      actions: [{ name: inspector.unpin, run: () => canvas.view?.unpin(ids) }],
    },
    {
      title: inspector.canvas,
      actions: [
        { name: inspector.remove, run: () => canvas.removeSelected() },
        { name: inspector.keep, run: () => keepOnly(ids) },
      ],
    },
  ];
}

function keepOnly(ids: ReadonlySet<string>): void {
  canvas.keepOnly(ids);
  canvas.view?.fit();
  pauseForKept();
}

function hideOthers(ids: ReadonlySet<string>): void {
  canvas.hideOthers(ids);
  pauseForKept();
}

/** Live drawing would draw the next matches beside the nodes that were kept. */
function pauseForKept(): void {
  const { drawing } = live;
  if (drawing.isPaused || live.connected.value.size === 0) return;
  drawing.toggle();
  note(text.live.pausedForKept);
}

export function copyText(value: string): void {
  navigator.clipboard.writeText(value).then(
    () => note(text.copied),
    () => undefined,
  );
}
