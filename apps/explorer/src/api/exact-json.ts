/**
 * JSON whose numbers keep their digits: 64-bit integers, and 1.0 distinct from 1. A number that JavaScript would change
 * becomes an `ExactNumber` if the browser provides its source text; `JSON.stringify` writes it back unchanged.
 */
interface ExactNumber {
  readonly rawJSON: string;
}

interface SourceText {
  readonly source?: string;
}

interface ExactJson {
  rawJSON?(text: string): ExactNumber;
  isRawJSON?(value: unknown): value is ExactNumber;
}

const json = JSON as typeof JSON & ExactJson;
/** Most texts have no such number, and parsing number by number takes ten times as long. */
const MAY_CHANGE = /\d{16}|\.\d*0[,\]}\s]|[eE]/;

export function parseExactly(text: string): unknown {
  if (json.rawJSON === undefined || !MAY_CHANGE.test(text)) return JSON.parse(text) as unknown;
  const reviver = (_key: string, value: unknown, context?: SourceText): unknown => {
    const source = context?.source;
    if (typeof value !== 'number' || source === undefined || String(value) === source) return value;
    return json.rawJSON!(source);
  };
  return JSON.parse(text, reviver) as unknown;
}

export function isExact(value: unknown): value is ExactNumber {
  return json.isRawJSON?.(value) ?? false;
}

/** Returns strings unchanged, everything else as JSON. */
export function shown(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
