/**
 * Builds the ast.ts tree of expressions from their concrete syntax. One method per grammar rule, with the same name.
 */
import type { CstNode, IToken } from 'chevrotain';
import { cypherError } from '../../errors/index.js';
import type * as ast from '../ast/ast.js';
import * as cst from './cst.js';
import { logicalChain } from './logical-chain.js';
import * as literals from './literals.js';

export abstract class ExpressionBuilder {
  constructor(protected readonly source: string) {}

  abstract patternPart(node: CstNode): ast.PatternPart;
  abstract patternChain(node: CstNode): ast.PatternPart;
  abstract shortestPathPattern(node: CstNode): ast.PatternPart;
  abstract queryBody(node: CstNode): ast.QueryBody;
  /** `EXISTS { (a)-->(b) WHERE ... }` as a body with one MATCH. */
  abstract matchBody(node: CstNode, span: ast.Span): ast.QueryBody;

  protected fail(message: string, offset: number, detail = 'UnexpectedSyntax'): never {
    throw cypherError('cypher.syntax', message, { source: this.source, offset }, detail);
  }

  expression(node: CstNode): ast.Expression {
    const operands = cst.nodes(node, 'xorExpression').map(child => this.xorExpression(child));
    return logicalChain('OR', operands, cst.spanOf(node).start);
  }

  private xorExpression(node: CstNode): ast.Expression {
    const operands = cst.nodes(node, 'andExpression').map(child => this.andExpression(child));
    return logicalChain('XOR', operands, cst.spanOf(node).start);
  }

  private andExpression(node: CstNode): ast.Expression {
    const operands = cst.nodes(node, 'notExpression').map(child => this.notExpression(child));
    return logicalChain('AND', operands, cst.spanOf(node).start);
  }

  /** Operands of one level joined by their operators. */
  private leftToRight(
    node: CstNode,
    level: string,
    build: (child: CstNode) => ast.Expression,
  ): ast.Expression {
    const operands = cst.nodes(node, level);
    const operators = cst.tokens(node, 'operator');
    const start = cst.spanOf(node).start;
    let left = build(operands[0]!);
    for (let i = 1; i < operands.length; i++) {
      left = {
        kind: 'binary',
        span: { start, end: cst.spanOf(operands[i]!).end },
        operator: operators[i - 1]!.image as ast.BinaryOperator,
        left,
        right: build(operands[i]!),
      };
    }
    return left;
  }

  private notExpression(node: CstNode): ast.Expression {
    const end = cst.spanOf(node).end;
    let operand = this.comparison(cst.node(node, 'comparison'));
    for (const not of cst.tokens(node, 'KeywordNOT').toReversed()) {
      operand = { kind: 'unary', span: { start: not.startOffset, end }, operator: 'NOT', operand };
    }
    return operand;
  }

  private comparison(node: CstNode): ast.Expression {
    const operands = cst.nodes(node, 'predicate').map(child => this.predicate(child));
    if (operands.length === 1) return operands[0]!;
    const operators = cst.tokens(node, 'operator').map(at => at.image as ast.ComparisonOperator);
    return { kind: 'comparison', span: cst.spanOf(node), operands, operators };
  }

  private predicate(node: CstNode): ast.Expression {
    const start = cst.spanOf(node).start;
    let left = this.sum(cst.node(node, 'sum'));
    for (const tail of cst.nodes(node, 'predicateTail')) {
      const span = { start, end: cst.spanOf(tail).end };
      left = cst.has(tail, 'KeywordIS')
        ? { kind: 'is-null', span, operand: left, negated: cst.has(tail, 'KeywordNOT') }
        : {
            kind: 'binary',
            span,
            operator: predicateOperator(tail),
            left,
            right: this.sum(cst.node(tail, 'sum')),
          };
    }
    return left;
  }

  private sum(node: CstNode): ast.Expression {
    return this.leftToRight(node, 'product', child => this.product(child));
  }

  private product(node: CstNode): ast.Expression {
    return this.leftToRight(node, 'power', child => this.power(child));
  }

  private power(node: CstNode): ast.Expression {
    return this.leftToRight(node, 'sign', child => this.sign(child));
  }

  private sign(node: CstNode): ast.Expression {
    const end = cst.spanOf(node).end;
    const signs = [...cst.tokens(node, 'operator')];
    const labeled = cst.node(node, 'labeled');
    let operand = this.negativeNumber(signs, labeled) ?? this.labeled(labeled);
    for (const sign of signs.reverse()) {
      const operator = sign.image as '+' | '-';
      operand = { kind: 'unary', span: { start: sign.startOffset, end }, operator, operand };
    }
    return operand;
  }

  /** A minus directly before a number is part of it (the smallest integer has no positive counterpart). */
  private negativeNumber(signs: IToken[], labeled: CstNode): ast.Expression | undefined {
    const last = signs.at(-1);
    if (last?.image !== '-' || cst.has(labeled, 'labels')) return undefined;
    const access = cst.node(labeled, 'access');
    const literal = cst.maybeNode(cst.node(access, 'atom'), 'literal');
    if (cst.has(access, 'accessTail') || literal === undefined) return undefined;
    const integer = cst.maybeToken(literal, 'IntegerToken');
    const float = cst.maybeToken(literal, 'FloatToken');
    if (integer === undefined && float === undefined) return undefined;
    signs.pop();
    const span = { start: last.startOffset, end: cst.spanOf(labeled).end };
    if (integer) return { kind: 'literal', span, value: literals.integerOf(integer, true, this.source) };
    const image = `-${float!.image}`;
    return { kind: 'literal', span, value: literals.floatOf({ ...float!, image }, this.source) };
  }

  private labeled(node: CstNode): ast.Expression {
    const subject = this.access(cst.node(node, 'access'));
    const labels = cst.maybeNode(node, 'labels');
    if (labels === undefined) return subject;
    return { kind: 'has-labels', span: cst.spanOf(node), subject, labels: this.labels(labels) };
  }

  access(node: CstNode): ast.Expression {
    const start = cst.spanOf(node).start;
    let subject = this.atom(cst.node(node, 'atom'));
    for (const tail of cst.nodes(node, 'accessTail')) {
      subject = this.accessTail(subject, tail, { start, end: cst.spanOf(tail).end });
    }
    return subject;
  }

  private accessTail(subject: ast.Expression, tail: CstNode, span: ast.Span): ast.Expression {
    const key = cst.maybeToken(tail, 'AnyName');
    if (key) return { kind: 'property', span, subject, key: literals.nameOf(key) };
    const from = this.optional(tail, 'from');
    if (cst.has(tail, 'DotDot')) return { kind: 'slice', span, subject, from, to: this.optional(tail, 'to') };
    if (from) return { kind: 'index', span, subject, index: from };
    return this.fail("Invalid input ']': expected an index", cst.token(tail, 'RightBracket').startOffset);
  }

  /** The expression under a label, if present. */
  protected optional(node: CstNode, label: string): ast.Expression | undefined {
    const found = cst.maybeNode(node, label);
    return found && this.expression(found);
  }

  protected where(node: CstNode): ast.Expression | undefined {
    const found = cst.maybeNode(node, 'where');
    return found && this.expression(cst.node(found, 'expression'));
  }

  protected expressions(node: CstNode): readonly ast.Expression[] {
    return cst.nodes(node, 'expression').map(child => this.expression(child));
  }

  private atom(node: CstNode): ast.Expression {
    const name = Object.keys(node.children)[0]!;
    const child = node.children[name]![0]!;
    const span = cst.spanOf(node);
    if (!('children' in child)) {
      if (name === 'ParameterToken') return this.parameter(child);
      return this.variable(child);
    }
    switch (name) {
      case 'literal':
        return this.literal(child);
      case 'parenthesized':
        return this.expression(cst.node(child, 'expression'));
      case 'list':
        return { kind: 'list', span, elements: this.expressions(child) };
      case 'map':
        return this.map(child);
      case 'caseExpression':
        return this.caseExpression(child);
      case 'functionCall':
        return this.functionCall(child);
      case 'countStar':
        return { kind: 'count-star', span };
      case 'mapProjection':
        return this.mapProjection(child);
      case 'quantifier':
        return this.quantifier(child);
      case 'reduceExpression':
        return this.reduceExpression(child);
      case 'listComprehension':
        return this.listComprehension(child);
      case 'patternComprehension':
        return this.patternComprehension(child);
      case 'patternChain':
        return { kind: 'pattern-predicate', span, pattern: this.patternChain(child) };
      case 'shortestPathPattern':
        return { kind: 'shortest-path', span, pattern: this.shortestPathPattern(child) };
      case 'subqueryExpression':
        return this.subqueryExpression(child);
      default:
        throw new Error(`no builder for ${name}`);
    }
  }

  variable(at: IToken): ast.Variable {
    return { kind: 'variable', span: cst.spanOfToken(at), name: literals.nameOf(at) };
  }

  parameter(at: IToken): ast.Parameter {
    return { kind: 'parameter', span: cst.spanOfToken(at), name: literals.parameterNameOf(at) };
  }

  private literal(node: CstNode): ast.Literal {
    const name = Object.keys(node.children)[0]!;
    return { kind: 'literal', span: cst.spanOf(node), value: this.literalValue(name, cst.token(node, name)) };
  }

  private literalValue(name: string, at: IToken): ast.Literal['value'] {
    switch (name) {
      case 'IntegerToken':
        return literals.integerOf(at, false, this.source);
      case 'FloatToken':
        return literals.floatOf(at, this.source);
      case 'StringToken':
        return literals.stringOf(at, this.source);
      case 'MalformedNumber':
        return this.fail(`Invalid number '${at.image}'`, at.startOffset, 'InvalidNumberLiteral');
      default:
        return name === 'KeywordNULL' ? null : name === 'KeywordTRUE';
    }
  }

  map(node: CstNode): ast.MapLiteral {
    const entries = cst.nodes(node, 'mapEntry').map(child => this.mapEntry(child));
    return { kind: 'map', span: cst.spanOf(node), entries };
  }

  private mapEntry(node: CstNode): ast.MapEntry {
    const key = literals.nameOf(cst.token(node, 'AnyName'));
    return {
      kind: 'map-entry',
      span: cst.spanOf(node),
      key,
      value: this.expression(cst.node(node, 'expression')),
    };
  }

  private mapProjection(node: CstNode): ast.MapProjection {
    const subject = this.variable(cst.token(node, 'VariableName'));
    const items = cst.nodes(node, 'mapProjectionItem').map(child => this.mapProjectionItem(child, subject));
    return { kind: 'map-projection', span: cst.spanOf(node), subject, items };
  }

  private mapProjectionItem(node: CstNode, subject: ast.Variable): ast.MapProjectionItem {
    const span = cst.spanOf(node);
    if (cst.has(node, 'Star')) return { kind: 'map-projection-all', span };
    const property = cst.maybeToken(node, 'property');
    if (property) {
      const key = literals.nameOf(property);
      return { kind: 'map-entry', span, key, value: { kind: 'property', span, subject, key } };
    }
    const entry = cst.maybeNode(node, 'mapEntry');
    if (entry) return this.mapEntry(entry);
    const value = this.variable(cst.token(node, 'VariableName'));
    return { kind: 'map-entry', span, key: value.name, value };
  }

  private caseExpression(node: CstNode): ast.Case {
    const branches = cst.nodes(node, 'caseBranch').map((branch): ast.CaseBranch => ({
      kind: 'case-branch',
      span: cst.spanOf(branch),
      when: this.expression(cst.node(branch, 'when')),
      then: this.expression(cst.node(branch, 'then')),
    }));
    const otherwise = this.optional(node, 'otherwise');
    return {
      kind: 'case',
      span: cst.spanOf(node),
      subject: this.optional(node, 'subject'),
      branches,
      otherwise,
    };
  }

  private functionCall(node: CstNode): ast.FunctionCall {
    const name = this.dottedName(cst.node(node, 'dottedName'));
    const distinct = cst.has(node, 'KeywordDISTINCT');
    return { kind: 'call', span: cst.spanOf(node), name, distinct, arguments: this.expressions(node) };
  }

  protected dottedName(node: CstNode): string {
    return cst.tokens(node, 'AnyName').map(literals.nameOf).join('.');
  }

  private quantifier(node: CstNode): ast.Quantifier {
    return {
      kind: 'quantifier',
      span: cst.spanOf(node),
      quantifier: cst.token(node, 'form').image.toLowerCase() as ast.Quantifier['quantifier'],
      variable: this.variable(cst.token(node, 'VariableName')),
      list: this.expression(cst.node(node, 'expression')),
      where: this.where(node),
    };
  }

  private reduceExpression(node: CstNode): ast.Reduce {
    return {
      kind: 'reduce',
      span: cst.spanOf(node),
      accumulator: this.variable(cst.token(node, 'accumulator')),
      initial: this.expression(cst.node(node, 'initial')),
      variable: this.variable(cst.token(node, 'variable')),
      list: this.expression(cst.node(node, 'list')),
      step: this.expression(cst.node(node, 'step')),
    };
  }

  private listComprehension(node: CstNode): ast.ListComprehension {
    return {
      kind: 'list-comprehension',
      span: cst.spanOf(node),
      variable: this.variable(cst.token(node, 'VariableName')),
      list: this.expression(cst.node(node, 'list')),
      where: this.where(node),
      projection: this.optional(node, 'projection'),
    };
  }

  private patternComprehension(node: CstNode): ast.PatternComprehension {
    return {
      kind: 'pattern-comprehension',
      span: cst.spanOf(node),
      pattern: this.patternPart(cst.node(node, 'patternPart')),
      where: this.where(node),
      projection: this.expression(cst.node(node, 'expression')),
    };
  }

  private subqueryExpression(node: CstNode): ast.Subquery {
    const form = cst.token(node, 'form').image.toLowerCase() as ast.Subquery['form'];
    const body = cst.maybeNode(node, 'queryBody');
    const span = cst.spanOf(node);
    return { kind: 'subquery', span, form, body: body ? this.queryBody(body) : this.matchBody(node, span) };
  }

  labels(node: CstNode): ast.LabelExpression {
    const operands = cst.nodes(node, 'labelDisjunction').map(child => this.labelDisjunction(child));
    return operands.length === 1 ? operands[0]! : { kind: 'label-and', span: cst.spanOf(node), operands };
  }

  private labelDisjunction(node: CstNode): ast.LabelExpression {
    const operands = cst.nodes(node, 'labelConjunction').map(child => this.labelConjunction(child));
    return operands.length === 1 ? operands[0]! : { kind: 'label-or', span: cst.spanOf(node), operands };
  }

  private labelConjunction(node: CstNode): ast.LabelExpression {
    const operands = cst.nodes(node, 'labelTerm').map(child => this.labelTerm(child));
    return operands.length === 1 ? operands[0]! : { kind: 'label-and', span: cst.spanOf(node), operands };
  }

  private labelTerm(node: CstNode): ast.LabelExpression {
    const span = cst.spanOf(node);
    const inner = cst.maybeNode(node, 'labelTerm');
    if (inner) return { kind: 'label-not', span, operand: this.labelTerm(inner) };
    const parenthesized = cst.maybeNode(node, 'labelDisjunction');
    if (parenthesized) return this.labelDisjunction(parenthesized);
    const name = cst.maybeToken(node, 'AnyName');
    return name ? { kind: 'label-name', span, name: literals.nameOf(name) } : { kind: 'label-any', span };
  }
}

function predicateOperator(tail: CstNode): ast.BinaryOperator {
  if (cst.has(tail, 'KeywordIN')) return 'IN';
  if (cst.has(tail, 'KeywordSTARTS')) return 'STARTS WITH';
  if (cst.has(tail, 'KeywordENDS')) return 'ENDS WITH';
  return cst.has(tail, 'KeywordCONTAINS') ? 'CONTAINS' : '=~';
}
