/** Functions written in Cypher that random queries call. */
import { cypherFunction, type Extensions } from '@weir/cypher';

export const USER_FUNCTIONS: Extensions = {
  functions: [
    cypherFunction({ name: 'oracle.either', parameters: ['a', 'b'], expression: 'coalesce(a, b) = 1' }),
    cypherFunction({
      name: 'oracle.weight',
      parameters: ['n'],
      expression: 'coalesce(n.k, 0) + size(labels(n))',
    }),
    cypherFunction({
      name: 'oracle.alike',
      parameters: ['a', 'b'],
      expression: 'a.p = b.p OR labels(a) = labels(b)',
    }),
  ],
};
