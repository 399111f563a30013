/** Query parameters that both forms of version 2 have. */
import { booleanQuery, directionQuery, integerQuery, nodeIdQuery, textQuery } from '../parameters.js';
import { parameter } from '../skin.js';
import { biasQuery, positiveQuery, requiredQuery } from './parameters.js';

export const walkParameters = {
  length: parameter(positiveQuery('length', 'Length of a walk in steps', 10)),
  count: parameter(positiveQuery('count', 'Number of walks from each node', 5)),
  query: parameter(
    textQuery(
      'Query over `thisNode` that returns the value to report for each node; default `RETURN id(thisNode)`',
    ),
  ),
  return: parameter(
    biasQuery(
      'return',
      'Return parameter p: the probability of going back is divided by it; 0 means never; default 1',
    ),
    'returnBias',
  ),
  inOut: parameter(
    biasQuery(
      'inOut',
      'In-out parameter q: the probability of leaving the neighborhood is divided by it; 0 means always ' +
        'leave; default 1',
    ),
    'inOutBias',
  ),
  seed: parameter(textQuery('Seed; the same seed produces the same walk')),
  parallelism: parameter(positiveQuery('parallelism', 'Number of walks at the same time', 16)),
} as const;

export const debugParameters = {
  key: parameter(requiredQuery('key', 'Name of the property')),
  limit: parameter(integerQuery('limit', 'Maximum number of results', 0)),
  direction: parameter(directionQuery('direction', 'Only edges in this direction')),
  other: parameter(nodeIdQuery('other', 'Only edges to this node')),
  type: parameter(textQuery('Only edges with this label')),
  onlyFull: parameter(booleanQuery('onlyFull', 'Only edges that are stored at both ends', true)),
} as const;
