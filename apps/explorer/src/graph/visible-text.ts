/**
 * Texts as people may read them. What a record contains may turn the direction of what is written around it, so that a
 * name seems to be another, or a quote stands where none is: such characters are shown by their number.
 */
import { shown } from '../api/exact-json.js';

/** Embeddings, overrides and isolates: unlike letters of any script, they reach beyond themselves. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

export function visible(text: string): string {
  return text.replace(TURNING, character => `\\u${character.charCodeAt(0).toString(16)}`);
}

/** For the eye alone: what is copied, saved or compared is `shown`. */
export function visiblyShown(value: unknown): string {
  return visible(shown(value));
}
