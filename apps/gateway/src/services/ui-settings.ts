/** The lists that tell the exploration page what to show; they survive restarts. */
import type { MetadataStore } from '@weir/contract';
import { DEFAULT_UI_LISTS, type NodeAppearance, type UiLists } from '@weir/definitions';

const KEYS: Readonly<Record<keyof UiLists, string>> = {
  sampleQueries: 'sample_queries',
  quickQueries: 'quick_queries',
  nodeAppearances: 'node_appearances',
};

export const UI_METADATA_KEYS: readonly string[] = Object.values(KEYS);

export class UiSettings {
  private lists: UiLists = DEFAULT_UI_LISTS;

  constructor(private readonly metadata: MetadataStore) {}

  /** Takes up what an earlier run stored; what never was stored is as by default. */
  async restore(): Promise<void> {
    const stored: Record<string, unknown> = {};
    for (const list of Object.keys(KEYS) as (keyof UiLists)[]) {
      const items = await this.metadata.get(KEYS[list]);
      if (items !== undefined) stored[list] = items;
    }
    this.lists = { ...this.lists, ...(stored as Partial<UiLists>) };
  }

  get<K extends keyof UiLists>(list: K): UiLists[K] {
    return this.lists[list];
  }

  async replace<K extends keyof UiLists>(list: K, items: UiLists[K]): Promise<void> {
    const resolved =
      list === 'nodeAppearances' ? (items as UiLists['nodeAppearances']).map(withResolvedIcon) : items;
    await this.metadata.put(KEYS[list], resolved);
    this.lists = { ...this.lists, [list]: resolved };
  }
}

const CODE_POINT = /^(?:\\|&#x|\\u)?([0-9a-f]{2,6});?$/;

/** An icon given as a code point is kept as its character. */
function withResolvedIcon(appearance: NodeAppearance): NodeAppearance {
  const hex = CODE_POINT.exec(appearance.icon ?? '')?.[1];
  if (hex === undefined) return appearance;
  const codePoint = Number.parseInt(hex, 16);
  return codePoint > 0x10ffff ? appearance : { ...appearance, icon: String.fromCodePoint(codePoint) };
}
