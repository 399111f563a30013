/**
 * Makes text safe to display. Characters in a record may change the direction of the text around them, so that a name
 * resembles another, or a quotation mark appears where there is none: such characters are shown by their code.
 */
import { shown } from '../api/exact-json.js';

/** Embeddings, overrides and isolates: unlike letters of any script, they affect other text. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

export function visible(text: string): string {
  return text.replace(TURNING, character => `\\u${character.charCodeAt(0).toString(16)}`);
}

/** For display only: copied, saved or compared text uses `shown`. */
export function visiblyShown(value: unknown): string {
  return visible(shown(value));
}
