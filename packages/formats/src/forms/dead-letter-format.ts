import type { Form } from '@weir/plugins/form';
import { z } from 'zod';

const text = z.string().min(1);

export const withInfoEnvelope = z
  .boolean()
  .default(false)
  .meta({ description: 'true: {frame, message}, with `decoded` if the record could be read' });

export function deadLetterFormatOf(form: Form) {
  return z.discriminatedUnion('type', [
    form.member({ type: z.literal('Bytes') }),
    form.member({ type: z.literal('JSON'), withInfoEnvelope }),
    form.member({ type: z.literal('Protobuf'), schemaUrl: text, typeName: text, withInfoEnvelope }),
  ]);
}

export type DeadLetterFormat = z.output<ReturnType<typeof deadLetterFormatOf>>;
