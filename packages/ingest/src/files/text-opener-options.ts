/** How the workers of a graph are told what queries may read from outside. */
import type { ModuleReference } from '@weir/contract';
import type { FileAccessOptions } from './file-access-policy.js';

export interface TextOpenerOptions extends Required<FileAccessOptions> {
  /** http and https may be opened. */
  readonly web: boolean;
}

export function textOpenerReference(options: TextOpenerOptions): ModuleReference {
  return {
    module: new URL('./text-opener.js', import.meta.url).href,
    options: { ...options, allowedDirectories: [...options.allowedDirectories] },
  };
}
