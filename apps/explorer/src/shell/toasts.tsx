/**
 * Short notifications at the edge of the page. Errors stay longer, and while the pointer or the focus is on them. While a
 * dialog is open they are in it: elements outside of it are covered and cannot be used.
 */
import { signal } from '@preact/signals';
import { createPortal } from 'preact/compat';
import { useEffect, useRef } from 'preact/hooks';
import { X } from 'lucide-preact';
import { messageOfError } from '../api/http.js';
import { visible } from '../graph/visible-text.js';
import { text } from '../texts/en.js';
import { openDialogs } from './dialogs.js';

interface Toast {
  readonly number: number;
  readonly kind: 'note' | 'error';
  readonly message: string;
}

const NOTE_MILLIS = 4000;
const ERROR_MILLIS = 20_000;
const MOST = 4;
const toasts = signal<readonly Toast[]>([]);
let last = 0;

export function note(message: string): void {
  const number = add('note', message);
  setTimeout(() => close(number), NOTE_MILLIS);
}

export function showError(thrown: unknown): void {
  const message = messageOfError(thrown);
  if (!toasts.value.some(toast => toast.message === message)) closeLater(add('error', message));
}

function closeLater(number: number): void {
  setTimeout(() => {
    if (document.querySelector('.toasts:is(:hover, :focus-within)') === null) close(number);
    else closeLater(number);
  }, ERROR_MILLIS);
}

function add(kind: Toast['kind'], message: string): number {
  const number = ++last;
  toasts.value = [...toasts.value, { number, kind, message }].slice(-MOST);
  return number;
}

function close(number: number): void {
  toasts.value = toasts.value.filter(toast => toast.number !== number);
}

export function Toasts() {
  const dialog = openDialogs.value.at(-1);
  const list = <ToastList isInDialog={dialog !== undefined} />;
  return dialog === undefined ? list : createPortal(list, dialog);
}

function ToastList({ isInDialog }: { readonly isInDialog: boolean }) {
  const shown = useRef<HTMLDivElement>(null);
  const newest = toasts.value.findLast(({ kind }) => kind === 'error')?.number;
  useEffect(() => {
    // The action in a dialog that failed. Typing is not interrupted.
    if (!isInDialog || newest === undefined) return;
    if (document.activeElement?.matches('input, select, textarea, .editor')) return;
    shown.current?.querySelector<HTMLElement>('.toast.error:last-of-type .toast-text')?.focus();
  }, [newest]);
  return (
    <div class="toasts" role="status" aria-live="polite" ref={shown}>
      {toasts.value.map(({ number, kind, message }) => (
        <div key={number} class={`toast ${kind}`}>
          <span class="toast-text" tabIndex={-1}>
            {visible(message)}
          </span>
          <button class="icon-button" onClick={() => close(number)} aria-label={text.close}>
            <X size={14} />
          </button>
        </div>
      ))}
    </div>
  );
}
