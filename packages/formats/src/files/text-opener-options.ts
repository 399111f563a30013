/** Configures the workers of a graph for reading external text in queries. */
import type { ModuleReference } from '@weir/contract';
import { OPEN_RULES, type OutgoingRules } from '@weir/platform';
import type { FileAccessOptions } from './file-access-policy.js';

export interface TextOpenerOptions extends Required<FileAccessOptions> {
  /** Whether http and https URLs may be opened. */
  readonly web: boolean;
  /** Allowed addresses; default: all except link-local and cloud metadata addresses. */
  readonly outgoing?: OutgoingRules;
}

export function textOpenerReference(options: TextOpenerOptions): ModuleReference {
  return {
    module: new URL('./text-opener.js', import.meta.url).href,
    options: {
      ...options,
      allowedDirectories: [...options.allowedDirectories],
      outgoing: { ...(options.outgoing ?? OPEN_RULES) },
    },
  };
}
