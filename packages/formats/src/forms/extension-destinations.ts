/** Definitions of destinations whose kinds extensions provide. */
import type { ExtensionType } from '@weir/plugins';
import type { DeadLetterFormat } from './dead-letter-format.js';
import type { OutputFormat } from './output-format.js';

/** For results. The extension's kind defines the other fields. */
export interface ExtensionResultDestination {
  readonly type: ExtensionType;
  readonly format: OutputFormat;
}

/** For unreadable records. */
export interface ExtensionDeadLetterDestination {
  readonly type: ExtensionType;
  readonly outputFormat: DeadLetterFormat;
}
