/**
 * Short notifications at the edge of the page. Errors stay longer, and while the pointer or the focus is on them. Errors
 * of an open dialog are in it: elements outside of it are covered and cannot be used.
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
  /** For an error: the dialog that was open. */
  readonly dialog: HTMLDialogElement | undefined;
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
  const dialog = kind === 'error' ? openDialogs.peek().at(-1) : undefined;
  toasts.value = [...toasts.value, { number, kind, message, dialog }].slice(-MOST);
  return number;
}

function close(number: number): void {
  toasts.value = toasts.value.filter(toast => toast.number !== number);
}

export function Toasts() {
  const dialog = openDialogs.value.at(-1);
  const isInDialog = (toast: Toast): boolean => dialog !== undefined && toast.dialog === dialog;
  return (
    <>
      <ToastList of={toasts.value.filter(toast => !isInDialog(toast))} isInDialog={false} />
      {dialog !== undefined &&
        createPortal(<ToastList of={toasts.value.filter(isInDialog)} isInDialog />, dialog)}
    </>
  );
}

function ToastList({ of, isInDialog }: { readonly of: readonly Toast[]; readonly isInDialog: boolean }) {
  const shown = useRef<HTMLDivElement>(null);
  const newest = of.at(-1)?.number;
  useEffect(() => {
    // The action in a dialog that failed. Typing is not interrupted.
    if (!isInDialog || newest === undefined) return;
    if (document.activeElement?.matches('input, select, textarea, .editor')) return;
    shown.current?.querySelector<HTMLElement>('.toast:last-of-type .toast-text')?.focus();
  }, [newest]);
  return (
    <div class="toasts" role="status" aria-live="polite" ref={shown}>
      {of.map(({ number, kind, message }) => (
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
