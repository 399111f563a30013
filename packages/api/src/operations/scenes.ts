/** Named canvases that all users of the explorer share. */
import { canvasLayoutSchema } from '@weir/definitions';
import { z } from 'zod';
import { operations, typeOf } from '../operation.js';

const name = z.string().trim().min(1).max(200).meta({ description: 'Unique among the shared scenes' });

const savedScene = z
  .strictObject({
    name,
    layout: canvasLayoutSchema,
    canvas: z.string().meta({
      description:
        'The canvas as JSON text: `nodes` with their positions in `place`, `edges`, and bubbles in `clusters`. ' +
        'At most 4,000,000 characters',
    }),
  })
  .meta({ id: 'SavedScene' });

const summaryFields = {
  id: z.string().meta({ description: 'Stays the same when the scene is renamed' }),
  name: z.string(),
  nodeCount: z.number(),
  savedAt: z.string().meta({ description: 'ISO 8601 in UTC' }),
  author: z
    .string()
    .optional()
    .meta({ description: 'User who saved it; absent if access control does not name users' }),
};

const sceneSummary = z.object(summaryFields).meta({ id: 'SceneSummary' });

const sharedScene = z
  .object({ ...summaryFields, layout: canvasLayoutSchema, canvas: z.string() })
  .meta({ id: 'SharedScene' });

export type SavedScene = z.output<typeof savedScene>;
export type SceneSummary = z.output<typeof sceneSummary>;
export type SharedScene = z.output<typeof sharedScene>;

const topic = 'exploration';
const one = {
  topic,
  takes: typeOf<{ readonly id: string }>(),
  missing: 'No such scene',
} as const;
const summary = { description: 'The scene without its canvas', schema: sceneSummary };

export const sceneOperations = operations({
  listScenes: {
    topic,
    summary: 'List shared scenes',
    gives: typeOf<readonly SceneSummary[]>(),
    answer: { description: 'Scenes sorted by name, without their canvases', schema: z.array(sceneSummary) },
  },
  createScene: {
    topic,
    summary: 'Share a scene',
    description: 'The server keeps at most 200 scenes.',
    status: 201,
    gives: typeOf<SceneSummary>(),
    body: { kind: 'json', schema: savedScene },
    answer: summary,
  },
  getScene: {
    ...one,
    summary: 'Get a shared scene',
    gives: typeOf<SharedScene>(),
    answer: { description: 'The scene with its canvas', schema: sharedScene },
  },
  replaceScene: {
    ...one,
    summary: 'Replace a shared scene',
    gives: typeOf<SceneSummary>(),
    body: { kind: 'json', schema: savedScene },
    answer: summary,
  },
  renameScene: {
    ...one,
    summary: 'Rename a shared scene',
    gives: typeOf<SceneSummary>(),
    body: { kind: 'json', schema: z.strictObject({ name }).meta({ id: 'SceneName' }) },
    answer: summary,
  },
  deleteScene: {
    ...one,
    summary: 'Delete a shared scene',
    status: 204,
    answer: { description: 'The scene was deleted' },
  },
});

export type SceneOperations = typeof sceneOperations;
