/** Requests and responses of the newer form of version 2. */
import { z } from 'zod';
import { kebabCase } from '../kebab-case.js';
import { booleanQuery } from '../parameters.js';
import { NO_FRAME, parameter, skin } from '../skin.js';
import { warningHeader } from '../warning-header.js';
import { debugParameters, walkParameters } from './shared-parameters.js';
import {
  choiceQuery,
  graphInPath,
  instantQuery,
  nameInPath,
  nodeInPath,
  positiveQuery,
  timeoutQuery,
} from './parameters.js';

export const v2 = skin({
  basePath: '/api/v2',
  tags: {
    ingest: 'Ingest Streams',
    standing: 'Standing Queries',
    cypher: 'Cypher Query Language',
    administration: 'System Administration',
    exploration: 'UI Styling',
    recipes: 'Recipes',
    algorithm: 'Graph Algorithms',
    debug: 'Debug Node Operations',
  },
  parameters: {
    graph: parameter(graphInPath),
    sceneId: parameter(nameInPath('sceneId'), 'id'),
    recipeName: parameter(nameInPath('recipeName'), 'name'),
    ingestName: parameter(nameInPath('ingestName'), 'name'),
    standingQueryName: parameter(nameInPath('standingQueryName'), 'name'),
    standingQueryOutputName: parameter(nameInPath('standingQueryOutputName'), 'output'),
    outputName: parameter(z.string(), 'output'),
    nodeIdSegment: parameter(nodeInPath('nodeIdSegment'), 'node'),
    propagateTo: parameter(
      choiceQuery(
        'propagateTo',
        'Which existing nodes are evaluated, in the background',
        ['NONE', 'EXCLUDE_SLEEPING', 'INCLUDE_SLEEPING'],
        'EXCLUDE_SLEEPING',
      ),
    ),
    shouldCalculateResultHashCode: parameter(
      booleanQuery('shouldCalculateResultHashCode', 'Sum the hashes of all results'),
    ),
    includeSleeping: parameter(
      choiceQuery(
        'includeSleeping',
        'Whether to include sleeping nodes, which are woken',
        ['false', 'true'],
        'false',
      ),
    ),
    wakeUpParallelism: parameter(
      positiveQuery('wakeUpParallelism', 'Number of nodes to wake at the same time', 4),
      'parallelism',
    ),
    atTime: parameter(instantQuery),
    timeout: parameter(timeoutQuery),
    readOnly: parameter(booleanQuery('readOnly', 'Refuse a query that has effects other than reading')),
    ...walkParameters,
    nodeId: parameter(nodeInPath('nodeId'), 'node'),
    id: parameter(nodeInPath('id'), 'node'),
    ...debugParameters,
  },
  idOf: kebabCase,
  wrap: schema => (schema instanceof z.ZodArray ? z.object({ items: schema }) : schema),
  frame: (isList, warnings) => ({
    ...(isList ? { start: '{"items":', end: '}' } : NO_FRAME),
    ...warningHeader(warnings),
  }),
});
