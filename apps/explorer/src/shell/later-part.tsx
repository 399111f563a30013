/**
 * Parts of the page that are loaded when they are needed. One that can't be had says so: the program may be away, or was
 * renewed since the page was opened, and its files have other names now.
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
