/** Parameters of the query that both forms of version 2 have. */
import { booleanQuery, directionQuery, integerQuery, nodeIdQuery, textQuery } from '../parameters.js';
import { parameter } from '../skin.js';
import { biasQuery, positiveQuery, requiredQuery } from './parameters.js';

export const walkParameters = {
  length: parameter(positiveQuery('length', 'Steps of a walk', 10)),
  count: parameter(positiveQuery('count', 'Walks from each node', 5)),
  query: parameter(
    textQuery(
      'A query over `thisNode`: what it returns is told of each node. Default: `RETURN id(thisNode)`',
    ),
  ),
  return: parameter(
    biasQuery('return', 'The chance to go back is divided by it; 0: never. Default 1'),
    'returnBias',
  ),
  inOut: parameter(
    biasQuery('inOut', 'The chance to leave the neighbourhood is divided by it; 0: never stay. Default 1'),
    'inOutBias',
  ),
  seed: parameter(textQuery('The same one again gives the same walk')),
  parallelism: parameter(positiveQuery('parallelism', 'Walks at a time', 16)),
} as const;

export const debugParameters = {
  key: parameter(requiredQuery('key', 'Name of the property')),
  limit: parameter(integerQuery('limit', 'At most so many', 0)),
  direction: parameter(directionQuery('direction', 'Only edges that lead this way')),
  other: parameter(nodeIdQuery('other', 'Only edges to this node')),
  type: parameter(textQuery('Only edges with this label')),
  onlyFull: parameter(booleanQuery('onlyFull', 'Only edges that both ends know of', true)),
} as const;
