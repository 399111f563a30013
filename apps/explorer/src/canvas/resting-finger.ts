/** Touch has no second button: a long press on a node replaces it. */
import type Sigma from 'sigma';
import type { Point } from './layouts.js';

const REST_MILLIS = 500;
/** Movement in pixels that still counts as resting. */
const TREMBLE = 10;

/** @returns whether the finger was lifted after a long press, which suppresses its other actions. */
export function followRest(sigma: Sigma, onRest: (id: string, at: Point) => void): () => boolean {
  const touch = sigma.getTouchCaptor();
  let begun: Point | undefined;
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
