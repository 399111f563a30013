/** Selects the nodes of a match on the canvas, which gets the focus, and brings them into view. */
import { canvas, live } from '../session/session.js';
import { note, showError } from '../shell/toasts.js';
import { storyTexts } from '../texts/story.js';
import type { LiveMatch } from './live-matches.js';

/** Errors are shown. */
export async function showMatch(match: LiveMatch): Promise<void> {
  try {
    const ids = await live.draw(match);
    if (ids.length === 0) return note(storyTexts.namesNoNode);
    canvas.select(new Set(ids));
    canvas.view?.centerOn(...ids);
    // What was pressed may be gone; arrow keys go on from the nodes.
    canvas.view?.focus();
  } catch (error) {
    showError(error);
  }
}
