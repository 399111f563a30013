import type { IToken, ParserMethod } from 'chevrotain';
import { createToken, EmbeddedActionsParser, Lexer } from '../syntax/lexing/chevrotain.js';
import type { Value } from '@weir/model';
import { gremlinError } from './gremlin-error.js';
import type { GremlinArgument, GremlinStep } from './gremlin-ast.js';

const Space = createToken({ name: 'Space', pattern: /\s+/, group: Lexer.SKIPPED });
const Text = createToken({ name: 'Text', pattern: /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/ });
const Decimal = createToken({ name: 'Decimal', pattern: /-?\d+(?:\.\d+(?:[eE][+-]?\d+)?|[eE][+-]?\d+)/ });
const Whole = createToken({ name: 'Whole', pattern: /-?\d{1,18}/ });
const Identifier = createToken({ name: 'Identifier', pattern: /[A-Za-z_]\w*/ });
const Truth = createToken({ name: 'Truth', pattern: /(?:true|false)\b/, longer_alt: Identifier });
const Dot = createToken({ name: 'Dot', pattern: '.' });
const Comma = createToken({ name: 'Comma', pattern: ',' });
const Open = createToken({ name: 'Open', pattern: '(' });
const Close = createToken({ name: 'Close', pattern: ')' });
const OpenList = createToken({ name: 'OpenList', pattern: '[' });
const CloseList = createToken({ name: 'CloseList', pattern: ']' });

const TOKENS = [Space, Text, Decimal, Whole, Truth, Identifier, Dot, Comma, Open, Close, OpenList, CloseList];

/** Maximum nesting of steps. */
const DEEPEST = 50;

class GremlinParser extends EmbeddedActionsParser {
  readonly query: ParserMethod<[], GremlinStep[]> = this.RULE('query', () => {
    this.CONSUME(Identifier);
    this.CONSUME(Dot);
    return this.SUBRULE(this.steps);
  });

  private readonly steps: ParserMethod<[], GremlinStep[]> = this.RULE('steps', () => {
    const steps: GremlinStep[] = [];
    this.AT_LEAST_ONE_SEP({ SEP: Dot, DEF: () => steps.push(this.SUBRULE(this.step)) });
    return steps;
  });

  private readonly step: ParserMethod<[], GremlinStep> = this.RULE('step', () => {
    const name = this.CONSUME(Identifier);
    this.CONSUME(Open);
    const given: GremlinArgument[] = [];
    this.MANY_SEP({ SEP: Comma, DEF: () => given.push(this.SUBRULE(this.argument)) });
    this.CONSUME(Close);
    return { name: name.image, arguments: given, offset: name.startOffset };
  });

  private readonly argument: ParserMethod<[], GremlinArgument> = this.RULE('argument', () =>
    this.OR<GremlinArgument>([
      { ALT: () => ({ kind: 'value', value: this.SUBRULE(this.value) }) },
      { ALT: () => ({ kind: 'steps', steps: this.SUBRULE(this.steps) }) },
      {
        // `__` starts nested steps.
        ALT: () => {
          this.CONSUME1(Identifier);
          this.CONSUME(Dot);
          return { kind: 'steps', steps: this.SUBRULE1(this.steps) };
        },
      },
      { ALT: () => ({ kind: 'parameter', name: this.CONSUME2(Identifier).image }) },
    ]),
  );

  private readonly value: ParserMethod<[], Value> = this.RULE('value', () =>
    this.OR<Value>([
      { ALT: () => textOf(this.CONSUME(Text)) },
      { ALT: () => Number(this.CONSUME(Decimal).image) },
      { ALT: () => integerOf(this.CONSUME(Whole)) },
      { ALT: () => this.CONSUME(Truth).image === 'true' },
      {
        ALT: () => {
          const list: Value[] = [];
          this.CONSUME(OpenList);
          this.MANY_SEP({ SEP: Comma, DEF: () => list.push(this.SUBRULE(this.value)) });
          this.CONSUME(CloseList);
          return list;
        },
      },
    ]),
  );

  constructor() {
    super(TOKENS, { maxLookahead: 2 });
    this.performSelfAnalysis();
  }
}

function integerOf({ image }: IToken): Value {
  const value = Number(image);
  return Number.isSafeInteger(value) || Number.isNaN(value) ? value : BigInt(image);
}

function textOf({ image }: IToken): string {
  return image.slice(1, -1).replaceAll(/\\(.)/gs, (_, letter: string) => ESCAPES[letter] ?? letter);
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

// Created on first use: each takes some ten milliseconds, and most threads need none.
let lexer: InstanceType<typeof Lexer> | undefined;
let parser: GremlinParser | undefined;

/** @throws WeirError `gremlin.syntax` */
export function parseGremlin(text: string): readonly GremlinStep[] {
  lexer ??= new Lexer(TOKENS, { positionTracking: 'onlyOffset' });
  const { tokens, errors } = lexer.tokenize(text);
  const [unknown] = errors;
  if (unknown !== undefined) throw gremlinError('LexicalError', text, unknown.offset, 'unexpected character');
  checkDepth(text, tokens);
  parser ??= new GremlinParser();
  parser.input = tokens;
  const steps = parser.query();
  const [wrong] = parser.errors;
  if (wrong === undefined) return steps;
  const { token, message } = wrong;
  throw gremlinError('ParseError', text, token.startOffset >= 0 ? token.startOffset : text.length, message);
}

function checkDepth(text: string, tokens: readonly IToken[]): void {
  let depth = 0;
  for (const { tokenType, startOffset } of tokens) {
    if (tokenType === Open || tokenType === OpenList) depth++;
    else if (tokenType === Close || tokenType === CloseList) depth--;
    if (depth > DEEPEST)
      throw gremlinError('ParseError', text, startOffset, `nested deeper than ${DEEPEST} levels`);
  }
}
