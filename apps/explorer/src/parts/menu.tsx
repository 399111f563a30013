/** A button that opens a panel below it, with the focus in its first field. Escape and clicks elsewhere close it; arrow keys move between its items. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

export function Menu(props: {
  readonly label: string;
  readonly face: ComponentChildren;
  readonly kind?: string;
  readonly isUp?: boolean;
  readonly isRight?: boolean;
  readonly onOpen?: () => void;
  readonly children: (close: () => void) => ComponentChildren;
}) {
  const [isOpen, setOpen] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const close = (): void => {
    // The focused element disappears with the panel.
    if (container.current?.contains(document.activeElement))
      container.current.querySelector('button')?.focus();
    setOpen(false);
  };
  // Before the panel is painted: the user may press a key once it is visible.
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    container.current?.querySelector<HTMLElement>('input, select')?.focus();
    const onPointer = (event: Event): void => {
      if (!container.current?.contains(event.target as Node)) setOpen(false);
    };
    const onKey = (event: KeyboardEvent): void => {
      const here = container.current;
      if (event.key === 'Escape') close();
      if (here !== null) stepThrough(here, event);
    };
    document.addEventListener('pointerdown', onPointer);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPointer);
      document.removeEventListener('keydown', onKey);
    };
  }, [isOpen]);
  return (
    <div class="menu" ref={container}>
      <button
        type="button"
        class={props.kind ?? 'icon-button'}
        aria-label={props.label}
        title={props.label}
        aria-expanded={isOpen}
        aria-haspopup="true"
        onClick={() => {
          if (!isOpen) props.onOpen?.();
          setOpen(!isOpen);
        }}
      >
        {props.face}
      </button>
      {isOpen && (
        <div class={`menu-panel${props.isUp ? ' up' : ''}${props.isRight ? ' right' : ''}`}>
          {props.children(close)}
        </div>
      )}
    </div>
  );
}

/** Arrow keys move to the next or previous item; in fields they keep their function. */
export function stepThrough(menu: HTMLElement, event: KeyboardEvent): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const all = [...menu.querySelectorAll<HTMLElement>('button:not(:disabled), a[href], input')];
  const now = all.indexOf(document.activeElement as HTMLElement);
  if (now === -1 || all[now]!.matches('input')) return;
  event.preventDefault();
  all.at((now + (event.key === 'ArrowDown' ? 1 : -1)) % all.length)?.focus();
}
