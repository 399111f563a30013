/** The grammar of statements and clauses. Use `queryParser` to get the parser: its analysis is done once. */
import type { Rule } from './atom-parser.js';
import { isName } from './lookahead.js';
import { messageProvider } from './parser-messages.js';
import { PatternParser } from './pattern-parser.js';
import { isShown } from '../builder/show-commands.js';
import * as token from '../lexing/token-types.js';

export class QueryParser extends PatternParser {
  constructor(options: { readonly skipValidations: boolean }) {
    super({
      maxLookahead: 2,
      nodeLocationTracking: 'onlyOffset',
      skipValidations: options.skipValidations,
      errorMessageProvider: messageProvider,
    });
    this.performSelfAnalysis();
  }

  readonly statement = this.RULE('statement', () => {
    this.OPTION1(() => {
      this.OR1([{ ALT: () => this.CONSUME(token.Explain) }, { ALT: () => this.CONSUME(token.Profile) }]);
    });
    this.OR2([{ ALT: () => this.SUBRULE(this.showCallables) }, { ALT: () => this.SUBRULE(this.queryBody) }]);
    this.MANY(() => this.CONSUME(token.Semicolon));
  });

  readonly shownWords = this.RULE('shownWords', () => {
    this.MANY({
      GATE: () => !isShown(this.LA(1).image),
      DEF: () => this.CONSUME1(token.VariableName, { LABEL: 'word' }),
    });
    this.CONSUME2(token.VariableName, { LABEL: 'word' });
  });

  readonly showCallables = this.RULE('showCallables', () => {
    this.CONSUME(token.Show);
    this.SUBRULE(this.shownWords);
    this.OPTION1(() => {
      this.CONSUME(token.Executable);
      this.OPTION2(() => {
        this.CONSUME(token.By);
        this.MANY(() => this.CONSUME(token.VariableName));
      });
    });
    this.OPTION3(() => this.SUBRULE(this.yieldClause));
    this.OPTION4(() => this.SUBRULE(this.where));
    this.OPTION5(() => this.SUBRULE(this.returnClause));
  });

  readonly queryBody: Rule = this.RULE('queryBody', () => {
    this.SUBRULE1(this.singleQuery);
    this.MANY(() => this.SUBRULE(this.unionPart));
  });

  readonly unionPart = this.RULE('unionPart', () => {
    this.CONSUME(token.Union);
    this.OPTION(() => {
      this.OR([{ ALT: () => this.CONSUME(token.All) }, { ALT: () => this.CONSUME(token.Distinct) }]);
    });
    this.SUBRULE2(this.singleQuery);
  });

  readonly singleQuery = this.RULE('singleQuery', () => {
    this.AT_LEAST_ONE(() => this.SUBRULE(this.clause));
  });

  readonly clause: Rule = this.RULE('clause', () => {
    this.OR([
      { ALT: () => this.SUBRULE(this.match) },
      { ALT: () => this.SUBRULE(this.unwind) },
      { ALT: () => this.SUBRULE(this.withClause) },
      { ALT: () => this.SUBRULE(this.returnClause) },
      { ALT: () => this.SUBRULE(this.create) },
      { ALT: () => this.SUBRULE(this.merge) },
      { ALT: () => this.SUBRULE(this.set) },
      { ALT: () => this.SUBRULE(this.remove) },
      { ALT: () => this.SUBRULE(this.deleteClause) },
      { ALT: () => this.SUBRULE(this.foreach) },
      { GATE: () => this.isSubqueryCall(), ALT: () => this.SUBRULE(this.callSubquery) },
      { GATE: () => this.isRecursiveCall(), ALT: () => this.SUBRULE(this.callRecursively) },
      { GATE: () => isName(this.LA(2)), ALT: () => this.SUBRULE(this.callProcedure) },
      { ALT: () => this.SUBRULE(this.loadCsv) },
    ]);
  });

  private isSubqueryCall(): boolean {
    const next = this.LA(2).tokenType;
    return next === token.LeftBrace || next === token.LeftParen;
  }

  private isRecursiveCall(): boolean {
    return this.LA(2).tokenType === token.Recursively && this.LA(3).tokenType === token.With;
  }

  readonly match = this.RULE('match', () => {
    this.OPTION1(() => this.CONSUME(token.Optional));
    this.CONSUME(token.Match);
    this.AT_LEAST_ONE_SEP({ SEP: token.Comma, DEF: () => this.SUBRULE(this.patternPart) });
    this.MANY(() => this.SUBRULE(this.hint));
    this.OPTION2(() => this.SUBRULE(this.where));
  });

  readonly hint = this.RULE('hint', () => {
    this.CONSUME(token.Using);
    this.OR([
      {
        ALT: () => {
          this.CONSUME(token.Index);
          this.OPTION(() => this.CONSUME(token.Seek));
          this.SUBRULE1(this.hintTarget);
          this.CONSUME(token.LeftParen);
          this.AT_LEAST_ONE_SEP1({ SEP: token.Comma, DEF: () => this.CONSUME1(token.AnyName) });
          this.CONSUME(token.RightParen);
        },
      },
      {
        ALT: () => {
          this.CONSUME(token.Scan);
          this.SUBRULE2(this.hintTarget);
        },
      },
      {
        ALT: () => {
          this.CONSUME(token.Join);
          this.CONSUME(token.On);
          this.AT_LEAST_ONE_SEP2({ SEP: token.Comma, DEF: () => this.CONSUME2(token.VariableName) });
        },
      },
    ]);
  });

  readonly hintTarget = this.RULE('hintTarget', () => {
    this.CONSUME(token.VariableName);
    this.CONSUME(token.Colon);
    this.CONSUME(token.AnyName, { LABEL: 'label' });
  });

  readonly unwind = this.RULE('unwind', () => {
    this.CONSUME(token.Unwind);
    this.SUBRULE(this.expression);
    this.CONSUME(token.As);
    this.CONSUME(token.VariableName);
  });

  readonly withClause = this.RULE('withClause', () => {
    this.CONSUME(token.With);
    this.SUBRULE(this.projection);
    this.OPTION(() => this.SUBRULE(this.where));
  });

  readonly returnClause = this.RULE('returnClause', () => {
    this.CONSUME(token.Return);
    this.SUBRULE(this.projection);
  });

  readonly projection = this.RULE('projection', () => {
    this.OPTION1(() => this.CONSUME(token.Distinct));
    this.OR([
      {
        ALT: () => {
          this.CONSUME(token.Star);
          this.MANY(() => {
            this.CONSUME(token.Comma);
            this.SUBRULE1(this.projectionItem);
          });
        },
      },
      {
        ALT: () => {
          this.AT_LEAST_ONE_SEP1({ SEP: token.Comma, DEF: () => this.SUBRULE2(this.projectionItem) });
        },
      },
    ]);
    this.OPTION2(() => {
      this.CONSUME(token.Order);
      this.CONSUME(token.By);
      this.AT_LEAST_ONE_SEP2({ SEP: token.Comma, DEF: () => this.SUBRULE(this.sortItem) });
    });
    this.OPTION3(() => {
      this.CONSUME(token.Skip);
      this.SUBRULE1(this.expression, { LABEL: 'skip' });
    });
    this.OPTION4(() => {
      this.CONSUME(token.Limit);
      this.SUBRULE2(this.expression, { LABEL: 'limit' });
    });
  });

  readonly projectionItem = this.RULE('projectionItem', () => {
    this.SUBRULE(this.expression);
    this.OPTION(() => {
      this.CONSUME(token.As);
      this.CONSUME(token.VariableName);
    });
  });

  readonly sortItem = this.RULE('sortItem', () => {
    this.SUBRULE(this.expression);
    this.OPTION(() => {
      this.OR([
        { ALT: () => this.CONSUME(token.Asc) },
        { ALT: () => this.CONSUME(token.Ascending) },
        { ALT: () => this.CONSUME(token.Desc, { LABEL: 'descending' }) },
        { ALT: () => this.CONSUME(token.Descending, { LABEL: 'descending' }) },
      ]);
    });
  });

  readonly create = this.RULE('create', () => {
    this.CONSUME(token.Create);
    this.AT_LEAST_ONE_SEP({ SEP: token.Comma, DEF: () => this.SUBRULE(this.patternPart) });
  });

  readonly merge = this.RULE('merge', () => {
    this.CONSUME(token.Merge);
    this.SUBRULE(this.patternPart);
    this.MANY(() => this.SUBRULE(this.mergeAction));
  });

  readonly mergeAction = this.RULE('mergeAction', () => {
    this.CONSUME(token.On);
    this.OR([{ ALT: () => this.CONSUME(token.Create) }, { ALT: () => this.CONSUME(token.Match) }]);
    this.SUBRULE(this.set);
  });

  readonly set = this.RULE('set', () => {
    this.CONSUME(token.Set);
    this.AT_LEAST_ONE_SEP({ SEP: token.Comma, DEF: () => this.SUBRULE(this.setItem) });
  });

  readonly setItem = this.RULE('setItem', () => {
    this.SUBRULE(this.access);
    this.OR([
      {
        ALT: () => {
          this.CONSUME(token.Equal);
          this.SUBRULE1(this.expression);
        },
      },
      {
        ALT: () => {
          this.CONSUME(token.PlusEqual);
          this.SUBRULE2(this.expression);
        },
      },
      { ALT: () => this.SUBRULE(this.plainLabels) },
    ]);
  });

  readonly remove = this.RULE('remove', () => {
    this.CONSUME(token.Remove);
    this.AT_LEAST_ONE_SEP({ SEP: token.Comma, DEF: () => this.SUBRULE(this.removeItem) });
  });

  readonly removeItem = this.RULE('removeItem', () => {
    this.SUBRULE(this.access);
    this.OPTION(() => this.SUBRULE(this.plainLabels));
  });

  readonly plainLabels = this.RULE('plainLabels', () => {
    this.AT_LEAST_ONE(() => {
      this.CONSUME(token.Colon);
      this.CONSUME(token.AnyName);
    });
  });

  readonly deleteClause = this.RULE('deleteClause', () => {
    this.OPTION(() => {
      this.OR([{ ALT: () => this.CONSUME(token.Detach) }, { ALT: () => this.CONSUME(token.NoDetach) }]);
    });
    this.CONSUME(token.Delete);
    this.AT_LEAST_ONE_SEP({ SEP: token.Comma, DEF: () => this.SUBRULE(this.expression) });
  });

  readonly foreach = this.RULE('foreach', () => {
    this.CONSUME(token.Foreach);
    this.CONSUME(token.LeftParen);
    this.CONSUME(token.VariableName);
    this.CONSUME(token.In);
    this.SUBRULE(this.expression);
    this.CONSUME(token.Bar);
    this.AT_LEAST_ONE(() => this.SUBRULE(this.clause));
    this.CONSUME(token.RightParen);
  });

  readonly callProcedure = this.RULE('callProcedure', () => {
    this.CONSUME(token.Call);
    this.SUBRULE(this.dottedName);
    this.OPTION1(() => {
      this.CONSUME(token.LeftParen);
      this.MANY_SEP({ SEP: token.Comma, DEF: () => this.SUBRULE(this.expression) });
      this.CONSUME(token.RightParen);
    });
    this.OPTION2(() => {
      this.SUBRULE(this.yieldClause);
      this.OPTION3(() => this.SUBRULE(this.where));
    });
  });

  readonly yieldClause = this.RULE('yieldClause', () => {
    this.CONSUME(token.Yield);
    this.OR([
      { ALT: () => this.CONSUME(token.Star) },
      { ALT: () => this.CONSUME(token.Minus) },
      { ALT: () => this.AT_LEAST_ONE_SEP({ SEP: token.Comma, DEF: () => this.SUBRULE(this.yieldItem) }) },
    ]);
  });

  readonly yieldItem = this.RULE('yieldItem', () => {
    this.CONSUME(token.VariableName, { LABEL: 'output' });
    this.OPTION(() => {
      this.CONSUME(token.As);
      this.CONSUME2(token.VariableName, { LABEL: 'alias' });
    });
  });

  readonly callSubquery = this.RULE('callSubquery', () => {
    this.CONSUME(token.Call);
    this.OPTION(() => {
      this.CONSUME(token.LeftParen);
      this.OR([
        { ALT: () => this.CONSUME(token.Star) },
        { ALT: () => this.MANY_SEP({ SEP: token.Comma, DEF: () => this.CONSUME(token.VariableName) }) },
      ]);
      this.CONSUME(token.RightParen);
    });
    this.CONSUME(token.LeftBrace);
    this.SUBRULE(this.queryBody);
    this.CONSUME(token.RightBrace);
  });

  readonly callRecursively = this.RULE('callRecursively', () => {
    this.CONSUME(token.Call);
    this.CONSUME(token.Recursively);
    this.CONSUME(token.With);
    this.AT_LEAST_ONE_SEP({ SEP: token.Comma, DEF: () => this.SUBRULE(this.projectionItem) });
    this.CONSUME(token.Until);
    this.CONSUME(token.LeftParen);
    this.SUBRULE(this.expression);
    this.CONSUME(token.RightParen);
    this.CONSUME(token.LeftBrace);
    this.SUBRULE(this.queryBody);
    this.CONSUME(token.RightBrace);
  });

  readonly loadCsv = this.RULE('loadCsv', () => {
    this.CONSUME(token.Load);
    this.CONSUME(token.Csv);
    this.OPTION1(() => {
      this.CONSUME(token.With);
      this.CONSUME(token.Headers);
    });
    this.CONSUME(token.From);
    this.SUBRULE(this.expression);
    this.CONSUME(token.As);
    this.CONSUME(token.VariableName);
    this.OPTION2(() => {
      this.CONSUME(token.FieldTerminator);
      this.CONSUME(token.StringToken);
    });
  });

  readonly loneExpression: Rule = this.RULE('loneExpression', () => {
    this.SUBRULE(this.expression);
  });
}

let parser: QueryParser | undefined;

/** Returns the only parser of this thread, created on first use. */
export function queryParser(): QueryParser {
  parser ??= new QueryParser({ skipValidations: true });
  return parser;
}
