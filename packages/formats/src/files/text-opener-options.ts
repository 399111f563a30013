/** How the workers of a graph are told what queries may read from outside. */
import type { ModuleReference } from '@weir/contract';
import { OPEN_RULES, type OutgoingRules } from '@weir/model';
import type { FileAccessOptions } from './file-access-policy.js';

export interface TextOpenerOptions extends Required<FileAccessOptions> {
  /** http and https may be opened. */
  readonly web: boolean;
  /** Where to; default: everywhere but where hosts say things about themselves. */
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
