/** How the first version of the API asks and answers. */
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
      integerQuery('at-time', 'Milliseconds since the Unix epoch: read the graph as it was then'),
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
      textQuery('For clients that can not set the header, which counts more'),
      'lastEventId',
    ),
    'include-sleeping': parameter(
      booleanQuery('include-sleeping', 'Wake sleeping nodes too'),
      'includeSleeping',
    ),
    'wake-up-parallelism': parameter(
      integerQuery('wake-up-parallelism', 'How many to wake at a time', 1).meta({ default: 4 }),
      'parallelism',
    ),
    length: parameter(integerQuery('length', 'Steps of a walk; default 10')),
    count: parameter(integerQuery('count', 'Walks from each node; default 5')),
    query: parameter(
      textQuery(
        'A query over `thisNode`: what it returns is told of each node. Default: `RETURN id(thisNode)`',
      ),
    ),
    return: parameter(
      numberQuery('return', 'The chance to go back is divided by it; 0: never. Default 1'),
      'returnBias',
    ),
    'in-out': parameter(
      numberQuery(
        'in-out',
        'The chance to leave the neighbourhood is divided by it; 0: never stay. Default 1',
      ),
      'inOutBias',
    ),
    seed: parameter(textQuery('The same one again gives the same walk')),
    parallelism: parameter(integerQuery('parallelism', 'Walks at a time; default 16')),
    key: parameter(requiredTextQuery('key', 'Name of the property')),
    limit: parameter(integerQuery('limit', 'At most so many', 0)),
    direction: parameter(directionQuery('direction', 'Only edges that lead this way')),
    other: parameter(nodeIdQuery('other', 'Only edges to this node')),
    type: parameter(textQuery('Only edges with this label')),
  },
  idOf: id => id,
  wrap: schema => schema,
  frame: (_isList, warnings) => ({ ...NO_FRAME, ...warningHeader(warnings) }),
});
