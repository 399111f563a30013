/** Dialogs as elements of the page, with its style, keyboard handling and language. */
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { X } from 'lucide-preact';
import { text } from '../texts/en.js';

interface Question {
  readonly title: string;
  readonly detail: string;
  readonly action: string;
  readonly isDangerous: boolean;
  readonly answer: (yes: boolean) => void;
}

/** The last one is on top, and the only one that can be used. */
export const openDialogs = signal<readonly HTMLDialogElement[]>([]);

const question = signal<Question | undefined>(undefined);

export function confirmed(
  title: string,
  detail: string,
  action: string,
  isDangerous = true,
): Promise<boolean> {
  return new Promise(resolve => {
    question.value = { title, detail, action, isDangerous, answer: resolve };
  });
}

export function Dialog(props: {
  readonly title: string;
  readonly onClose: () => void;
  readonly isWide?: boolean;
  readonly children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before it is painted and before the next key press: elements below must not receive it.
  useLayoutEffect(() => {
    const opened = dialog.current!;
    opened.showModal();
    openDialogs.value = [...openDialogs.peek(), opened];
    // Focuses the field that the dialog was opened for. Confirmations have no field.
    opened.querySelector<HTMLElement>('input, select, textarea')?.focus();
    return () => {
      openDialogs.value = openDialogs.peek().filter(each => each !== opened);
      // Closed before it is removed, so that the focus returns to its previous element.
      opened.close();
      if (document.activeElement === document.body) document.getElementById('content')?.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      class={props.isWide ? 'dialog wide' : 'dialog'}
      aria-label={props.title}
      onCancel={event => {
        event.preventDefault();
        props.onClose();
      }}
      onClick={event => {
        if (event.target === dialog.current) props.onClose();
      }}
    >
      <div class="dialog-body">
        <header class="dialog-head">
          <h2>{props.title}</h2>
          <button class="icon-button" onClick={props.onClose} aria-label={text.close}>
            <X size={16} />
          </button>
        </header>
        {props.children}
      </div>
    </dialog>
  );
}

export function Questions() {
  const shown = question.value;
  if (shown === undefined) return null;
  const answer = (yes: boolean): void => {
    question.value = undefined;
    shown.answer(yes);
  };
  return (
    <Dialog title={shown.title} onClose={() => answer(false)}>
      <p class="soft pre-line">{shown.detail}</p>
      <div class="actions">
        <button onClick={() => answer(false)}>{text.cancel}</button>
        <button class={shown.isDangerous ? 'danger' : 'primary'} autofocus onClick={() => answer(true)}>
          {shown.action}
        </button>
      </div>
    </Dialog>
  );
}
