/** Whether the query bar takes questions or Cypher, which the browser remembers, and the query that it shows. */
import { computed, signal } from '@preact/signals';
import { readStored, store } from '../shell/storage.js';
import { queryText } from './session.js';

export type QueryMode = 'ask' | 'cypher';

const KEY = 'weir.query-mode';

export const queryMode = signal<QueryMode>(readStored<string>(KEY) === 'ask' ? 'ask' : 'cypher');

/** The query of the question; empty without one. */
export const askedQuery = signal('');

export const shownQuery = computed(() => (queryMode.value === 'ask' ? askedQuery.value : queryText.value));

export function setQueryMode(mode: QueryMode): void {
  queryMode.value = mode;
  store(KEY, mode);
}

/** Puts a query into the editor, and shows the editor. */
export function editQuery(query: string): void {
  queryText.value = query;
  if (queryMode.value !== 'cypher') setQueryMode('cypher');
}

/** The element that had the focus when the query was to receive it, before it was loaded. */
let focusedBefore: Element | null | undefined;

export function focusQuery(): void {
  const query =
    queryMode.value === 'ask'
      ? document.getElementById('ask')
      : document.querySelector('.editor')?.shadowRoot?.querySelector<HTMLElement>('.cm-content');
  query?.focus();
  focusedBefore = query ? undefined : document.activeElement;
}

/** Call when the editor is loaded: it receives the focus that it missed, unless the focus has moved on. */
export function focusMissed(): void {
  if (focusedBefore === undefined) return;
  const isUnmoved = document.activeElement === focusedBefore || document.activeElement === document.body;
  focusedBefore = undefined;
  if (isUnmoved) focusQuery();
}
