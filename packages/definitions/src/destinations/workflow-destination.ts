/** Destinations of the results of a standing query, second API version: one form for each kind. */
import { destinationFormsOf, type ExtensionResultDestination } from '@weir/formats/forms';
import type { Form } from '@weir/plugins/form';
import { withInterval } from '@weir/web';
import { z } from 'zod';
import { type BUILT_IN_DESTINATIONS, destinationDeclarations } from './destination-declarations.js';

type BuiltIn = z.output<ReturnType<(typeof BUILT_IN_DESTINATIONS)[number]['results']>>;

export type WorkflowDestination = BuiltIn | ExtensionResultDestination;

export function workflowDestinationsOf(form: Form): z.ZodType<WorkflowDestination> {
  const forms = destinationFormsOf(form);
  const members = [...destinationDeclarations().values()].map(({ results }) => results(forms));
  const union = z.discriminatedUnion('type', members as [z.ZodObject<{ type: z.ZodLiteral<string> }>]);
  const destination = form.isStrict ? union : z.preprocess(withInterval, union);
  return form.named('StandingQueryDestination', destination) as unknown as z.ZodType<WorkflowDestination>;
}
