/** When a match arrived. */
import { storyTexts } from '../texts/story.js';

/** @param props.at `undefined`: before the page was opened. */
export function MatchTime({ at }: { readonly at: number | undefined }) {
  if (at === undefined) return <span class="soft small">{storyTexts.earlier}</span>;
  return <time class="soft small">{new Date(at).toLocaleTimeString('en-GB')}</time>;
}
