/** Files that the configuration names. */
import { readFileSync } from 'node:fs';
import { WeirError } from '@weir/platform';

/** @throws WeirError `config.invalid` */
export function namedFile(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    const reason = WeirError.from(cause).message;
    throw new WeirError('config.invalid', `Configuration error: ${path} cannot be read: ${reason}`);
  }
}
