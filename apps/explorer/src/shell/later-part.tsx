/**
 * Parts of the page that are loaded on demand. A failed load is reported: the server may be unreachable, or was updated
 * since the page was opened, so that its files have new names.
 */
import type { ComponentType } from 'preact';
import { lazy } from 'preact/compat';
import { text } from '../texts/en.js';

export function laterPart<Props>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return lazy(async () => ({ default: await load().catch(() => MissingPart) }));
}

function MissingPart() {
  return (
    <div class="loading" role="alert">
      <p>{text.missingPart}</p>
      <button onClick={() => location.reload()}>{text.reload}</button>
    </div>
  );
}
