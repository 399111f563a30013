/** Contract of a kind of destination that receives messages. */
import type { Destination, DestinationContext, SinkSupports } from '@weir/plugins';
import type { z } from 'zod';
import type { DestinationForms } from '../forms/destination-forms.js';
import type { DestinationDeclaration } from '../kinds/destination-declaration.js';

export interface MessageKind<
  R extends z.ZodType = z.ZodType,
  D extends z.ZodType = z.ZodType,
  V extends z.ZodObject = z.ZodObject,
> extends Pick<DestinationDeclaration<R, D, V>, 'type' | 'secrets' | 'masked' | 'recipe' | 'version1'> {
  /** Results are encoded in the field `format` of this schema; without one, as JSON. */
  results(forms: DestinationForms): R;
  /** Unreadable records are encoded in the field `outputFormat` of this schema. */
  deadLetters(forms: DestinationForms): D;
  supports(destination: z.output<R>): SinkSupports;
  /** Name of the destination in the reasons of failures: `Kafka, topic alerts`. */
  nameOf(destination: z.output<R> | z.output<D>): string;
  /** Default subject of the schema of results in a registry; by default it is derived from the name of the output. */
  subjectOf?(destination: z.output<R>): string;
  /** Whether results have metadata even if the output asks for the data alone. */
  needsMetadata?(destination: z.output<R>): boolean;
  /** Whether JSON keeps the line break at its end. */
  readonly keepsLineBreaks?: boolean;
  /**
   * Loads the code of the destination and opens it.
   * @throws WeirError `output.invalid` if nothing could ever be delivered.
   */
  open(destination: z.output<R> | z.output<D>, context: DestinationContext): Promise<Destination>;
}
