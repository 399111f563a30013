/** Builds the ast.ts tree of statements and clauses from their concrete syntax. */
import type { CstNode, IToken } from 'chevrotain';
import type * as ast from '../ast/ast.js';
import * as cst from './cst.js';
import { nameOf, stringOf } from './literals.js';
import { PatternBuilder } from './pattern-builder.js';
import { shownProcedure } from './show-commands.js';

export class QueryBuilder extends PatternBuilder {
  statement(node: CstNode): ast.Query {
    const show = cst.maybeNode(node, 'showCallables');
    const mode = cst.has(node, 'KeywordEXPLAIN')
      ? 'explain'
      : cst.has(node, 'KeywordPROFILE')
        ? 'profile'
        : 'run';
    const body = show ? this.showCallables(show) : this.queryBody(cst.node(node, 'queryBody'));
    return { kind: 'query', span: cst.spanOf(node), text: this.source, mode, body };
  }

  /** `SHOW PROCEDURES ...` is a call of `help.procedures`, and so on: show-commands.ts. */
  private showCallables(node: CstNode): ast.QueryBody {
    const span = cst.spanOf(node);
    const where = this.where(node);
    const written = this.yields(node);
    const returned = cst.maybeNode(node, 'returnClause');
    const words = cst.tokens(cst.node(node, 'shownWords'), 'word').map(({ image }) => image);
    const call: ast.CallProcedure = {
      kind: 'call-procedure',
      span,
      procedure: shownProcedure(words)!,
      arguments: [],
      yields: written ?? (where || returned ? '*' : undefined),
      where,
      isCommand: true,
    };
    const clauses: ast.Clause[] = returned ? [call, this.returnClause(returned)] : [call];
    return { kind: 'query-body', span, parts: [{ kind: 'single-query', span, clauses }], union: 'distinct' };
  }

  queryBody(node: CstNode): ast.QueryBody {
    const first = this.singleQuery(cst.node(node, 'singleQuery'));
    const joined = cst.nodes(node, 'unionPart');
    const isAll = joined.map(part => cst.has(part, 'KeywordALL'));
    const mixed = isAll.findIndex(all => all !== isAll[0]);
    if (mixed >= 0) {
      const offset = cst.spanOf(joined[mixed]!).start;
      this.fail('UNION and UNION ALL cannot be mixed in one query', offset, 'InvalidClauseComposition');
    }
    const rest = joined.map(part => this.singleQuery(cst.node(part, 'singleQuery')));
    const union = isAll[0] === true ? 'all' : 'distinct';
    return { kind: 'query-body', span: cst.spanOf(node), parts: [first, ...rest], union };
  }

  matchBody(node: CstNode, span: ast.Span): ast.QueryBody {
    const patterns = this.patternParts(node);
    const match: ast.Match = {
      kind: 'match',
      span,
      optional: false,
      patterns,
      hints: [],
      where: this.where(node),
    };
    return {
      kind: 'query-body',
      span,
      parts: [{ kind: 'single-query', span, clauses: [match] }],
      union: 'distinct',
    };
  }

  private singleQuery(node: CstNode): ast.SingleQuery {
    return { kind: 'single-query', span: cst.spanOf(node), clauses: this.clauses(node) };
  }

  private clauses(node: CstNode): readonly ast.Clause[] {
    return cst.nodes(node, 'clause').map(child => this.clause(child));
  }

  private clause(node: CstNode): ast.Clause {
    const name = Object.keys(node.children)[0]!;
    const child = cst.node(node, name);
    const span = cst.spanOf(node);
    switch (name) {
      case 'match':
        return this.match(child);
      case 'unwind':
        return { kind: 'unwind', span, list: this.only(child), variable: this.variableIn(child) };
      case 'withClause':
        return {
          kind: 'with',
          span,
          ...this.projection(cst.node(child, 'projection')),
          where: this.where(child),
        };
      case 'returnClause':
        return this.returnClause(child);
      case 'create':
        return { kind: 'create', span, patterns: this.patternParts(child) };
      case 'merge':
        return this.merge(child);
      case 'set':
        return { kind: 'set', span, items: this.setItems(child) };
      case 'remove':
        return {
          kind: 'remove',
          span,
          items: cst.nodes(child, 'removeItem').map(item => this.removeItem(item)),
        };
      case 'deleteClause':
        return {
          kind: 'delete',
          span,
          detach: cst.has(child, 'KeywordDETACH'),
          expressions: this.expressions(child),
        };
      case 'foreach': {
        const variable = this.variableIn(child);
        return { kind: 'foreach', span, variable, list: this.only(child), clauses: this.clauses(child) };
      }
      case 'callProcedure':
        return this.callProcedure(child);
      case 'callSubquery':
        return this.callSubquery(child);
      case 'callRecursively':
        return this.callRecursively(child);
      case 'loadCsv':
        return this.loadCsv(child);
      default:
        throw new Error(`no builder for ${name}`);
    }
  }

  /** The only expression of a rule. */
  private only(node: CstNode): ast.Expression {
    return this.expression(cst.node(node, 'expression'));
  }

  private variableIn(node: CstNode): ast.Variable {
    return this.variable(cst.token(node, 'VariableName'));
  }

  private match(node: CstNode): ast.Match {
    return {
      kind: 'match',
      span: cst.spanOf(node),
      optional: cst.has(node, 'KeywordOPTIONAL'),
      patterns: this.patternParts(node),
      hints: cst.nodes(node, 'hint').map(child => this.hint(child)),
      where: this.where(node),
    };
  }

  private hint(node: CstNode): ast.Hint {
    const target = cst.maybeNode(node, 'hintTarget');
    const named: readonly IToken[] = cst.tokens(target ?? node, 'VariableName');
    const label = target && nameOf(cst.token(target, 'label'));
    const hint = target === undefined ? 'join' : cst.has(node, 'KeywordSCAN') ? 'scan' : 'index';
    return { kind: 'hint', span: cst.spanOf(node), hint, variables: named.map(nameOf), label };
  }

  private returnClause(node: CstNode): ast.Return {
    return { kind: 'return', span: cst.spanOf(node), ...this.projection(cst.node(node, 'projection')) };
  }

  private projection(node: CstNode): ast.Projection {
    return {
      distinct: cst.has(node, 'KeywordDISTINCT'),
      star: cst.has(node, 'Star'),
      items: this.projectionItems(node),
      orderBy: cst.nodes(node, 'sortItem').map(child => this.sortItem(child)),
      skip: this.optional(node, 'skip'),
      limit: this.optional(node, 'limit'),
    };
  }

  private projectionItems(node: CstNode): readonly ast.ProjectionItem[] {
    return cst.nodes(node, 'projectionItem').map(child => this.projectionItem(child));
  }

  private projectionItem(node: CstNode): ast.ProjectionItem {
    const written = cst.node(node, 'expression');
    const named = cst.maybeToken(node, 'VariableName');
    const expression = this.expression(written);
    const { start, end } = cst.spanOf(written);
    const text = expression.kind === 'variable' ? expression.name : this.source.slice(start, end);
    const alias = named && this.variable(named);
    return {
      kind: 'projection-item',
      span: cst.spanOf(node),
      expression,
      alias,
      name: alias ? alias.name : text,
    };
  }

  private sortItem(node: CstNode): ast.SortItem {
    const descending = cst.has(node, 'descending');
    return { kind: 'sort-item', span: cst.spanOf(node), expression: this.only(node), descending };
  }

  private merge(node: CstNode): ast.Merge {
    const actions = cst.nodes(node, 'mergeAction');
    const itemsOn = (keyword: string): ast.SetItem[] =>
      actions
        .filter(action => cst.has(action, keyword))
        .flatMap(action => this.setItems(cst.node(action, 'set')));
    return {
      kind: 'merge',
      span: cst.spanOf(node),
      pattern: this.patternPart(cst.node(node, 'patternPart')),
      onCreate: itemsOn('KeywordCREATE'),
      onMatch: itemsOn('KeywordMATCH'),
    };
  }

  private setItems(node: CstNode): readonly ast.SetItem[] {
    return cst.nodes(node, 'setItem').map(child => this.setItem(child));
  }

  private setItem(node: CstNode): ast.SetItem {
    const span = cst.spanOf(node);
    const target = this.access(cst.node(node, 'access'));
    const labels = cst.maybeNode(node, 'plainLabels');
    if (labels)
      return { kind: 'set-labels', span, variable: this.asVariable(target), labels: plainLabels(labels) };
    const merge = cst.has(node, 'PlusEqual');
    const value = this.only(node);
    if (target.kind === 'property' && !merge) {
      return { kind: 'set-property', span, subject: target.subject, key: target.key, value };
    }
    return { kind: 'set-properties', span, variable: this.asVariable(target), merge, value };
  }

  private removeItem(node: CstNode): ast.RemoveItem {
    const span = cst.spanOf(node);
    const target = this.access(cst.node(node, 'access'));
    const labels = cst.maybeNode(node, 'plainLabels');
    if (labels)
      return { kind: 'remove-labels', span, variable: this.asVariable(target), labels: plainLabels(labels) };
    if (target.kind === 'property')
      return { kind: 'remove-property', span, subject: target.subject, key: target.key };
    return this.fail('Only labels (n:Label) and properties (n.key) can be removed', span.start);
  }

  private asVariable(target: ast.Expression): ast.Variable {
    if (target.kind === 'variable') return target;
    return this.fail('Only a variable or a property of one can be set here', target.span.start);
  }

  private callProcedure(node: CstNode): ast.CallProcedure {
    return {
      kind: 'call-procedure',
      span: cst.spanOf(node),
      procedure: this.dottedName(cst.node(node, 'dottedName')),
      arguments: cst.has(node, 'LeftParen') ? this.expressions(node) : undefined,
      yields: this.yields(node),
      where: this.where(node),
    };
  }

  private yields(node: CstNode): ast.CallProcedure['yields'] {
    const clause = cst.maybeNode(node, 'yieldClause');
    if (clause === undefined) return undefined;
    if (cst.has(clause, 'Star')) return '*';
    return cst.nodes(clause, 'yieldItem').map((item): ast.YieldItem => {
      const output = cst.token(item, 'output');
      const variable = this.variable(cst.maybeToken(item, 'alias') ?? output);
      return { kind: 'yield-item', span: cst.spanOf(item), output: nameOf(output), variable };
    });
  }

  private callSubquery(node: CstNode): ast.CallSubquery {
    const variables = (): readonly ast.Variable[] =>
      cst.tokens(node, 'VariableName').map(at => this.variable(at));
    const imports = !cst.has(node, 'LeftParen') ? undefined : cst.has(node, 'Star') ? '*' : variables();
    return {
      kind: 'call-subquery',
      span: cst.spanOf(node),
      imports,
      body: this.queryBody(cst.node(node, 'queryBody')),
    };
  }

  private callRecursively(node: CstNode): ast.CallRecursively {
    return {
      kind: 'call-recursively',
      span: cst.spanOf(node),
      bindings: this.projectionItems(node),
      until: this.only(node),
      body: this.queryBody(cst.node(node, 'queryBody')),
    };
  }

  private loadCsv(node: CstNode): ast.LoadCsv {
    const terminator = cst.maybeToken(node, 'StringToken');
    return {
      kind: 'load-csv',
      span: cst.spanOf(node),
      withHeaders: cst.has(node, 'KeywordHEADERS'),
      url: this.only(node),
      variable: this.variableIn(node),
      fieldTerminator: terminator && stringOf(terminator, this.source),
    };
  }
}

function plainLabels(node: CstNode): readonly string[] {
  return cst.tokens(node, 'AnyName').map(nameOf);
}
