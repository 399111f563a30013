/** The lists that tell the exploration page what to show; they survive restarts. */
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
};

export const UI_METADATA_KEYS: readonly string[] = Object.values(KEYS);

export class UiSettings {
  private lists: StoredLists = { ...DEFAULT_UI_LISTS, tapQueries: [] };

  constructor(private readonly metadata: MetadataStore) {}

  /** Takes up what an earlier run stored; what never was stored is as by default. */
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
    const resolved =
      list === 'nodeAppearances' ? (items as UiLists['nodeAppearances']).map(withResolvedIcon) : items;
    await this.metadata.put(KEYS[list], resolved);
    this.lists = { ...this.lists, [list]: resolved };
  }
}

/** An icon given by its name or its code point is kept as its character; one with a name that is none is left out. */
function withResolvedIcon({ icon, ...appearance }: NodeAppearance): NodeAppearance {
  const { predicate, size, ...others } = appearance;
  return { predicate, size, icon: icon === undefined ? undefined : iconCharacter(icon), ...others };
}
