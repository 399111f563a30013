import { z } from 'zod';
import { withoutNulls } from './absent-fields.js';

/**
 * What is done with an object before its `type` chooses a schema: fields that are null count as absent, and types that
 * others know and that can't be used here are refused by name.
 */
export function onlyAvailable(unavailable: readonly string[], available: string) {
  return (input: unknown, context: z.core.$RefinementCtx): unknown => {
    const type = typeof input === 'object' && input !== null && 'type' in input ? input.type : undefined;
    if (!unavailable.some(name => name === type)) return withoutNulls(input);
    const message = `${String(type)} is not available in this release. Available are ${available}`;
    context.addIssue({ code: 'custom', path: ['type'], message });
    return z.NEVER;
  };
}
