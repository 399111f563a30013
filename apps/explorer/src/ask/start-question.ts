/** Starts a question with a pattern, from elsewhere in the page. */
import { focusQuery, setQueryMode } from '../session/query-mode.js';
import { ask } from './ask-model.js';
import type { Pattern } from './pattern.js';

export function startQuestion(pattern: Pattern): void {
  ask.set(pattern);
  setQueryMode('ask');
  requestAnimationFrame(focusQuery);
}
