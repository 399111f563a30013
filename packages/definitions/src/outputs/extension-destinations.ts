/** Schemas of destinations whose kinds extensions bring. */
import type { ExtensionType } from '@weir/plugins';
import { destinationKinds } from '@weir/plugins/registry';
import { z } from 'zod';
import type { DeadLetterFormat } from './dead-letter-format.js';
import type { OutputFormat } from './output-format.js';

/** Results go to a destination whose kind an extension brings: its own fields are the kind's business. */
export interface ExtensionResultDestination {
  readonly type: ExtensionType;
  readonly format: OutputFormat;
}

/** The same for records that could not be read. */
export interface ExtensionDeadLetterDestination {
  readonly type: ExtensionType;
  readonly outputFormat: DeadLetterFormat;
}

/**
 * A schema of each kind that extensions bring. After the first call no extension can add one.
 * @param member from the fields of a kind, without its format.
 */
export function extensionDestinations(member: (fields: z.ZodRawShape) => z.ZodObject): z.ZodObject[] {
  return destinationKinds
    .all()
    .map(({ type, description, fields }) =>
      member({ type: z.literal(type), ...fields(z) }).meta({ description }),
    );
}
