/**
 * The grammar of expressions, loosest binding first. One rule per precedence level; the builders define the meaning of
 * the rules.
 */
import { AtomParser, type Rule } from './atom-parser.js';
import * as token from '../lexing/token-types.js';

export abstract class ExpressionParser extends AtomParser {
  readonly expression: Rule = this.RULE('expression', () => {
    this.SUBRULE(this.xorExpression);
    this.MANY(() => {
      this.CONSUME(token.Or);
      this.SUBRULE2(this.xorExpression);
    });
  });

  readonly xorExpression = this.RULE('xorExpression', () => {
    this.SUBRULE(this.andExpression);
    this.MANY(() => {
      this.CONSUME(token.Xor);
      this.SUBRULE2(this.andExpression);
    });
  });

  readonly andExpression = this.RULE('andExpression', () => {
    this.SUBRULE(this.notExpression);
    this.MANY(() => {
      this.CONSUME(token.And);
      this.SUBRULE2(this.notExpression);
    });
  });

  readonly notExpression = this.RULE('notExpression', () => {
    this.MANY(() => this.CONSUME(token.Not));
    this.SUBRULE(this.comparison);
  });

  readonly comparison = this.RULE('comparison', () => {
    this.SUBRULE(this.predicate);
    this.MANY(() => {
      this.OR([
        { ALT: () => this.CONSUME(token.Equal, { LABEL: 'operator' }) },
        { ALT: () => this.CONSUME(token.NotEqual, { LABEL: 'operator' }) },
        { ALT: () => this.CONSUME(token.LessEqual, { LABEL: 'operator' }) },
        { ALT: () => this.CONSUME(token.GreaterEqual, { LABEL: 'operator' }) },
        { ALT: () => this.CONSUME(token.Less, { LABEL: 'operator' }) },
        { ALT: () => this.CONSUME(token.Greater, { LABEL: 'operator' }) },
      ]);
      this.SUBRULE2(this.predicate);
    });
  });

  /** IN, STARTS WITH, =~, IS NULL and similar: one level, left to right. */
  readonly predicate = this.RULE('predicate', () => {
    this.SUBRULE(this.sum);
    this.MANY(() => this.SUBRULE(this.predicateTail));
  });

  readonly predicateTail = this.RULE('predicateTail', () => {
    this.OR([
      {
        ALT: () => {
          this.CONSUME(token.In);
          this.SUBRULE1(this.sum);
        },
      },
      {
        ALT: () => {
          this.CONSUME(token.Starts);
          this.CONSUME1(token.With);
          this.SUBRULE2(this.sum);
        },
      },
      {
        ALT: () => {
          this.CONSUME(token.Ends);
          this.CONSUME2(token.With);
          this.SUBRULE3(this.sum);
        },
      },
      {
        ALT: () => {
          this.CONSUME(token.Contains);
          this.SUBRULE4(this.sum);
        },
      },
      {
        ALT: () => {
          this.CONSUME(token.Matches);
          this.SUBRULE5(this.sum);
        },
      },
      {
        ALT: () => {
          this.CONSUME(token.Is);
          this.OPTION(() => this.CONSUME(token.Not));
          this.CONSUME(token.Null);
        },
      },
    ]);
  });

  readonly sum = this.RULE('sum', () => {
    this.SUBRULE(this.product);
    this.MANY(() => {
      this.OR([
        { ALT: () => this.CONSUME(token.Plus, { LABEL: 'operator' }) },
        { ALT: () => this.CONSUME(token.Minus, { LABEL: 'operator' }) },
      ]);
      this.SUBRULE2(this.product);
    });
  });

  readonly product = this.RULE('product', () => {
    this.SUBRULE(this.power);
    this.MANY(() => {
      this.OR([
        { ALT: () => this.CONSUME(token.Star, { LABEL: 'operator' }) },
        { ALT: () => this.CONSUME(token.Slash, { LABEL: 'operator' }) },
        { ALT: () => this.CONSUME(token.Percent, { LABEL: 'operator' }) },
      ]);
      this.SUBRULE2(this.power);
    });
  });

  readonly power = this.RULE('power', () => {
    this.SUBRULE(this.sign);
    this.MANY(() => {
      this.CONSUME(token.Caret, { LABEL: 'operator' });
      this.SUBRULE2(this.sign);
    });
  });

  readonly sign = this.RULE('sign', () => {
    this.MANY(() => {
      this.OR([
        { ALT: () => this.CONSUME(token.Plus, { LABEL: 'operator' }) },
        { ALT: () => this.CONSUME(token.Minus, { LABEL: 'operator' }) },
      ]);
    });
    this.SUBRULE(this.labeled);
  });

  /** `n:A:B` */
  readonly labeled = this.RULE('labeled', () => {
    this.SUBRULE(this.access);
    this.OPTION(() => this.SUBRULE(this.labels));
  });

  /** An atom followed by `.key`, `[index]` and `[from..to]`. */
  readonly access = this.RULE('access', () => {
    this.SUBRULE(this.atom);
    this.MANY(() => this.SUBRULE(this.accessTail));
  });

  readonly accessTail = this.RULE('accessTail', () => {
    this.OR([
      {
        ALT: () => {
          this.CONSUME(token.Dot);
          this.CONSUME(token.AnyName);
        },
      },
      {
        ALT: () => {
          this.CONSUME(token.LeftBracket);
          this.withBar(false, () => {
            this.OPTION1(() => this.SUBRULE1(this.expression, { LABEL: 'from' }));
            this.OPTION2(() => {
              this.CONSUME(token.DotDot);
              this.OPTION3(() => this.SUBRULE2(this.expression, { LABEL: 'to' }));
            });
          });
          this.CONSUME(token.RightBracket);
        },
      },
    ]);
  });

  /** `:A`, `:A:B`, `:A|B`, `:!(A&B)`, ... */
  readonly labels = this.RULE('labels', () => {
    this.AT_LEAST_ONE(() => {
      this.CONSUME(token.Colon);
      this.SUBRULE(this.labelDisjunction);
    });
  });

  readonly labelDisjunction = this.RULE('labelDisjunction', () => {
    this.SUBRULE(this.labelConjunction);
    this.MANY({
      GATE: () => !this.barEndsExpression,
      DEF: () => {
        this.CONSUME(token.Bar);
        this.OPTION(() => this.CONSUME(token.Colon));
        this.SUBRULE2(this.labelConjunction);
      },
    });
  });

  readonly labelConjunction = this.RULE('labelConjunction', () => {
    this.AT_LEAST_ONE_SEP({ SEP: token.Ampersand, DEF: () => this.SUBRULE(this.labelTerm) });
  });

  readonly labelTerm = this.RULE('labelTerm', () => {
    this.OR([
      {
        ALT: () => {
          this.CONSUME(token.Exclamation);
          this.SUBRULE(this.labelTerm);
        },
      },
      {
        ALT: () => {
          this.CONSUME(token.LeftParen);
          this.withBar(false, () => this.SUBRULE(this.labelDisjunction));
          this.CONSUME(token.RightParen);
        },
      },
      { ALT: () => this.CONSUME(token.Percent) },
      { ALT: () => this.CONSUME(token.AnyName) },
    ]);
  });
}
