/** Actions on the selected nodes, in groups: the context menu and the inspector offer the same. */
import { note } from '../../shell/toasts.js';
import { text } from '../../texts/en.js';
import { canvas } from '../../session/session.js';

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
        { name: inspector.hideOthers, run: () => canvas.hideOthers(ids) },
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
        { name: inspector.keep, run: () => canvas.keepOnly(ids) },
      ],
    },
  ];
}

export function copyText(value: string): void {
  navigator.clipboard.writeText(value).then(
    () => note(text.copied),
    () => undefined,
  );
}
