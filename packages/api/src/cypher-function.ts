/** Functions written in Cypher, as all forms of the API accept and show them. */
import { defaulted } from '@weir/definitions';
import { z } from 'zod';

export const cypherFunctionSchema = z
  .object({
    name: z.string().meta({ description: 'Letters, digits and _, with dots between the parts' }),
    parameters: defaulted(z.array(z.string()), []).meta({
      description: 'Names of the arguments, as the expression uses them',
    }),
    expression: z.string().meta({
      description:
        'A Cypher expression over the parameters; it may call other functions but must not contain a query',
    }),
  })
  .meta({ id: 'CypherFunction' });

export const CYPHER_FUNCTION_EXAMPLE = { name: 'risk.score', parameters: ['n'], expression: 'n.a * 2' };
