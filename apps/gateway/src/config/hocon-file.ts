/** Configuration files in HOCON, the notation of other systems' `.conf` files. */
import { access, constants } from 'node:fs/promises';
import { WeirError } from '@weir/platform';

/** @returns the contents of the file with substitutions applied. Rejects with `config.invalid`. */
export async function readHoconFile(path: string): Promise<unknown> {
  // The parser treats a missing file as empty, which is correct only for an `include`.
  await access(path, constants.R_OK).catch((cause: unknown) => {
    const reason = WeirError.from(cause).message;
    throw new WeirError('config.invalid', `Configuration error: Cannot read ${path}: ${reason}`, { cause });
  });
  // Such files are rare; the parser is loaded only for them.
  const { default: parse } = await import('@pushcorn/hocon-parser');
  try {
    return await parse({ url: path, strict: true });
  } catch (cause) {
    const reason = placed(WeirError.from(cause).message);
    throw new WeirError('config.invalid', `Configuration error: ${path}: ${reason}`, { cause });
  }
}

const PLACE = /^(.*?)[.!]? *(?:\((?:Source|text|line)\b|Token: \{).*?\bline: (\d+), col: (\d+)/s;

/** Replaces the parser's internals by its message and the position where it stopped. */
function placed(message: string): string {
  const [, reason, line, column] = PLACE.exec(message) ?? [];
  return reason === undefined ? message : `${reason} (line ${line}, column ${column})`;
}

export function isHoconFile(path: string): boolean {
  return path.endsWith('.conf');
}
