/** Lets Tab continue in the part of the page that had the focus when its element was removed or disabled. */

const PARTS = 'dialog, [role="tabpanel"], main';

/** @returns a function that ends it. */
export function recoverFocus(): () => void {
  let parts: readonly HTMLElement[] = [];
  const onFocus = ({ target }: FocusEvent): void => {
    parts = target instanceof Element ? partsAround(target) : [];
  };
  // A press decides itself where the next Tab begins.
  const onPress = (): void => {
    parts = [];
  };
  // Before the browser moves the focus on.
  const onKey = ({ key }: KeyboardEvent): void => {
    if (key !== 'Tab' || document.activeElement !== document.body) return;
    parts.find(part => part.isConnected)?.focus({ preventScroll: true });
  };
  document.addEventListener('focusin', onFocus);
  document.addEventListener('pointerdown', onPress, true);
  document.addEventListener('keydown', onKey, true);
  return () => {
    document.removeEventListener('focusin', onFocus);
    document.removeEventListener('pointerdown', onPress, true);
    document.removeEventListener('keydown', onKey, true);
  };
}

/** The innermost first. */
function partsAround(element: Element): HTMLElement[] {
  const parts: HTMLElement[] = [];
  for (let part = element.closest<HTMLElement>(PARTS); part !== null;) {
    parts.push(part);
    part = part.parentElement?.closest<HTMLElement>(PARTS) ?? null;
  }
  return parts;
}
