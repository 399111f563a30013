/** Contents of the exploration page. */
import {
  canvasLayoutSchema,
  edgeAppearanceSchema,
  nodeAppearanceSchema,
  quickQuerySchema,
  sampleQuerySchema,
  tapQuerySchema,
  type NodeAppearance,
  type QuickQuery,
} from '@weir/definitions';
import { z } from 'zod';
import { operations, typeOf } from '../operation.js';

const sampleQueries = z.array(sampleQuerySchema);
const quickQueries = z.array(quickQuerySchema);
const nodeAppearances = z.array(nodeAppearanceSchema);

const edgeAppearances = z.array(edgeAppearanceSchema);
const layouts = z.array(canvasLayoutSchema);
const tapQueries = z.array(tapQuerySchema);

const topic = 'exploration';
const replaced = { topic, status: 204, answer: { description: 'The list was replaced' } } as const;

export const explorationOperations = operations({
  getSampleQueries: {
    topic,
    summary: 'List sample queries',
    answer: { description: 'All entries', schema: sampleQueries },
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
    answer: { description: 'All entries', schema: quickQueries },
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
    answer: {
      description: 'All styles; the first one that applies to a node is used',
      schema: nodeAppearances,
    },
  },
  putNodeAppearances: {
    ...replaced,
    summary: 'Replace the node appearances',
    body: { kind: 'json', schema: nodeAppearances },
  },
  getEdgeAppearances: {
    topic,
    summary: 'List edge appearances',
    answer: {
      description: 'All edge styles; the first one for the type of an edge is used',
      schema: edgeAppearances,
    },
  },
  putEdgeAppearances: {
    ...replaced,
    summary: 'Replace the edge appearances',
    body: { kind: 'json', schema: edgeAppearances },
  },
  getLayouts: {
    topic,
    summary: 'List layouts',
    answer: {
      description: 'Layouts of the canvas; the first one is used until a user selects another',
      schema: layouts,
    },
  },
  putLayouts: {
    ...replaced,
    summary: 'Replace the layouts',
    body: { kind: 'json', schema: layouts },
  },
  getTapQueries: {
    topic,
    summary: 'List tap queries',
    answer: { description: 'Queries that the explorer runs for live results', schema: tapQueries },
  },
  putTapQueries: {
    ...replaced,
    summary: 'Replace the tap queries',
    description: 'Each query must compile and be read-only; otherwise nothing is replaced.',
    body: { kind: 'json', schema: tapQueries },
  },
});

export type ExplorationOperations = typeof explorationOperations;
