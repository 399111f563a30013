/** Queries that were run here, newest first, and the draft; both survive a reload. */
import { signal } from '@preact/signals';
import { readStored, store } from '../shell/storage.js';

const KEY = 'weir.queries';
const KEPT = 100;

export class QueryHistory {
  readonly entries = signal<readonly string[]>(readStored<string[]>(KEY) ?? []);
  private index = -1;
  private draft = '';

  add(query: string): void {
    this.index = -1;
    this.entries.value = [query, ...this.entries.value.filter(entry => entry !== query)].slice(0, KEPT);
    store(KEY, this.entries.value);
  }

  /** @returns the query before `text`; `undefined` when there is none. */
  older(text: string): string | undefined {
    if (this.index === -1) this.draft = text;
    if (this.index + 1 >= this.entries.value.length) return undefined;
    return this.entries.value[++this.index];
  }

  newer(): string | undefined {
    if (this.index < 0) return undefined;
    this.index--;
    return this.index === -1 ? this.draft : this.entries.value[this.index];
  }
}
