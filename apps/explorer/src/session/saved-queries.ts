/** Named queries, stored by the service for everyone or in this browser. A name may contain folders: `Fraud/Rings`. */
import { signal } from '@preact/signals';
import type { SampleQuery } from '../api/types.js';
import { readStored, store } from '../shell/storage.js';

const KEY = 'weir.saved-queries';

export const ownQueries = signal<readonly SampleQuery[]>(readStored<SampleQuery[]>(KEY) ?? []);

export function changeOwn(queries: readonly SampleQuery[]): void {
  ownQueries.value = queries;
  store(KEY, queries);
}

/** Replaces a query of the same name in its position. */
export function withQuery(queries: readonly SampleQuery[], query: SampleQuery): SampleQuery[] {
  const index = queries.findIndex(({ name }) => name === query.name);
  return index === -1 ? [...queries, query] : queries.with(index, query);
}

export interface Folder {
  /** The full path; empty: queries without a folder. */
  readonly name: string;
  readonly queries: readonly { readonly title: string; readonly saved: SampleQuery }[];
}

/** Queries without a folder first, then folders by name; within each, in list order. */
export function foldersOf(queries: readonly SampleQuery[]): Folder[] {
  const folders = new Map<string, { title: string; saved: SampleQuery }[]>([['', []]]);
  for (const saved of queries) {
    const parts = saved.name.split('/').flatMap(part => part.trim() || []);
    const title = parts.pop() ?? saved.name;
    const name = parts.join(' / ');
    folders.set(name, [...(folders.get(name) ?? []), { title, saved }]);
  }
  return [...folders]
    .filter(([, inside]) => inside.length > 0)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, inside]) => ({ name, queries: inside }));
}
