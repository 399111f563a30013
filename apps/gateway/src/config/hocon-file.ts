/** Configuration files in HOCON, the notation of other systems' `.conf` files. */
import { WeirError } from '@weir/model';

/** @returns what the file holds, substitutions made. Rejects with `config.invalid`. */
export async function readHoconFile(path: string): Promise<unknown> {
  // Few have such a file: the others don't load what reads it.
  const { default: parse } = await import('@pushcorn/hocon-parser');
  try {
    return await parse({ url: path, strict: true });
  } catch (cause) {
    const reason = WeirError.from(cause).message;
    throw new WeirError('config.invalid', `Configuration error: ${path}: ${reason}`, { cause });
  }
}

export function isHoconFile(path: string): boolean {
  return path.endsWith('.conf');
}
