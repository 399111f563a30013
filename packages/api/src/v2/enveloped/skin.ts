/** Requests and responses of the older form of version 2. */
import { z } from 'zod';
import { kebabCase } from '../../kebab-case.js';
import { booleanQuery, integerQuery, nameParameter } from '../../parameters.js';
import { parameter, skin } from '../../skin.js';
import { lenientInstantQuery, nodeInPath, timeoutQuery } from '../parameters.js';
import { walkParameters } from '../shared-parameters.js';

export const enveloped = skin({
  basePath: '/api/v2',
  tags: {
    ingest: 'Ingest Streams (enveloped)',
    standing: 'Standing Queries (enveloped)',
    cypher: 'Cypher Query Language (enveloped)',
    administration: 'System Administration (enveloped)',
    exploration: 'UI Styling (enveloped)',
    recipes: 'Recipes (enveloped)',
    algorithm: 'Graph Algorithms (enveloped)',
    debug: 'Debug Node Operations (enveloped)',
  },
  parameters: {
    name: parameter(nameParameter),
    output: parameter(nameParameter),
    nodeIdSegment: parameter(nodeInPath('nodeIdSegment'), 'node'),
    includeSleeping: parameter(
      booleanQuery('includeSleeping', 'Whether to include sleeping nodes, which are woken'),
    ),
    wakeUpParallelism: parameter(
      integerQuery('wakeUpParallelism', 'Number of nodes to wake at the same time; default 4', 1),
      'parallelism',
    ),
    atTime: parameter(lenientInstantQuery),
    timeout: parameter(timeoutQuery),
    limit: parameter(integerQuery('limit', 'Maximum number of results', 0)),
    ...walkParameters,
    id: parameter(nodeInPath('id'), 'node'),
  },
  idOf: id => `enveloped-${kebabCase(id)}`,
  wrap: content => z.object({ content, message: z.string().optional(), warnings: z.array(z.string()) }),
  frame: (_isList, warnings) => ({ start: '{"content":', end: `,"warnings":${JSON.stringify(warnings)}}` }),
});
