/** Requests and responses of the first version of the API. */
import {
  booleanQuery,
  directionQuery,
  integerQuery,
  nameParameter,
  nodeIdParameter,
  nodeIdQuery,
  numberQuery,
  requiredTextQuery,
  textQuery,
} from '../parameters.js';
import { warningHeader } from '../warning-header.js';
import { NO_FRAME, parameter, skin } from '../skin.js';

export const v1 = skin({
  basePath: '/api/v1',
  tags: {
    ingest: 'Ingest streams',
    standing: 'Standing queries',
    cypher: 'Cypher queries',
    administration: 'Administration',
    exploration: 'Exploration UI',
    recipes: 'Recipes',
    algorithm: 'Graph algorithms',
    debug: 'Debug',
  },
  parameters: {
    name: parameter(nameParameter),
    output: parameter(nameParameter),
    id: parameter(nodeIdParameter, 'node'),
    'at-time': parameter(
      integerQuery('at-time', 'Read the graph as of this time, in milliseconds since the Unix epoch'),
      'atTime',
    ),
    timeout: parameter(
      integerQuery(
        'timeout',
        'Time limit of the query in milliseconds; default: the setting `cypher.limits.time`',
        1,
      ),
    ),
    'last-event-id': parameter(
      textQuery('For clients that cannot set the header, which takes precedence'),
      'lastEventId',
    ),
    'include-sleeping': parameter(
      booleanQuery('include-sleeping', 'Whether to include sleeping nodes, which are woken'),
      'includeSleeping',
    ),
    'wake-up-parallelism': parameter(
      integerQuery('wake-up-parallelism', 'Number of nodes to wake at the same time', 1).meta({ default: 4 }),
      'parallelism',
    ),
    length: parameter(integerQuery('length', 'Length of a walk in steps; default 10')),
    count: parameter(integerQuery('count', 'Number of walks from each node; default 5')),
    query: parameter(
      textQuery(
        'Query over `thisNode` that returns the value to report for each node; default `RETURN id(thisNode)`',
      ),
    ),
    return: parameter(
      numberQuery(
        'return',
        'Return parameter p: the probability of going back is divided by it; 0 means never; default 1',
      ),
      'returnBias',
    ),
    'in-out': parameter(
      numberQuery(
        'in-out',
        'In-out parameter q: the probability of leaving the neighborhood is divided by it; 0 means always ' +
          'leave; default 1',
      ),
      'inOutBias',
    ),
    seed: parameter(textQuery('Seed; the same seed produces the same walk')),
    parallelism: parameter(integerQuery('parallelism', 'Number of walks at the same time; default 16')),
    key: parameter(requiredTextQuery('key', 'Name of the property')),
    limit: parameter(integerQuery('limit', 'Maximum number of results', 0)),
    direction: parameter(directionQuery('direction', 'Only edges in this direction')),
    other: parameter(nodeIdQuery('other', 'Only edges to this node')),
    type: parameter(textQuery('Only edges with this label')),
  },
  idOf: id => id,
  wrap: schema => schema,
  frame: (_isList, warnings) => ({ ...NO_FRAME, ...warningHeader(warnings) }),
});
