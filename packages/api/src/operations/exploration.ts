/** What the exploration page shows. */
import { nodeAppearanceSchema, quickQuerySchema, sampleQuerySchema, tapQuerySchema, type NodeAppearance, type QuickQuery } from '@weir/definitions';
import { z } from 'zod';
import { operations, typeOf } from '../operation.js';

const sampleQueries = z.array(sampleQuerySchema);
const quickQueries = z.array(quickQuerySchema);
const nodeAppearances = z.array(nodeAppearanceSchema);

const tapQueries = z.array(tapQuerySchema);

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
    gives: typeOf<readonly QuickQuery[]>(),
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
    gives: typeOf<readonly NodeAppearance[]>(),
    answer: { description: 'The first that fits a node wins', schema: nodeAppearances },
  },
  putNodeAppearances: {
    ...replaced,
    summary: 'Replace the node appearances',
    body: { kind: 'json', schema: nodeAppearances },
  },
  getTapQueries: {
    topic,
    summary: 'List tap queries',
    answer: { description: 'What is drawn of results as they come', schema: tapQueries },
  },
  putTapQueries: {
    ...replaced,
    summary: 'Replace the tap queries',
    description: 'Each has to compile, and may only read; otherwise nothing is replaced.',
    body: { kind: 'json', schema: tapQueries },
  },
});

export type ExplorationOperations = typeof explorationOperations;
