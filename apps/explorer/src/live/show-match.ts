/** Selects the nodes of a match on the canvas and brings them into view. */
import type { LiveMatch } from '../session/live/live-matches.js';
import { canvas, live } from '../session/session.js';
import { note, showError } from '../shell/toasts.js';
import { storyTexts } from '../texts/story.js';

/** Errors are shown. */
export async function showMatch(match: LiveMatch): Promise<void> {
  try {
    const ids = await live.draw(match);
    if (ids.length === 0) return note(storyTexts.namesNoNode);
    canvas.select(new Set(ids));
    canvas.view?.centerOn(...ids);
    // The panel shows the selected nodes; what was pressed may be gone.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body)
        document.querySelector<HTMLElement>('.side [role="tabpanel"]')?.focus();
    });
  } catch (error) {
    showError(error);
  }
}
