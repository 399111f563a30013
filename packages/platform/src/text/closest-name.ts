import { distance } from 'fastest-levenshtein';

/** Returns the name that was most likely meant, or `undefined` if none is similar. */
export function closestTo(written: string, names: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(written.length / 5)) + 1;
  for (const name of names) {
    const edits = distance(written, name);
    if (edits < bestDistance) {
      best = name;
      bestDistance = edits;
    }
  }
  return best;
}
