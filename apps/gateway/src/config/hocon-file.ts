/** Configuration files in HOCON, the notation of other systems' `.conf` files. */
import { access, constants } from 'node:fs/promises';
import { WeirError } from '@weir/model';

/** @returns what the file holds, substitutions made. Rejects with `config.invalid`. */
export async function readHoconFile(path: string): Promise<unknown> {
  // The parser takes a file that is not there for an empty one, as what an `include` names may be.
  await access(path, constants.R_OK).catch((cause: unknown) => {
    const reason = WeirError.from(cause).message;
    throw new WeirError('config.invalid', `Configuration error: Cannot read ${path}: ${reason}`, { cause });
  });
  // Few have such a file: the others don't load what reads it.
  const { default: parse } = await import('@pushcorn/hocon-parser');
  try {
    return await parse({ url: path, strict: true });
  } catch (cause) {
    const reason = placed(WeirError.from(cause).message);
    throw new WeirError('config.invalid', `Configuration error: ${path}: ${reason}`, { cause });
  }
}

const PLACE = /^(.*?)[.!]? *(?:\((?:Source|text|line)\b|Token: \{).*?\bline: (\d+), col: (\d+)/s;

/** What the parser says, with the place where it stopped instead of what it was made of inside. */
function placed(message: string): string {
  const [, reason, line, column] = PLACE.exec(message) ?? [];
  return reason === undefined ? message : `${reason} (line ${line}, column ${column})`;
}

export function isHoconFile(path: string): boolean {
  return path.endsWith('.conf');
}
