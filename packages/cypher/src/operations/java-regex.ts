/**
 * Translates Java's regular expressions to RE2's syntax. Rewrites constructs that differ only in notation. Rejects
 * constructs with other semantics in RE2 (nested sets) by name, with an alternative. Leaves constructs that RE2 cannot
 * run in linear time (look-around, back references, possessive quantifiers, atomic groups) to a backtracking engine.
 */

/** An unsupported construct. The message names it, its position, and an alternative. */
export class UnsupportedConstruct extends Error {
  constructor(construct: string, at: number, instead: string) {
    super(`${construct} at character ${at + 1} is not supported. Instead, ${instead}`);
  }
}

const ONE_CLASS = 'write one class with all intended characters';

const POSIX = new Set(
  'Alpha Digit Alnum Upper Lower Punct Space XDigit Blank Cntrl Graph Print ASCII'.split(' '),
);
const PROPERTIES: Readonly<Record<string, string>> = {
  Alphabetic: 'L',
  Letter: 'L',
  Digit: 'Nd',
  Uppercase: 'Lu',
  Lowercase: 'Ll',
  Punctuation: 'P',
  Control: 'Cc',
  javaLowerCase: 'Ll',
  javaUpperCase: 'Lu',
  javaLetter: 'L',
  javaAlphabetic: 'L',
  javaDigit: 'Nd',
};
/** Classes that have a letter in Java but not in RE2, as the content of brackets. */
const LETTER_CLASSES: Readonly<Record<string, string>> = {
  h: ' \\t\\x{A0}\\x{1680}\\x{180E}\\x{2000}-\\x{200A}\\x{202F}\\x{205F}\\x{3000}',
  v: '\\n\\x0B\\f\\r\\x{85}\\x{2028}\\x{2029}',
};
const LINE_BREAK = `(?:\\r\\n|[${LETTER_CLASSES['v']!}])`;

export interface Translated {
  readonly pattern: string;
  /** Whether it requires backtracking, which RE2 does not support. */
  readonly backtracks: boolean;
}

/** @throws UnsupportedConstruct */
export function inRe2Syntax(pattern: string): Translated {
  return new Translation(pattern).run();
}

class Translation {
  private at = 0;
  private result = '';
  private inClass = false;
  private afterQuantifier = false;
  private backtracks = false;

  constructor(private readonly pattern: string) {}

  run(): Translated {
    while (this.at < this.pattern.length) {
      const char = this.pattern[this.at]!;
      if (char === '\\') this.escape();
      else if (this.inClass) this.classCharacter(char);
      else this.character(char);
    }
    return { pattern: this.result, backtracks: this.backtracks };
  }

  private take(length: number, written = this.pattern.slice(this.at, this.at + length)): void {
    this.result += written;
    this.at += length;
    this.afterQuantifier = false;
  }

  private character(char: string): void {
    if (char === '(') this.group();
    else if (char === '[') {
      this.take(this.pattern[this.at + 1] === '^' ? 2 : 1);
      this.inClass = true;
      // A bracket in first position is literal.
      if (this.pattern[this.at] === ']') this.take(1, '\\]');
    } else if (char === '+' && this.afterQuantifier) {
      this.backtracks = true;
      this.take(1);
    } else {
      const quantifier = /^(?:[*+?]|\{\d+(?:,\d*)?\})/.exec(this.pattern.slice(this.at));
      this.take(quantifier?.[0].length ?? 1);
      this.afterQuantifier = quantifier !== null;
    }
  }

  private group(): void {
    const rest = this.pattern.slice(this.at, this.at + 12);
    const apart = /^\(\?(?:<?[=!]|>)/.exec(rest);
    if (apart !== null) {
      this.backtracks = true;
      return this.take(apart[0].length);
    }
    const flags = /^\(\?([a-zA-Z]*)(-[a-zA-Z]*)?[:)]/.exec(rest);
    if (flags === null || flags[0] === '(?:') return this.take(1);
    if (flags[1]!.includes('x')) {
      throw new UnsupportedConstruct(
        'the flag x',
        this.at,
        'write the expression without blanks and comments',
      );
    }
    if (flags[1]!.includes('U')) {
      throw new UnsupportedConstruct('the flag U', this.at, 'name the intended characters, as in \\p{L}');
    }
    // Case-insensitive matching covers all of Unicode anyway, and only \n ends a line.
    const kept = flags[0].replaceAll(/[ud]/g, '');
    this.take(
      flags[0].length,
      kept === '(?)' || kept === '(?-)' ? '' : kept.replace('-)', ')').replace('-:', ':'),
    );
  }

  private classCharacter(char: string): void {
    if (char === ']') this.inClass = false;
    const rest = this.pattern.slice(this.at, this.at + 14);
    const posix = /^\[:\^?[a-z]+:\]/.exec(rest);
    if (posix) return this.take(posix[0].length);
    if (char === '[') throw new UnsupportedConstruct('a class inside a class', this.at, ONE_CLASS);
    if (rest.startsWith('&&')) {
      throw new UnsupportedConstruct('the intersection && of classes', this.at, ONE_CLASS);
    }
    this.take(1);
  }

  private escape(): void {
    const rest = this.pattern.slice(this.at);
    const quoted = /^\\Q([\s\S]*?)(?:\\E|$)/.exec(rest);
    if (quoted) return this.take(quoted[0].length, quoted[1]!.replaceAll(/[^\w\s]/g, '\\$&'));
    const property = /^\\([pP])\{(\w+)\}/.exec(rest);
    if (property) return this.property(property[0].length, property[1] === 'P', property[2]!);
    const code = /^\\(?:u([0-9a-fA-F]{4})|0([0-3]?[0-7]{1,2})|c([@-_]))/.exec(rest);
    if (code) return this.take(code[0].length, `\\x{${codePoint(code).toString(16)}}`);
    const letter = rest[1] ?? '';
    if (!this.inClass && (/[1-9]/.test(letter) || /^\\k</.test(rest))) {
      this.backtracks = true;
      return this.take(2);
    }
    if (letter === 'G' || letter === 'X') {
      throw new UnsupportedConstruct(`\\${letter}`, this.at, 'describe the characters themselves');
    }
    this.take(2, this.letter(letter));
  }

  private letter(letter: string): string {
    const members = LETTER_CLASSES[letter.toLowerCase()];
    if (members !== undefined) {
      if (letter.toLowerCase() === letter) return this.inClass ? members : `[${members}]`;
      if (!this.inClass) return `[^${members}]`;
      throw new UnsupportedConstruct(`\\${letter} inside a class`, this.at, ONE_CLASS);
    }
    if (letter === 'e') return '\\x1B';
    if (!this.inClass && letter === 'R') return LINE_BREAK;
    if (!this.inClass && letter === 'Z') return '\\n?\\z';
    return `\\${letter}`;
  }

  private property(length: number, negated: boolean, name: string): void {
    const not = negated ? '^' : '';
    if (POSIX.has(name)) {
      const members = `[:${not}${name.toLowerCase()}:]`;
      return this.take(length, this.inClass ? members : `[${members}]`);
    }
    const plain = name.replace(/^(?:Is|In)(?=[A-Z])/, '');
    this.take(length, `\\${negated ? 'P' : 'p'}{${PROPERTIES[plain] ?? plain}}`);
  }
}

function codePoint([, unicode, octal, control]: RegExpExecArray): number {
  if (unicode !== undefined) return parseInt(unicode, 16);
  if (octal !== undefined) return parseInt(octal, 8);
  return control!.charCodeAt(0) ^ 64;
}
