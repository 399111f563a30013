/** What the exploration page shows. */
import { nodeAppearanceSchema, quickQuerySchema, sampleQuerySchema } from '@weir/definitions';
import { z } from 'zod';
import { operations } from '../operation.js';

const sampleQueries = z.array(sampleQuerySchema);
const quickQueries = z.array(quickQuerySchema);
const nodeAppearances = z.array(nodeAppearanceSchema);

const topic = 'exploration';
const replaced = { topic, status: 204, answer: { description: 'Replaced' } } as const;

export const explorationOperations = operations({
  getSampleQueries: {
    topic,
    summary: 'List sample queries',
    answer: { description: 'All of them', schema: sampleQueries },
  },
  putSampleQueries: {
    ...replaced,
    summary: 'Replace the sample queries',
    body: { kind: 'json', schema: sampleQueries },
  },
  getQuickQueries: {
    topic,
    summary: 'List quick queries',
    answer: { description: 'All of them', schema: quickQueries },
  },
  putQuickQueries: {
    ...replaced,
    summary: 'Replace the quick queries',
    body: { kind: 'json', schema: quickQueries },
  },
  getNodeAppearances: {
    topic,
    summary: 'List node appearances',
    answer: { description: 'The first that fits a node wins', schema: nodeAppearances },
  },
  putNodeAppearances: {
    ...replaced,
    summary: 'Replace the node appearances',
    body: { kind: 'json', schema: nodeAppearances },
  },
});

export type ExplorationOperations = typeof explorationOperations;
