/** How the older form of version 2 asks and answers. */
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
    includeSleeping: parameter(booleanQuery('includeSleeping', 'Wake sleeping nodes too')),
    wakeUpParallelism: parameter(
      integerQuery('wakeUpParallelism', 'How many to wake at a time; default 4', 1),
      'parallelism',
    ),
    atTime: parameter(lenientInstantQuery),
    timeout: parameter(timeoutQuery),
    limit: parameter(integerQuery('limit', 'At most so many', 0)),
    ...walkParameters,
    id: parameter(nodeInPath('id'), 'node'),
  },
  idOf: id => `enveloped-${kebabCase(id)}`,
  wrap: content => z.object({ content, message: z.string().optional(), warnings: z.array(z.string()) }),
  frame: (_isList, warnings) => ({ start: '{"content":', end: `,"warnings":${JSON.stringify(warnings)}}` }),
});
