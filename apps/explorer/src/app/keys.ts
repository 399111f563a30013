/** Keyboard shortcuts of the whole page. In text fields, only those with Ctrl count. */
import { pageCommands, shellCommands } from '../shell/commands.js';
import { overlay } from './palette.js';

export function onKey(event: KeyboardEvent): void {
  const name = nameOf(event);
  if (name === 'Ctrl K') {
    event.preventDefault();
    overlay.value = overlay.value === 'palette' ? undefined : 'palette';
    return;
  }
  // An open menu or dialog receives all keys.
  const isBelow = document.querySelector('dialog[open], .menu-panel') !== null;
  if (isWriting(event) || overlay.value !== undefined || isBelow) return;
  const command = [...pageCommands.value, ...shellCommands.value].find(({ keys }) => keys === name);
  if (command === undefined) return;
  event.preventDefault();
  command.run();
}

function nameOf({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string {
  const plain = key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key;
  if (!ctrlKey && !metaKey) return plain;
  return `Ctrl ${shiftKey ? 'Shift ' : ''}${plain}`;
}

function isWriting(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0];
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return true;
  return event.key === ' ' && /^(?:BUTTON|A|SUMMARY)$/.test(target.tagName);
}
