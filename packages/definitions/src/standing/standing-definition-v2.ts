/** A standing query as the second API version and recipes of version 2 define it. */
import { z } from 'zod';
import { defaulted, lenientInt } from '@weir/formats/forms';
import { STRICT } from '@weir/plugins/form';
import { includeCancellationsField, type StandingPattern } from './standing-definition.js';

export const standingPatternV2 = STRICT.member({
  type: z.literal('Cypher'),
  query: z.string().meta({ 'x-label': 'Query', description: 'A MATCH, an optional WHERE and a RETURN' }),
  mode: defaulted(z.enum(['DISTINCT_ID', 'MULTIPLE_VALUES']), 'DISTINCT_ID').meta({
    description:
      'Content of one result. DISTINCT_ID: one node, whose id the query returns with DISTINCT; MULTIPLE_VALUES: one row of values',
    'x-value-labels': {
      DISTINCT_ID: 'Nodes, by distinct id',
      MULTIPLE_VALUES: 'Rows of values',
    },
  }),
});

/** All fields except the name and the outputs. */
export const standingFieldsV2 = {
  includeCancellations: includeCancellationsField,
  inputBufferSize: defaulted(
    lenientInt.refine(size => size > 0, { error: 'inputBufferSize must be at least 1' }),
    32,
  ).meta({ 'x-label': 'Result buffer', description: 'Ingest pauses at this number of pending results' }),
  provenance: defaulted(z.boolean(), false).meta({
    'x-label': 'Record which records caused each match',
    description: 'Whether results include the records that caused them; slows ingest',
  }),
};

const MODES = { DISTINCT_ID: 'DistinctId', MULTIPLE_VALUES: 'MultipleValues' } as const;

export function standingPatternOfV2({ query, mode }: z.output<typeof standingPatternV2>): StandingPattern {
  return { type: 'Cypher', query, mode: MODES[mode] };
}
