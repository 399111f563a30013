/**
 * JSON with whole numbers beyond 2^53 as bigints, where plain JSON would round them. Everything else is as
 * `JSON.parse` and `JSON.stringify` have it.
 */
import { Tokenizer, TokenParser } from '@streamparser/json';

/** Fewer digits than any number that is not exact. */
const MAY_BE_LARGE = /\d{16}/;

/** @throws Error when the text is no JSON */
export function parseExactly(text: string): unknown {
  if (!MAY_BE_LARGE.test(text)) return JSON.parse(text);
  let result: unknown;
  const parser = new ExactParser(['$'], value => {
    result = value;
  });
  parser.write(new TextEncoder().encode(text));
  if (!parser.isEnded) throw new SyntaxError('The JSON text has no end');
  return result;
}

/** Tells the values at some places of a JSON text that comes in pieces, and keeps nothing of them. */
export class ExactParser {
  private readonly tokens = new ExactTokenizer();
  private readonly values: TokenParser;

  /** @param found gets each value with its key in what it lies in. */
  constructor(paths: string[], found: (value: unknown, key: string | number | undefined) => void) {
    this.values = new TokenParser({ paths, keepStack: false });
    this.values.onValue = ({ value, key }) => found(value, key);
    this.tokens.onToken = token => this.values.write(token);
  }

  /** @throws Error when it is no JSON */
  write(piece: Uint8Array): void {
    this.tokens.write(piece);
  }

  /** The text was whole. */
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

/** @throws TypeError for what goes round in a circle */
export function writeExactly(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map(writeExactly).join(',')}]`;
  if (typeof value !== 'object' || value === null || 'toJSON' in value)
    return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${writeExactly(field)}`).join(',')}}`;
}
