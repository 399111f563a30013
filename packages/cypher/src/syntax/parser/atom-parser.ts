/** The grammar of operands: literals, calls, comprehensions, subqueries. */
import type { CstNode, IParserConfig, ParserMethod } from 'chevrotain';
import { CstParser } from '../lexing/chevrotain.js';
import * as lookahead from './lookahead.js';
import * as token from '../lexing/token-types.js';

export type Rule = ParserMethod<[], CstNode>;

/** Rules used here and defined in subclasses. */
export abstract class AtomParser extends CstParser {
  abstract readonly expression: Rule;
  abstract readonly patternPart: Rule;
  abstract readonly patternChain: Rule;
  abstract readonly patternChainWithHop: Rule;
  abstract readonly shortestPathPattern: Rule;
  abstract readonly where: Rule;
  abstract readonly queryBody: Rule;

  /** Inside a comprehension before its `|`: there the bar ends the expression and does not join labels. */
  protected barEndsExpression = false;
  private readonly triedPatterns = new Map<number, boolean>();
  protected readonly peek: lookahead.Peek = k => this.LA(k);

  protected constructor(config: IParserConfig) {
    super(token.VOCABULARY, config);
  }

  /** Runs `rule` with another meaning of the bar. Not restored after an error: `reset` and backtracking do that. */
  protected withBar(barEndsExpression: boolean, rule: () => void): void {
    const outer = this.barEndsExpression;
    this.barEndsExpression = barEndsExpression;
    rule();
    this.barEndsExpression = outer;
  }

  override reset(): void {
    super.reset();
    this.barEndsExpression = false;
    this.triedPatterns?.clear();
  }

  /**
   * Tries a pattern without consuming anything. The result is cached: otherwise patterns nested in the maps of patterns
   * would be tried twice at every level.
   */
  private isPatternPredicate(): boolean {
    if (!lookahead.mayBeginPattern(this.peek)) return false;
    const offset = this.LA(1).startOffset;
    const known = this.triedPatterns.get(offset);
    if (known !== undefined) return known;
    const outer = this.barEndsExpression;
    const matches = this.BACKTRACK(this.patternChainWithHop).call(this);
    this.barEndsExpression = outer;
    this.triedPatterns.set(offset, matches);
    return matches;
  }

  readonly atom: Rule = this.RULE('atom', () => {
    this.OR([
      { ALT: () => this.SUBRULE(this.literal) },
      { ALT: () => this.CONSUME(token.ParameterToken) },
      { ALT: () => this.SUBRULE(this.caseExpression) },
      { GATE: () => this.isSubquery(), ALT: () => this.SUBRULE(this.subqueryExpression) },
      { GATE: () => this.isQuantifier(), ALT: () => this.SUBRULE(this.quantifier) },
      { GATE: () => this.isReduce(), ALT: () => this.SUBRULE(this.reduceExpression) },
      { GATE: () => this.isCountStar(), ALT: () => this.SUBRULE(this.countStar) },
      { GATE: () => this.isShortestPath(), ALT: () => this.SUBRULE(this.shortestPathPattern) },
      { GATE: () => lookahead.beginsCall(this.peek), ALT: () => this.SUBRULE(this.functionCall) },
      { GATE: () => this.LA(2).tokenType === token.LeftBrace, ALT: () => this.SUBRULE(this.mapProjection) },
      { GATE: () => this.isPatternPredicate(), ALT: () => this.SUBRULE(this.patternChain) },
      { ALT: () => this.SUBRULE(this.parenthesized) },
      {
        GATE: () => lookahead.beginsPatternComprehension(this.peek),
        ALT: () => this.SUBRULE(this.patternComprehension),
      },
      {
        GATE: () => lookahead.beginsListComprehension(this.peek),
        ALT: () => this.SUBRULE(this.listComprehension),
      },
      { ALT: () => this.SUBRULE(this.list) },
      { ALT: () => this.SUBRULE(this.map) },
      { ALT: () => this.CONSUME(token.VariableName) },
    ]);
  });

  /** A map projection of a variable named `count` continues with a dot. */
  private isSubquery(): boolean {
    return this.LA(2).tokenType === token.LeftBrace && this.LA(3).tokenType !== token.Dot;
  }

  private isQuantifier(): boolean {
    return (
      this.LA(2).tokenType === token.LeftParen &&
      lookahead.isVariable(this.LA(3)) &&
      this.LA(4).tokenType === token.In
    );
  }

  private isReduce(): boolean {
    return this.LA(2).tokenType === token.LeftParen && this.LA(4).tokenType === token.Equal;
  }

  private isCountStar(): boolean {
    return this.LA(2).tokenType === token.LeftParen && this.LA(3).tokenType === token.Star;
  }

  private isShortestPath(): boolean {
    return this.LA(2).tokenType === token.LeftParen;
  }

  readonly literal = this.RULE('literal', () => {
    this.OR([
      { ALT: () => this.CONSUME(token.IntegerToken) },
      { ALT: () => this.CONSUME(token.FloatToken) },
      { ALT: () => this.CONSUME(token.MalformedNumber) },
      { ALT: () => this.CONSUME(token.StringToken) },
      { ALT: () => this.CONSUME(token.True) },
      { ALT: () => this.CONSUME(token.False) },
      { ALT: () => this.CONSUME(token.Null) },
    ]);
  });

  readonly parenthesized = this.RULE('parenthesized', () => {
    this.CONSUME(token.LeftParen);
    this.withBar(false, () => this.SUBRULE(this.expression));
    this.CONSUME(token.RightParen);
  });

  readonly list = this.RULE('list', () => {
    this.CONSUME(token.LeftBracket);
    this.withBar(false, () => {
      this.MANY_SEP({ SEP: token.Comma, DEF: () => this.SUBRULE(this.expression) });
    });
    this.CONSUME(token.RightBracket);
  });

  readonly map = this.RULE('map', () => {
    this.CONSUME(token.LeftBrace);
    this.withBar(false, () => {
      this.MANY_SEP({ SEP: token.Comma, DEF: () => this.SUBRULE(this.mapEntry) });
    });
    this.CONSUME(token.RightBrace);
  });

  readonly mapEntry = this.RULE('mapEntry', () => {
    this.CONSUME(token.AnyName);
    this.CONSUME(token.Colon);
    this.SUBRULE(this.expression);
  });

  readonly mapProjection = this.RULE('mapProjection', () => {
    this.CONSUME(token.VariableName);
    this.CONSUME(token.LeftBrace);
    this.withBar(false, () => {
      this.MANY_SEP({ SEP: token.Comma, DEF: () => this.SUBRULE(this.mapProjectionItem) });
    });
    this.CONSUME(token.RightBrace);
  });

  readonly mapProjectionItem = this.RULE('mapProjectionItem', () => {
    this.OR([
      {
        ALT: () => {
          this.CONSUME(token.Dot);
          this.OR1([
            { ALT: () => this.CONSUME(token.Star) },
            { ALT: () => this.CONSUME1(token.AnyName, { LABEL: 'property' }) },
          ]);
        },
      },
      { GATE: () => this.LA(2).tokenType === token.Colon, ALT: () => this.SUBRULE(this.mapEntry) },
      { ALT: () => this.CONSUME(token.VariableName) },
    ]);
  });

  readonly caseExpression = this.RULE('caseExpression', () => {
    this.CONSUME(token.Case);
    this.withBar(false, () => {
      this.OPTION1({
        // `WHEN (...)` is not the call of a function.
        GATE: () => this.LA(1).tokenType !== token.When,
        DEF: () => this.SUBRULE1(this.expression, { LABEL: 'subject' }),
      });
      this.AT_LEAST_ONE(() => this.SUBRULE(this.caseBranch));
      this.OPTION2(() => {
        this.CONSUME(token.Else);
        this.SUBRULE2(this.expression, { LABEL: 'otherwise' });
      });
    });
    this.CONSUME(token.End);
  });

  readonly caseBranch = this.RULE('caseBranch', () => {
    this.CONSUME(token.When);
    this.SUBRULE1(this.expression, { LABEL: 'when' });
    this.CONSUME(token.Then);
    this.SUBRULE2(this.expression, { LABEL: 'then' });
  });

  readonly functionCall = this.RULE('functionCall', () => {
    this.SUBRULE(this.dottedName);
    this.CONSUME(token.LeftParen);
    this.withBar(false, () => {
      this.OPTION(() => this.CONSUME(token.Distinct));
      this.MANY_SEP({ SEP: token.Comma, DEF: () => this.SUBRULE(this.expression) });
    });
    this.CONSUME(token.RightParen);
  });

  readonly dottedName = this.RULE('dottedName', () => {
    this.AT_LEAST_ONE_SEP({ SEP: token.Dot, DEF: () => this.CONSUME(token.AnyName) });
  });

  readonly countStar = this.RULE('countStar', () => {
    this.CONSUME(token.Count);
    this.CONSUME(token.LeftParen);
    this.CONSUME(token.Star);
    this.CONSUME(token.RightParen);
  });

  readonly quantifier = this.RULE('quantifier', () => {
    this.OR([
      { ALT: () => this.CONSUME(token.All, { LABEL: 'form' }) },
      { ALT: () => this.CONSUME(token.Any, { LABEL: 'form' }) },
      { ALT: () => this.CONSUME(token.None, { LABEL: 'form' }) },
      { ALT: () => this.CONSUME(token.Single, { LABEL: 'form' }) },
    ]);
    this.CONSUME(token.LeftParen);
    this.withBar(false, () => {
      this.CONSUME(token.VariableName);
      this.CONSUME(token.In);
      this.SUBRULE(this.expression);
      this.OPTION(() => this.SUBRULE(this.where));
    });
    this.CONSUME(token.RightParen);
  });

  readonly reduceExpression = this.RULE('reduceExpression', () => {
    this.CONSUME(token.Reduce);
    this.CONSUME(token.LeftParen);
    this.CONSUME1(token.VariableName, { LABEL: 'accumulator' });
    this.CONSUME(token.Equal);
    this.withBar(true, () => {
      this.SUBRULE1(this.expression, { LABEL: 'initial' });
      this.CONSUME(token.Comma);
      this.CONSUME2(token.VariableName, { LABEL: 'variable' });
      this.CONSUME(token.In);
      this.SUBRULE2(this.expression, { LABEL: 'list' });
    });
    this.CONSUME(token.Bar);
    this.withBar(false, () => this.SUBRULE3(this.expression, { LABEL: 'step' }));
    this.CONSUME(token.RightParen);
  });

  readonly listComprehension = this.RULE('listComprehension', () => {
    this.CONSUME(token.LeftBracket);
    this.CONSUME(token.VariableName);
    this.CONSUME(token.In);
    this.withBar(true, () => {
      this.SUBRULE1(this.expression, { LABEL: 'list' });
      this.OPTION1(() => this.SUBRULE(this.where));
    });
    this.OPTION2(() => {
      this.CONSUME(token.Bar);
      this.withBar(false, () => this.SUBRULE2(this.expression, { LABEL: 'projection' }));
    });
    this.CONSUME(token.RightBracket);
  });

  readonly patternComprehension = this.RULE('patternComprehension', () => {
    this.CONSUME(token.LeftBracket);
    this.withBar(false, () => this.SUBRULE(this.patternPart));
    this.withBar(true, () => this.OPTION(() => this.SUBRULE(this.where)));
    this.CONSUME(token.Bar);
    this.withBar(false, () => this.SUBRULE(this.expression));
    this.CONSUME(token.RightBracket);
  });

  readonly subqueryExpression = this.RULE('subqueryExpression', () => {
    this.OR1([
      { ALT: () => this.CONSUME(token.Exists, { LABEL: 'form' }) },
      { ALT: () => this.CONSUME(token.Count, { LABEL: 'form' }) },
      { ALT: () => this.CONSUME(token.Collect, { LABEL: 'form' }) },
    ]);
    this.CONSUME(token.LeftBrace);
    this.withBar(false, () => {
      this.OR2([
        {
          GATE: () => lookahead.beginsBarePattern(this.peek),
          ALT: () => {
            this.AT_LEAST_ONE_SEP({ SEP: token.Comma, DEF: () => this.SUBRULE(this.patternPart) });
            this.OPTION(() => this.SUBRULE(this.where));
          },
        },
        { ALT: () => this.SUBRULE(this.queryBody) },
      ]);
    });
    this.CONSUME(token.RightBrace);
  });
}
