/** Destinations whose kinds extensions bring, as definitions have them. */
import type { ExtensionType } from '@weir/plugins';
import type { DeadLetterFormat } from './dead-letter-format.js';
import type { OutputFormat } from './output-format.js';

/** For results. The other fields are the kind's business. */
export interface ExtensionResultDestination {
  readonly type: ExtensionType;
  readonly format: OutputFormat;
}

/** For records that could not be read. */
export interface ExtensionDeadLetterDestination {
  readonly type: ExtensionType;
  readonly outputFormat: DeadLetterFormat;
}
