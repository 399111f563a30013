/** Version 2 definition of a source of consecutive whole numbers. */
import { z } from 'zod';
import { type FileFormatDefinition, limit, long, type SourceForms } from '@weir/formats/forms';

/** Numbers are read as numbers, except in streams of version 1, which may read them as text. */
export function numberSourceOf({ form, fileFormat }: SourceForms) {
  const shape = {
    type: z.literal('NumberIterator'),
    startOffset: long().default(0).meta({ default: 0, description: 'First number' }),
    limit: limit.meta({ description: 'Number of integers; default: no limit' }),
  };
  const withFormat = { ...shape, format: fileFormat.optional() };
  const member = form.isStrict
    ? (form.member(shape) as z.ZodObject as z.ZodObject<typeof withFormat>)
    : form.member(withFormat);
  return member.meta({ 'x-label': 'Numbers', description: 'Consecutive integers' });
}

export interface NumberSourceDefinition {
  type: 'NumberIterator';
  startOffset: number | bigint;
  limit?: number | bigint | undefined;
  /** Default: each number is a record. */
  format?: FileFormatDefinition | undefined;
}
