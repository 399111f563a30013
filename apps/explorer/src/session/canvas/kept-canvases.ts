/**
 * Canvases stored in the browser: the one of this tab, which a reload restores, and named scenes. Without browser
 * storage, the page still works.
 */
import { createStore, del, delMany, entries, get, set } from 'idb-keyval';
import { base } from '../../api/base-address.js';
import { parseExactly } from '../../api/exact-json.js';
import type { LayoutName } from '../../canvas/layouts.js';
import type { Elements } from '../../graph/elements.js';
import { readCanvas, writeCanvas, type SavedPosition } from '../../graph/saved-canvas.js';

interface KeptCanvas {
  /** In the file format. */
  readonly text: string;
  readonly layout: LayoutName;
  readonly nodeCount: number;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
}

export interface SceneName {
  readonly name: string;
  readonly nodeCount: number;
  readonly at: number;
}

export interface OpenedCanvas {
  readonly elements: Elements;
  readonly positions: ReadonlyMap<string, SavedPosition>;
  readonly layout: LayoutName;
}

/** Characters; a larger canvas is not stored. */
const LONGEST = 16_000_000;
/** Limit for synchronous storage, for which browsers provide little space. */
const LONGEST_AT_ONCE = 2_000_000;
/** Retention for closed tabs. */
const TAB_MILLIS = 48 * 3_600_000;
const TAB = 'tab ';
const SCENE = 'scene ';
const TAB_KEY = 'weir.tab';
const LEFT_KEY = 'weir.left ';

export class KeptCanvases {
  /** Separate for each service, also if a proxy serves several from one host. */
  private readonly database = createStore(`weir ${base.pathname}`, 'canvases');
  private readonly tab = TAB + tabOfPage();

  /** @returns whether it was small enough and was stored. */
  keep(
    elements: Elements,
    positions: ReadonlyMap<string, SavedPosition>,
    layout: LayoutName,
  ): Promise<boolean> {
    return this.write(this.tab, elements, positions, layout);
  }

  /**
   * Stores synchronously before the page closes: asynchronous writes may never complete then. A large canvas stays as
   * last stored.
   */
  keepAtOnce(elements: Elements, positions: ReadonlyMap<string, SavedPosition>, layout: LayoutName): void {
    const kept = keptCanvas(elements, positions, layout);
    if (kept.text.length > LONGEST_AT_ONCE) return;
    try {
      sessionStorage.setItem(LEFT_KEY + this.tab, JSON.stringify(kept));
    } catch {
      // Storage is full or forbidden: only a reload is affected.
    }
  }

  async opened(): Promise<OpenedCanvas | undefined> {
    const left = this.takeLeft();
    const kept = await get<KeptCanvas>(this.tab, this.database).catch(() => undefined);
    return asOpened(left !== undefined && left.at >= (kept?.at ?? 0) ? left : kept);
  }

  /** Deletes the canvas of this tab. */
  async drop(): Promise<void> {
    this.takeLeft();
    await del(this.tab, this.database);
  }

  /** Deletes canvases of tabs that were not used for two days. */
  async dropOld(now: number): Promise<void> {
    const all = await entries<string, KeptCanvas>(this.database);
    const old = all.filter(([key, { at }]) => key.startsWith(TAB) && at < now - TAB_MILLIS);
    await delMany(
      old.map(([key]) => key),
      this.database,
    );
  }

  /** Sorted by name. */
  async scenes(): Promise<readonly SceneName[]> {
    const all = await entries<string, KeptCanvas>(this.database);
    return all
      .filter(([key]) => key.startsWith(SCENE))
      .map(([key, { nodeCount, at }]) => ({ name: key.slice(SCENE.length), nodeCount, at }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  saveScene(
    name: string,
    elements: Elements,
    positions: ReadonlyMap<string, SavedPosition>,
    layout: LayoutName,
  ): Promise<boolean> {
    return this.write(SCENE + name, elements, positions, layout);
  }

  scene(name: string): Promise<OpenedCanvas | undefined> {
    return this.read(SCENE + name);
  }

  async renameScene(from: string, to: string): Promise<void> {
    const kept = await get<KeptCanvas>(SCENE + from, this.database);
    if (kept === undefined || from === to) return;
    await set(SCENE + to, kept, this.database);
    await del(SCENE + from, this.database);
  }

  async removeScene(name: string): Promise<void> {
    await del(SCENE + name, this.database);
  }

  private async write(
    key: string,
    elements: Elements,
    positions: ReadonlyMap<string, SavedPosition>,
    layout: LayoutName,
  ): Promise<boolean> {
    const kept = keptCanvas(elements, positions, layout);
    if (kept.text.length > LONGEST) {
      await del(key, this.database);
      return false;
    }
    await set(key, kept, this.database);
    return true;
  }

  private async read(key: string): Promise<OpenedCanvas | undefined> {
    return asOpened(await get<KeptCanvas>(key, this.database));
  }

  /** Returns what this tab stored synchronously when its page was last closed. */
  private takeLeft(): KeptCanvas | undefined {
    const key = LEFT_KEY + this.tab;
    try {
      const text = sessionStorage.getItem(key);
      sessionStorage.removeItem(key);
      return text === null ? undefined : (JSON.parse(text) as KeptCanvas);
    } catch {
      return undefined;
    }
  }
}

function keptCanvas(
  elements: Elements,
  positions: ReadonlyMap<string, SavedPosition>,
  layout: LayoutName,
): KeptCanvas {
  return { text: writeCanvas(elements, positions), layout, nodeCount: elements.nodes.size, at: Date.now() };
}

function asOpened(kept: KeptCanvas | undefined): OpenedCanvas | undefined {
  return kept && { ...readCanvas(kept.text, parseExactly), layout: kept.layout };
}

/** Unique for each tab, and stable across reloads. */
function tabOfPage(): string {
  try {
    const known = sessionStorage.getItem(TAB_KEY);
    // A tab that was opened from this one has a copy of the id, and gets its own.
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (known !== null && navigation?.type !== 'navigate') return known;
    const fresh = crypto.getRandomValues(new Uint32Array(2)).join('-');
    sessionStorage.setItem(TAB_KEY, fresh);
    return fresh;
  } catch {
    return 'any';
  }
}
