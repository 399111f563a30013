/** Destinations of records that cannot be read: one form for each kind that accepts them. */
import { destinationFormsOf, type ExtensionDeadLetterDestination } from '@weir/formats/forms';
import type { Form } from '@weir/plugins/form';
import { z } from 'zod';
import { type BUILT_IN_DESTINATIONS, destinationDeclarations } from './destination-declarations.js';

type BuiltInKind = (typeof BUILT_IN_DESTINATIONS)[number];
type BuiltIn = z.output<ReturnType<NonNullable<BuiltInKind['deadLetters']>>>;

export type DeadLetterDestination = BuiltIn | ExtensionDeadLetterDestination;

export function deadLetterDestinationsOf(form: Form): z.ZodType<DeadLetterDestination> {
  const forms = destinationFormsOf(form);
  const members = [...destinationDeclarations().values()].flatMap(
    ({ deadLetters }) => deadLetters?.(forms) ?? [],
  );
  const union = z.discriminatedUnion('type', members as [z.ZodObject<{ type: z.ZodLiteral<string> }>]);
  return form.named('IngestDeadLetterDestination', union) as unknown as z.ZodType<DeadLetterDestination>;
}
