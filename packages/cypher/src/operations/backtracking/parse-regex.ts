/**
 * Parses an expression in RE2's syntax, extended with look-around, atomic groups, possessive quantifiers and back
 * references. The linear engine determines which characters a character or class matches.
 */
import { RE2JS } from 're2js';
import {
  type Assertion,
  type CharacterTest,
  type Greed,
  type ParsedRegex,
  RegexSyntaxError,
  type RegexTree,
} from './regex-tree.js';

interface Flags {
  readonly i: boolean;
  readonly m: boolean;
  readonly s: boolean;
}

const LOOK_AROUNDS: Readonly<Record<string, { readonly behind: boolean; readonly negated: boolean }>> = {
  '(?=': { behind: false, negated: false },
  '(?!': { behind: false, negated: true },
  '(?<=': { behind: true, negated: false },
  '(?<!': { behind: true, negated: true },
};
const ASSERTIONS: Readonly<Record<string, Assertion>> = {
  A: 'text-start',
  z: 'text-end',
  b: 'word',
  B: 'no-word',
};
const MOST_REPETITIONS = 1000;
const DEEPEST = 100;

/** @throws RegexSyntaxError */
export function parseRegex(pattern: string): ParsedRegex {
  return new Parser(pattern).run();
}

class Parser {
  private at = 0;
  private groups = 0;
  private depth = 0;
  private flags: Flags = { i: false, m: false, s: false };
  private readonly names = new Map<string, number>();

  constructor(private readonly pattern: string) {}

  run(): ParsedRegex {
    const tree = this.alternatives();
    if (this.at < this.pattern.length) throw this.error('unexpected )');
    return { tree, groups: this.groups, names: this.names };
  }

  private error(what: string): RegexSyntaxError {
    return new RegexSyntaxError(`${what}: \`${this.pattern.slice(this.at, this.at + 20)}\``);
  }

  private match(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.at;
    const found = expression.exec(this.pattern);
    if (found !== null) this.at += found[0].length;
    return found;
  }

  private alternatives(): RegexTree {
    const { flags } = this;
    if (++this.depth > DEEPEST) throw new RegexSyntaxError(`groups more than ${DEEPEST} levels deep`);
    const parts = [this.sequence()];
    while (this.match(/\|/y) !== null) parts.push(this.sequence());
    this.flags = flags;
    this.depth--;
    return parts.length === 1 ? parts[0]! : { kind: 'alternatives', parts };
  }

  private sequence(): RegexTree {
    const parts: RegexTree[] = [];
    while (this.at < this.pattern.length && !'|)'.includes(this.pattern[this.at]!)) {
      const part = this.part();
      if (part !== undefined) parts.push(this.repeated(part));
    }
    return parts.length === 1 ? parts[0]! : { kind: 'sequence', parts };
  }

  private repeated(body: RegexTree): RegexTree {
    const found = this.match(/(?:([*+?])|\{(\d+)(,?)(\d*)\})([?+]?)/y);
    if (found === null) return body;
    const [, sign, from, comma, to, mode] = found;
    const min = sign === undefined ? Number(from) : sign === '+' ? 1 : 0;
    const max = sign === undefined ? mostOf(min, comma!, to!) : sign === '?' ? 1 : Infinity;
    if (min > MOST_REPETITIONS || (max > MOST_REPETITIONS && max !== Infinity) || max < min) {
      throw new RegexSyntaxError(`invalid repeat count: \`${found[0]}\``);
    }
    const greed: Greed = mode === '' ? 'greedy' : mode === '?' ? 'lazy' : 'possessive';
    if (this.match(/[*+?]/y) !== null) throw new RegexSyntaxError('invalid nested repetition operator');
    return { kind: 'repeat', body, min, max, greed };
  }

  /** `undefined` for flags. */
  private part(): RegexTree | undefined {
    const char = this.pattern[this.at]!;
    if (char === '(') return this.group();
    if ('*+?'.includes(char)) throw this.error('missing argument to repetition operator');
    if (char === '^' || char === '$') {
      this.at++;
      const place = char === '^' ? 'start' : 'end';
      return { kind: 'assertion', assertion: `${this.flags.m ? 'line' : 'text'}-${place}` };
    }
    return char === '\\' ? this.escape() : this.single();
  }

  private escape(): RegexTree {
    const assertion = this.match(/\\([AzbB])/y);
    if (assertion !== null) return { kind: 'assertion', assertion: ASSERTIONS[assertion[1]!]! };
    const { i: ignoresCase } = this.flags;
    const number = this.match(/\\([1-9]\d{0,2})/y);
    if (number !== null) return { kind: 'reference', group: number[1]!, ignoresCase };
    const name = this.match(/\\k<(\w+)>/y);
    if (name === null) return this.single();
    const group = this.names.get(name[1]!);
    if (group === undefined)
      throw new RegexSyntaxError(`group ${name[1]} does not exist before its reference`);
    return { kind: 'reference', group: String(group), ignoresCase };
  }

  /** One character, or a class of them. */
  private single(): RegexTree {
    const text = this.match(
      /\[\^?(?:\[:\^?[a-z]+:\]|\\[\s\S]|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\[pP]\w|\\x\{[^}]*\}|\\x\w\w|\\[\s\S]|[^[]/uy,
    )?.[0];
    if (text === undefined) throw this.error('missing closing ]');
    const { i, s } = this.flags;
    if (!i && text !== '.' && !text.startsWith('\\') && !text.startsWith('[')) {
      return { kind: 'character', codePoint: text.codePointAt(0)! };
    }
    return { kind: 'test', test: characterTest(`(?${i ? 'i' : ''}${s ? 's' : ''}:${text})`) };
  }

  private group(): RegexTree | undefined {
    const opening = this.match(/\((?:\?(?:<?[=!]|>|P?<(\w+)>|([a-zA-Z]*)(?:-([a-zA-Z]+))?([:)])))?/y)!;
    const [text, name, on = '', off = '', end] = opening;
    if (text === '(' && this.pattern[this.at] === '?') throw this.error('invalid or unsupported group');
    if (end === ')') {
      this.setFlags(on, off);
      return undefined;
    }
    const outer = this.flags;
    if (end === ':') this.setFlags(on, off);
    const isCapture = text === '(' || name !== undefined;
    const group = isCapture ? ++this.groups : 0;
    if (name !== undefined) {
      if (this.names.has(name)) throw new RegexSyntaxError(`duplicate capture group name: \`${name}\``);
      this.names.set(name, group);
    }
    const body = this.alternatives();
    this.flags = outer;
    if (this.match(/\)/y) === null) throw this.error('missing closing )');
    const look = LOOK_AROUNDS[text];
    if (look !== undefined) return { kind: 'look', ...look, body };
    if (isCapture) return { kind: 'capture', group, body };
    return text === '(?>' ? { kind: 'atomic', body } : body;
  }

  private setFlags(on: string, off: string): void {
    const flags = { ...this.flags };
    for (const flag of on + off) {
      if (flag !== 'i' && flag !== 'm' && flag !== 's') throw new RegexSyntaxError(`unknown flag ${flag}`);
      flags[flag] = on.includes(flag);
    }
    this.flags = flags;
  }
}

function mostOf(min: number, comma: string, to: string): number {
  if (comma === '') return min;
  return to === '' ? Infinity : Number(to);
}

/** @throws the error of the linear engine. */
function characterTest(expression: string): CharacterTest {
  const regex = RE2JS.compile(expression);
  const known = new Map<number, boolean>();
  return codePoint => {
    let answer = known.get(codePoint);
    if (answer === undefined) {
      answer = regex.matches(String.fromCodePoint(codePoint));
      if (known.size < 1024) known.set(codePoint, answer);
    }
    return answer;
  };
}
