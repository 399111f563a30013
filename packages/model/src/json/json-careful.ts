/**
 * The slow path of `parseJson`: exact integers and a limit on nesting. The text is known to be valid JSON, so it checks
 * no syntax that it doesn't need.
 */
import { MAX_VALUE_DEPTH } from '../values/value-depth.js';
import { integer, mapSet, type Value, type ValueMap } from '../values/value.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NUMBER = /(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?/y;
const SPACE = /[ \t\r\n]*/y;

export class CarefulReader {
  private at = 0;
  private depth = 0;

  /** @param text well-formed JSON. */
  constructor(private readonly text: string) {}

  /** @throws SyntaxError for nesting beyond the limit. */
  read(): Value {
    this.skipSpace();
    switch (this.text[this.at]) {
      case '{':
        return this.readMap();
      case '[':
        return this.readList();
      case '"':
        return this.readString();
      case 't':
        this.at += 4;
        return true;
      case 'f':
        this.at += 5;
        return false;
      case 'n':
        this.at += 4;
        return null;
      default:
        return this.readNumber();
    }
  }

  private readMap(): ValueMap {
    const map: ValueMap = {};
    this.enter();
    while (this.text[this.at] !== '}') {
      const key = this.readString();
      this.skipSpace();
      this.at++; // the colon
      mapSet(map, key, this.read());
      this.skipSeparator();
    }
    this.leave();
    return map;
  }

  private readList(): Value[] {
    const list: Value[] = [];
    this.enter();
    while (this.text[this.at] !== ']') {
      list.push(this.read());
      this.skipSeparator();
    }
    this.leave();
    return list;
  }

  private enter(): void {
    if (++this.depth > MAX_VALUE_DEPTH) {
      throw new SyntaxError(`JSON nested deeper than ${MAX_VALUE_DEPTH} levels at position ${this.at}`);
    }
    this.at++;
    this.skipSpace();
  }

  private leave(): void {
    this.depth--;
    this.at++;
  }

  private skipSeparator(): void {
    this.skipSpace();
    if (this.text[this.at] !== ',') return;
    this.at++;
    this.skipSpace();
  }

  private readString(): string {
    const start = this.at;
    let end = start + 1;
    let escaped = false;
    for (; this.text.charCodeAt(end) !== QUOTE; end++) {
      if (this.text.charCodeAt(end) === BACKSLASH) {
        escaped = true;
        end++;
      }
    }
    this.at = end + 1;
    return escaped
      ? (JSON.parse(this.text.slice(start, end + 1)) as string)
      : this.text.slice(start + 1, end);
  }

  private readNumber(): Value {
    NUMBER.lastIndex = this.at;
    const [lexeme, sign, whole, fraction, exponent] = NUMBER.exec(this.text)!;
    this.at += lexeme.length;
    const double = Number(lexeme);
    if (Math.abs(double) <= Number.MAX_SAFE_INTEGER) return double === 0 ? 0 : double;
    return exactInteger(sign!, whole!, fraction ?? '', Number(exponent ?? 0)) ?? double;
  }

  private skipSpace(): void {
    SPACE.lastIndex = this.at;
    SPACE.test(this.text);
    this.at = SPACE.lastIndex;
  }
}

/** No 64-bit integer has more digits. */
const MAX_DIGITS = 19;

/** A decimal numeral as an INTEGER, or `undefined` when it has a fraction or does not fit. */
function exactInteger(
  sign: string,
  whole: string,
  fraction: string,
  exponent: number,
): number | bigint | undefined {
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = withoutTrailingZeros(digits);
  const zeros = digits.length - significant.length + exponent - fraction.length;
  if (zeros < 0 || significant.length + zeros > MAX_DIGITS) return undefined;
  return integer(BigInt(sign + significant + '0'.repeat(zeros)));
}

/** A regular expression such as `0+$` takes quadratic time, since each zero could start the final run. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}
