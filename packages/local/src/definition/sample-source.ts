/** Version 2 definition of the source of a bundled sample. */
import { z } from 'zod';
import { debeziumFormatOf, int, limit, type SourceForms } from '@weir/formats/forms';
import { SAMPLE_NAMES, type SampleName } from '@weir/samples';

export function sampleSourceOf({ form }: SourceForms) {
  return form
    .member({
      type: z.literal('Sample'),
      name: z.enum(SAMPLE_NAMES).meta({ description: 'Name of the sample' }),
      seed: int(0).default(1).meta({ default: 1, description: 'The same seed gives the same records' }),
      limit: limit.meta({ description: 'Number of records; default: no limit' }),
      format: z
        .discriminatedUnion('type', [
          form.member({ type: z.literal('Json') }).meta({ description: 'Each record is one JSON value' }),
          debeziumFormatOf(form),
        ])
        .optional()
        .meta({ description: 'Format that reads the records, which are JSON; default: Json' }),
    })
    .meta({ 'x-label': 'Sample data', description: 'Generated records of a bundled sample' });
}

export interface SampleSourceDefinition {
  type: 'Sample';
  name: SampleName;
  seed: number;
  limit?: number | bigint | undefined;
  /** Default: `Json`. */
  format?: { readonly type: 'Json' | 'Debezium' } | undefined;
}
