import type { Rule } from './atom-parser.js';
import { ExpressionParser } from './expression-parser.js';
import * as token from '../lexing/token-types.js';

export abstract class PatternParser extends ExpressionParser {
  readonly where: Rule = this.RULE('where', () => {
    this.CONSUME(token.Where);
    this.SUBRULE(this.expression);
  });

  readonly patternPart: Rule = this.RULE('patternPart', () => {
    this.OPTION(() => {
      this.CONSUME(token.VariableName);
      this.CONSUME(token.Equal);
    });
    this.OR([
      { ALT: () => this.SUBRULE(this.shortestPathPattern) },
      { ALT: () => this.SUBRULE(this.patternChain) },
    ]);
  });

  readonly shortestPathPattern: Rule = this.RULE('shortestPathPattern', () => {
    this.OR([
      { ALT: () => this.CONSUME(token.ShortestPath) },
      { ALT: () => this.CONSUME(token.AllShortestPaths) },
    ]);
    this.CONSUME(token.LeftParen);
    this.SUBRULE(this.patternChain);
    this.CONSUME(token.RightParen);
  });

  readonly patternChain: Rule = this.RULE('patternChain', () => {
    this.OR([
      {
        GATE: () => this.LA(2).tokenType === token.LeftParen,
        ALT: () => {
          this.CONSUME(token.LeftParen);
          this.SUBRULE(this.patternChain);
          this.CONSUME(token.RightParen);
        },
      },
      {
        ALT: () => {
          this.SUBRULE1(this.nodePattern);
          this.MANY(() => {
            this.SUBRULE(this.relationshipPattern);
            this.SUBRULE2(this.nodePattern);
          });
        },
      },
    ]);
  });

  /** The chain of a pattern predicate: tried before an expression in parentheses. */
  readonly patternChainWithHop: Rule = this.RULE('patternChainWithHop', () => {
    this.SUBRULE1(this.nodePattern);
    this.SUBRULE(this.relationshipPattern);
    this.SUBRULE2(this.nodePattern);
  });

  readonly nodePattern = this.RULE('nodePattern', () => {
    this.CONSUME(token.LeftParen);
    this.withBar(false, () => {
      this.OPTION1(() => this.CONSUME(token.VariableName));
      this.OPTION2(() => this.SUBRULE(this.labels));
      this.OPTION3(() => this.SUBRULE(this.patternProperties));
      this.OPTION4(() => this.SUBRULE(this.where));
    });
    this.CONSUME(token.RightParen);
  });

  readonly relationshipPattern = this.RULE('relationshipPattern', () => {
    this.OPTION1(() => this.CONSUME(token.Less));
    this.CONSUME1(token.Minus);
    this.OPTION2(() => this.SUBRULE(this.relationshipDetail));
    this.CONSUME2(token.Minus);
    this.OPTION3(() => this.CONSUME(token.Greater));
  });

  readonly relationshipDetail = this.RULE('relationshipDetail', () => {
    this.CONSUME(token.LeftBracket);
    this.withBar(false, () => {
      this.OPTION1(() => this.CONSUME(token.VariableName));
      this.OPTION2(() => this.SUBRULE(this.labels));
      this.OPTION3(() => this.SUBRULE(this.pathLength));
      this.OPTION4(() => this.SUBRULE(this.patternProperties));
      this.OPTION5(() => this.SUBRULE(this.where));
    });
    this.CONSUME(token.RightBracket);
  });

  readonly pathLength = this.RULE('pathLength', () => {
    this.CONSUME(token.Star);
    this.OPTION1(() => this.CONSUME1(token.IntegerToken, { LABEL: 'min' }));
    this.OPTION2(() => {
      this.CONSUME(token.DotDot);
      this.OPTION3(() => this.CONSUME2(token.IntegerToken, { LABEL: 'max' }));
    });
  });

  readonly patternProperties = this.RULE('patternProperties', () => {
    this.OR([{ ALT: () => this.SUBRULE(this.map) }, { ALT: () => this.CONSUME(token.ParameterToken) }]);
  });
}
