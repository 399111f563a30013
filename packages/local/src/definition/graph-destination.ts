/** Version 2 definitions of graph queries as destinations, and of the destination that discards everything. */
import { z } from 'zod';
import { type DestinationForms, int } from '@weir/formats/forms';

/** Fields of a query that runs for each result. */
export const queryFields = {
  query: z.string().meta({ description: 'Query to run for each result' }),
  parameter: z
    .string()
    .min(1)
    .default('that')
    .meta({ description: 'Name of the query parameter for the result' }),
  parallelism: int(1).default(16).meta({ default: 16, description: 'Maximum number of parallel queries' }),
  allowAllNodeScan: z.boolean().default(false),
  shouldRetry: z
    .boolean()
    .default(true)
    .meta({ 'x-label': 'Retry', description: 'Whether to retry after errors that may be temporary' }),
};

export function cypherResultsOf({ form }: DestinationForms) {
  return form
    .member({ type: z.literal('CypherQuery'), ...queryFields })
    .meta({ 'x-label': 'Cypher query', description: 'Runs a query for each result and discards its rows' });
}

export function cypherDeadLettersOf({ form }: DestinationForms) {
  return form
    .member({
      type: z.literal('CypherQuery'),
      query: z.string().min(1).meta({
        description:
          'Query to run for each record. The parameter is {frame, message, stream}, with `decoded` if the record could be read',
      }),
      parameter: z.string().min(1).default('that'),
      parallelism: int(1)
        .default(16)
        .meta({ default: 16, description: 'Maximum number of parallel queries' }),
      allowAllNodeScan: z.boolean().default(false),
    })
    .meta({ description: 'Runs a query that writes the record to the graph' });
}

export function dropResultsOf({ form }: DestinationForms) {
  return form.member({ type: z.literal('Drop') }).meta({ description: 'Counts and discards results' });
}

export type DropDestination = z.output<ReturnType<typeof dropResultsOf>>;
export type QueryOfResults = z.output<ReturnType<typeof queryObject>>;
export type CypherDeadLetters = z.output<ReturnType<typeof cypherDeadLettersOf>>;

const queryObject = () => z.object(queryFields);
