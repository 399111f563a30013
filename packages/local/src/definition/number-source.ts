/** Whole numbers in order, as version 2 says them. */
import { z } from 'zod';
import { type FileFormatDefinition, limit, long, type SourceForms } from '@weir/formats/forms';

/** A number is a number, except in streams of version 1, which may read it as a text. */
export function numberSourceOf({ form, fileFormat }: SourceForms) {
  const shape = {
    type: z.literal('NumberIterator'),
    startOffset: long().default(0).meta({ default: 0, description: 'The first number' }),
    limit: limit.meta({ description: 'How many numbers; absent: without end' }),
  };
  const withFormat = { ...shape, format: fileFormat.optional() };
  const member = form.isStrict
    ? (form.member(shape) as z.ZodObject as z.ZodObject<typeof withFormat>)
    : form.member(withFormat);
  return member.meta({ description: 'Whole numbers in order' });
}

export interface NumberSourceDefinition {
  type: 'NumberIterator';
  startOffset: number | bigint;
  limit?: number | bigint | undefined;
  /** Default: each number is one. */
  format?: FileFormatDefinition | undefined;
}
