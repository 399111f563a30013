/** A finger has no second button: it rests on a node instead. */
import type Sigma from 'sigma';
import type { Place } from './layouts.js';

const REST_MILLIS = 500;
/** Pixels that a finger may move without meaning it. */
const TREMBLE = 10;

/** @returns whether the finger that is lifted has rested; what it would do else is then not meant. */
export function followRest(sigma: Sigma, onRest: (id: string, at: Place) => void): () => boolean {
  const touch = sigma.getTouchCaptor();
  let begun: Place | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasRested = false;
  const end = (): void => clearTimeout(timer);
  sigma.on('downNode', ({ node, event: { x, y, original } }) => {
    if (!('touches' in original) || original.touches.length > 1) return;
    begun = { x, y };
    end();
    timer = setTimeout(() => {
      hasRested = true;
      onRest(node, { x, y });
    }, REST_MILLIS);
  });
  touch.on('touchdown', ({ touches }) => {
    hasRested = false;
    if (touches.length > 1) end();
  });
  touch.on('touchmove', ({ touches: [first] }) => {
    if (begun === undefined || first === undefined) return;
    if (Math.hypot(first.x - begun.x, first.y - begun.y) > TREMBLE) end();
  });
  touch.on('touchup', end);
  sigma.on('kill', end);
  return () => hasRested;
}
