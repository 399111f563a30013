/**
 * Canvases that users of the explorer share, stored beside the graph. The list of scenes is one entry, and each canvas
 * another. A canvas is written before the list names it and deleted after the list has dropped it, so that a crash
 * leaves at most a canvas that nothing refers to.
 */
import type { SavedScene, SceneSummary, SharedScene } from '@weir/api';
import type { MetadataStore } from '@weir/contract';
import { SerialQueue, WeirError, type Environment } from '@weir/platform';

const LIST_KEY = 'scenes';
const CANVAS_PREFIX = 'scene_canvas_';
const MOST_SCENES = 200;
/** Characters of a canvas. */
const LARGEST_CANVAS = 4_000_000;

type StoredCanvas = Pick<SavedScene, 'layout' | 'canvas'>;

export class SharedScenes {
  /** Read on first use. */
  private scenes: readonly SceneSummary[] | undefined;
  private readonly changes = new SerialQueue();

  constructor(
    private readonly metadata: MetadataStore,
    private readonly environment: Environment,
  ) {}

  /** Sorted by name. */
  async list(): Promise<readonly SceneSummary[]> {
    return [...(await this.read())].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Rejects with `scene.not-found`. */
  async get(id: string): Promise<SharedScene> {
    const summary = sceneOf(await this.read(), id);
    const stored = (await this.metadata.get(CANVAS_PREFIX + id)) as StoredCanvas | undefined;
    if (stored === undefined) throw notFound(id);
    return { ...summary, layout: stored.layout, canvas: stored.canvas };
  }

  /** Rejects with `scene.exists`, `scene.too-large`, `scene.too-many` or `request.invalid`. */
  create(scene: SavedScene, author: string | undefined): Promise<SceneSummary> {
    return this.changes.run(async () => {
      const scenes = await this.read();
      refuseTaken(scenes, scene.name);
      if (scenes.length >= MOST_SCENES)
        throw new WeirError(
          'scene.too-many',
          `Cannot share the scene '${scene.name}': the server already has ${MOST_SCENES} scenes. Delete one first`,
        );
      return this.save(this.environment.random.uuid(), scene, author);
    });
  }

  /** Rejects like `create` and `get`. */
  replace(id: string, scene: SavedScene, author: string | undefined): Promise<SceneSummary> {
    return this.changes.run(async () => {
      const scenes = await this.read();
      sceneOf(scenes, id);
      refuseTaken(scenes, scene.name, id);
      return this.save(id, scene, author);
    });
  }

  /** Rejects with `scene.not-found` or `scene.exists`. */
  rename(id: string, name: string): Promise<SceneSummary> {
    return this.changes.run(async () => {
      const scenes = await this.read();
      const renamed = { ...sceneOf(scenes, id), name };
      refuseTaken(scenes, name, id);
      await this.write(scenes.map(scene => (scene.id === id ? renamed : scene)));
      return renamed;
    });
  }

  /** Rejects with `scene.not-found`. */
  delete(id: string): Promise<void> {
    return this.changes.run(async () => {
      const scenes = await this.read();
      sceneOf(scenes, id);
      await this.write(scenes.filter(scene => scene.id !== id));
      await this.metadata.delete(CANVAS_PREFIX + id);
    });
  }

  private async save(id: string, scene: SavedScene, author: string | undefined): Promise<SceneSummary> {
    const { name, layout, canvas } = scene;
    const summary: SceneSummary = {
      id,
      name,
      nodeCount: nodesIn(canvas, name),
      savedAt: new Date(this.environment.clock.now()).toISOString(),
      ...(author === undefined ? {} : { author }),
    };
    await this.metadata.put(CANVAS_PREFIX + id, { layout, canvas });
    await this.write([...(await this.read()).filter(each => each.id !== id), summary]);
    return summary;
  }

  private async write(scenes: readonly SceneSummary[]): Promise<void> {
    await this.metadata.put(LIST_KEY, scenes);
    this.scenes = scenes;
  }

  private async read(): Promise<readonly SceneSummary[]> {
    this.scenes ??= ((await this.metadata.get(LIST_KEY)) as readonly SceneSummary[] | undefined) ?? [];
    return this.scenes;
  }
}

/** @throws WeirError `scene.not-found` */
function sceneOf(scenes: readonly SceneSummary[], id: string): SceneSummary {
  const found = scenes.find(scene => scene.id === id);
  if (found === undefined) throw notFound(id);
  return found;
}

/** @throws WeirError `scene.exists` */
function refuseTaken(scenes: readonly SceneSummary[], name: string, except?: string): void {
  if (scenes.some(scene => scene.name === name && scene.id !== except))
    throw new WeirError('scene.exists', `There is already a shared scene named '${name}'`);
}

/** @throws WeirError `scene.too-large` or `request.invalid` */
function nodesIn(canvas: string, name: string): number {
  if (canvas.length > LARGEST_CANVAS)
    throw new WeirError(
      'scene.too-large',
      `Cannot share the scene '${name}': its canvas has ${canvas.length} characters, and at most ` +
        `${LARGEST_CANVAS} are allowed. Remove nodes from it, or save the canvas as a file`,
    );
  const { nodes, edges } = parsed(canvas);
  if (Array.isArray(nodes) && Array.isArray(edges)) return nodes.length;
  throw new WeirError(
    'request.invalid',
    'canvas: the text must be a JSON object with the lists nodes and edges',
  );
}

function parsed(canvas: string): { readonly nodes?: unknown; readonly edges?: unknown } {
  try {
    return (JSON.parse(canvas) as object | null) ?? {};
  } catch {
    return {};
  }
}

function notFound(id: string): WeirError {
  return new WeirError(
    'scene.not-found',
    `There is no shared scene with the id '${id}'. It may have been deleted`,
  );
}
