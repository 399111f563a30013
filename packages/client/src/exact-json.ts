/**
 * JSON with whole numbers beyond 2^53 as bigints, where plain JSON would round them. Everything else is as in
 * `JSON.parse` and `JSON.stringify`.
 */
import { Tokenizer, TokenParser } from '@streamparser/json';

/** Any number that is not exact has at least this many digits. */
const MAY_BE_LARGE = /\d{16}/;

/**
 * Parses JSON; whole numbers beyond 2^53 become bigints.
 * @throws Error when the text is not valid JSON
 */
export function parseExactly(text: string): unknown {
  if (!MAY_BE_LARGE.test(text)) return JSON.parse(text);
  let result: unknown;
  const parser = new ExactParser(['$'], value => {
    result = value;
  });
  // A number ends only at the character that follows it.
  parser.write(new TextEncoder().encode(`${text}\n`));
  if (!parser.isEnded) throw new SyntaxError('The JSON text ends early');
  return result;
}

/** Reports the values at given paths of a JSON text that arrives in chunks, and keeps none of them. */
export class ExactParser {
  private readonly tokens = new ExactTokenizer();
  private readonly values: TokenParser;

  /** @param found receives each value and its key in the enclosing value. */
  constructor(paths: string[], found: (value: unknown, key: string | number | undefined) => void) {
    this.values = new TokenParser({ paths, keepStack: false });
    this.values.onValue = ({ value, key }) => found(value, key);
    this.tokens.onToken = token => this.values.write(token);
  }

  /** @throws Error when the text is not valid JSON */
  write(piece: Uint8Array): void {
    this.tokens.write(piece);
  }

  /** Whether the text is complete. */
  get isEnded(): boolean {
    return this.values.isEnded;
  }
}

class ExactTokenizer extends Tokenizer {
  override parseNumber(text: string): number {
    const number = Number(text);
    const isExact = Number.isSafeInteger(number) || !/^-?\d+$/.test(text);
    return isExact ? number : (BigInt(text) as unknown as number);
  }
}

/**
 * Writes JSON without spaces; bigints become whole numbers.
 * @throws TypeError for a circular value
 */
export function writeExactly(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map(writeExactly).join(',')}]`;
  if (typeof value !== 'object' || value === null || 'toJSON' in value)
    return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${writeExactly(field)}`).join(',')}}`;
}
