/** The lists that configure the exploration page; they survive restarts. */
import type { MetadataStore } from '@weir/contract';
import { DEFAULT_UI_LISTS, type NodeAppearance, type TapQuery, type UiLists } from '@weir/definitions';
import { iconCharacter } from './icon-names.js';

interface StoredLists extends UiLists {
  readonly tapQueries: readonly TapQuery[];
}

const KEYS: Readonly<Record<keyof StoredLists, string>> = {
  sampleQueries: 'sample_queries',
  quickQueries: 'quick_queries',
  nodeAppearances: 'node_appearances',
  tapQueries: 'tap_queries',
  edgeAppearances: 'edge_appearances',
  layouts: 'canvas_layouts',
};

export const UI_METADATA_KEYS: readonly string[] = Object.values(KEYS);

export class UiSettings {
  private lists: StoredLists = { ...DEFAULT_UI_LISTS, tapQueries: [] };

  constructor(private readonly metadata: MetadataStore) {}

  /** Restores the lists of an earlier run; lists that were never stored have their defaults. */
  async restore(): Promise<void> {
    const stored: Record<string, unknown> = {};
    for (const list of Object.keys(KEYS) as (keyof StoredLists)[]) {
      const items = await this.metadata.get(KEYS[list]);
      if (items !== undefined) stored[list] = items;
    }
    this.lists = { ...this.lists, ...(stored as Partial<StoredLists>) };
  }

  get<K extends keyof StoredLists>(list: K): StoredLists[K] {
    return this.lists[list];
  }

  replace<K extends keyof UiLists>(list: K, items: UiLists[K]): Promise<void>;
  replace(list: 'tapQueries', items: readonly TapQuery[]): Promise<void>;
  async replace(list: keyof StoredLists, items: readonly unknown[]): Promise<void> {
    const resolved = asKept(list, items);
    await this.metadata.put(KEYS[list], resolved);
    this.lists = { ...this.lists, [list]: resolved };
  }

  /** Returns the items that are missing in the lists, in their stored form. */
  missing(lists: UiLists): UiLists {
    return changed(lists, (list, items) => without(asKept(list, items), this.lists[list]));
  }

  /** Adds items at the front, where they take precedence. */
  add(lists: UiLists): Promise<void> {
    return this.replaceAll(changed(lists, (list, items) => [...items, ...this.lists[list]]));
  }

  /** Removes items that are unchanged since they were added. */
  remove(lists: UiLists): Promise<void> {
    return this.replaceAll(changed(lists, (list, items) => without(this.lists[list], items)));
  }

  private async replaceAll(lists: UiLists): Promise<void> {
    for (const list of Object.keys(lists) as (keyof UiLists)[])
      if (lists[list].length !== this.lists[list].length) await this.replace(list, lists[list] as never);
  }
}

type Change = (list: keyof UiLists, items: readonly unknown[]) => readonly unknown[];

function changed(lists: UiLists, change: Change): UiLists {
  const entries = (Object.keys(lists) as (keyof UiLists)[]).map(list => [list, change(list, lists[list])]);
  return Object.fromEntries(entries);
}

function asKept(list: keyof StoredLists, items: readonly unknown[]): readonly unknown[] {
  return list === 'nodeAppearances' ? (items as UiLists['nodeAppearances']).map(withResolvedIcon) : items;
}

function without(items: readonly unknown[], others: readonly unknown[]): readonly unknown[] {
  const known = new Set(others.map(sameText));
  return items.filter(item => !known.has(sameText(item)));
}

/** Equal texts for equal items: an absent field is stored as null or not at all. */
function sameText(item: unknown): string {
  return JSON.stringify(item, (_key, value: unknown) => value ?? undefined);
}

/** Stores an icon given by name or code point as its character; leaves out an unknown icon name. */
export function withResolvedIcon({ icon, ...appearance }: NodeAppearance): NodeAppearance {
  const { predicate, size, ...others } = appearance;
  return { predicate, size, icon: icon === undefined ? undefined : iconCharacter(icon), ...others };
}
