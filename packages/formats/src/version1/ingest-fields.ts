/** Fields that several kinds of sources have in version 1. */
import { z } from 'zod';
import { int, long } from '../forms/numbers.js';
import { DECODERS_V1 } from '../forms/record-decoders.js';
import { LONGEST_LINE } from '../forms/text-fields.js';

export const parallelism = int(1)
  .default(16)
  .meta({ default: 16, description: 'Maximum number of ingest queries that this stream runs in parallel' });

export const maximumPerSecond = int(1)
  .optional()
  .meta({ description: 'Maximum number of records per second; default: no limit' });

export const encoding = z.string().default('UTF-8').meta({ description: 'Text encoding' });

export const maximumLineSize = int(1).default(LONGEST_LINE).meta({
  default: LONGEST_LINE,
  description: 'Maximum length of a line in bytes; a longer line fails the stream',
});

export const startAtOffset = long(0n)
  .default(0)
  .meta({ default: 0, description: 'Number of records to skip at the start' });

export const ingestLimit = long(0n).optional().meta({ description: 'Maximum number of records to read' });

export const recordDecoders = z
  .array(z.enum(DECODERS_V1))
  .default([])
  .meta({ description: 'Decodings to apply to each record, in this order, before it is parsed' });
