/** Describes the writes in a node's journal at each moment. */
import type { JournalEvent } from '../api/journals.js';

export interface Writing {
  readonly time: number;
  readonly words: readonly string[];
}

/** Groups entries with the same time, which were written together; repeated entries are listed once. */
export function writingsOf(journal: readonly JournalEvent[]): Writing[] {
  const words = new Map<number, string[]>();
  for (const event of journal) words.set(event.time, [...(words.get(event.time) ?? []), ...wordsOf(event)]);
  return [...words].map(([time, each]) => ({ time, words: counted(each) }));
}

function counted(words: readonly string[]): string[] {
  const times = new Map<string, number>();
  for (const word of words) times.set(word, (times.get(word) ?? 0) + 1);
  return [...times].map(([word, count]) => (count === 1 ? word : `${word} × ${count}`));
}

function wordsOf({ event, properties, key, value, label, edgeType, direction }: JournalEvent): string[] {
  const isRemoval = /Removed$/.test(event);
  if (properties !== undefined) return Object.entries(properties).map(([name, each]) => `${name} = ${each}`);
  if (key !== undefined) return [isRemoval ? `− ${key}` : `${key} = ${value ?? ''}`];
  if (label !== undefined) return [`${isRemoval ? '− ' : ''}:${label}`];
  if (edgeType !== undefined) {
    const arrow = direction === 'Incoming' ? `← ${edgeType}` : `${edgeType} →`;
    return [isRemoval ? `− ${arrow}` : arrow];
  }
  return [event];
}
