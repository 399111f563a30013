/** Queries that were run here, newest first, and the draft; both survive a reload. */
import { signal } from '@preact/signals';
import { readStored, store } from '../shell/storage.js';

const KEY = 'weir.queries';
const KEPT = 100;

export class QueryHistory {
  readonly entries = signal<readonly string[]>(readStored<string[]>(KEY) ?? []);
  private place = -1;
  private draft = '';

  add(query: string): void {
    this.place = -1;
    this.entries.value = [query, ...this.entries.value.filter(entry => entry !== query)].slice(0, KEPT);
    store(KEY, this.entries.value);
  }

  /** @returns the query before `text`; `undefined` when there is none. */
  older(text: string): string | undefined {
    if (this.place === -1) this.draft = text;
    if (this.place + 1 >= this.entries.value.length) return undefined;
    return this.entries.value[++this.place];
  }

  newer(): string | undefined {
    if (this.place < 0) return undefined;
    this.place--;
    return this.place === -1 ? this.draft : this.entries.value[this.place];
  }
}
