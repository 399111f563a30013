/** Where scenes are stored: in this browser, or on the server for everyone. */
import { parseExactly } from '../../api/exact-json.js';
import { getJson, request } from '../../api/http.js';
import type { SceneSummary, SharedScene } from '../../api/types.js';
import type { LayoutName } from '../../canvas/layouts.js';
import type { Elements } from '../../graph/elements.js';
import { readCanvas, writeCanvas, type SavedPosition } from '../../graph/saved-canvas.js';
import { sceneTexts } from '../../texts/scenes.js';
import type { KeptCanvases, OpenedCanvas } from './kept-canvases.js';

export interface ListedScene {
  /** Stays the same on the server; in the browser, it is the name. */
  readonly id: string;
  readonly name: string;
  readonly nodeCount: number;
  readonly author?: string | undefined;
}

export interface SceneContent {
  readonly elements: Elements;
  readonly positions: ReadonlyMap<string, SavedPosition>;
  readonly layout: LayoutName;
}

export interface SceneStore {
  /** Sorted by name. */
  list(): Promise<readonly ListedScene[]>;
  open(id: string): Promise<OpenedCanvas | undefined>;
  /** @param replaces id of the scene with this name, if there is one. Rejects if the scene is too large. */
  save(name: string, content: SceneContent, replaces: string | undefined): Promise<void>;
  rename(id: string, to: string): Promise<void>;
  remove(id: string): Promise<void>;
}

export function browserScenes(kept: KeptCanvases): SceneStore {
  return {
    list: async () => (await kept.scenes()).map(scene => ({ id: scene.name, ...scene })),
    open: id => kept.scene(id),
    async save(name, { elements, positions, layout }) {
      if (!(await kept.saveScene(name, elements, positions, layout))) throw new Error(sceneTexts.tooLarge);
    },
    rename: (id, to) => kept.renameScene(id, to),
    remove: id => kept.removeScene(id),
  };
}

const PATH = 'api/v2/queryUi/scenes';

export const SHARED_SCENES: SceneStore = {
  list: () => getJson<SceneSummary[]>(PATH),
  async open(id) {
    const { canvas, layout } = await getJson<SharedScene>(`${PATH}/${encodeURIComponent(id)}`);
    return { ...readCanvas(canvas, parseExactly), layout };
  },
  async save(name, { elements, positions, layout }, replaces) {
    const body = { name, layout, canvas: writeCanvas(elements, positions, 0) };
    await (replaces === undefined
      ? request('POST', PATH, body)
      : request('PUT', `${PATH}/${encodeURIComponent(replaces)}`, body));
  },
  rename: (id, name) => request('PATCH', `${PATH}/${encodeURIComponent(id)}`, { name }),
  remove: id => request('DELETE', `${PATH}/${encodeURIComponent(id)}`),
};
