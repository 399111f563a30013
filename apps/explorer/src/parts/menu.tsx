/** A button with what opens below it. Closes with Escape and with a click elsewhere. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

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
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    const onPointer = (event: Event): void => {
      if (!place.current?.contains(event.target as Node)) setOpen(false);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') setOpen(false);
    };
    document.addEventListener('pointerdown', onPointer);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPointer);
      document.removeEventListener('keydown', onKey);
    };
  }, [isOpen]);
  return (
    <div class="menu" ref={place}>
      <button
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
          {props.children(() => setOpen(false))}
        </div>
      )}
    </div>
  );
}
