/**
 * Finds the ends of JSON values in an array or in sequence, over any number of lines. Brackets, commas and whitespace
 * between values belong to none of them. Invalid JSON is cut out as a record, and rejected where records are parsed.
 */
import { WeirError } from '@weir/platform';
import type { RecordScanner } from './record-scanner.js';

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const SPACE = 0x20;

const enum At {
  Between,
  /** Within braces. */
  Object,
  /** A number, a word or a string outside braces. */
  Scalar,
}

export class JsonScanner implements RecordScanner {
  readonly keepsEnd = true;
  private at = At.Between;
  private depth = 0;
  /** Open brackets around the values. A stream resumed within an array does not see the first one. */
  private openArrays = 0;
  private isInText = false;
  private isEscaped = false;

  find(block: Buffer, from: number, end: number): number {
    for (let i = from; i < end; i++) {
      const byte = block[i]!;
      if (this.isInText) this.withinText(byte);
      else if (this.at === At.Object) {
        if (this.withinObject(byte)) return i;
      } else if (isBetween(byte)) {
        if (this.at === At.Scalar) {
          this.at = At.Between;
          return i - 1;
        }
        this.passBracket(byte);
      } else if (this.at === At.Scalar) {
        if (byte === QUOTE) this.isInText = true;
      } else this.beginWith(byte);
    }
    return -1;
  }

  begin(block: Buffer, start: number, end: number): number {
    let at = start;
    while (at < end && isBetween(block[at]!)) at++;
    return at;
  }

  finish(): boolean {
    if (this.at === At.Object) {
      throw new WeirError(
        'ingest.invalid',
        'The text ends within a JSON object: a brace is opened and never closed.',
      );
    }
    if (this.openArrays > 0) {
      throw new WeirError(
        'ingest.invalid',
        'The text ends within a JSON array: a bracket is opened and never closed. Check that the text is complete.',
      );
    }
    return this.at === At.Scalar;
  }

  private passBracket(byte: number): void {
    if (byte === OPEN_BRACKET) this.openArrays++;
    else if (byte === CLOSE_BRACKET && this.openArrays > 0) this.openArrays--;
  }

  private beginWith(byte: number): void {
    if (byte === OPEN_BRACE) {
      this.at = At.Object;
      this.depth = 1;
      return;
    }
    this.at = At.Scalar;
    this.isInText = byte === QUOTE;
  }

  /** @returns whether the object ends here. */
  private withinObject(byte: number): boolean {
    if (byte === QUOTE) this.isInText = true;
    else if (byte === OPEN_BRACE) this.depth++;
    else if (byte === CLOSE_BRACE && --this.depth === 0) {
      this.at = At.Between;
      return true;
    }
    return false;
  }

  private withinText(byte: number): void {
    if (this.isEscaped) this.isEscaped = false;
    else if (byte === BACKSLASH) this.isEscaped = true;
    else if (byte === QUOTE) this.isInText = false;
  }
}

/** Whitespace, or punctuation of the array around the values. */
function isBetween(byte: number): boolean {
  return byte <= SPACE || byte === COMMA || byte === OPEN_BRACKET || byte === CLOSE_BRACKET;
}
