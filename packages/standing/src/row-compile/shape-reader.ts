/** From the syntax tree of a standing query to its shape. What no standing query can watch is refused here. */
import {
  type AstNode,
  type Clause,
  cypherError,
  type Expression,
  isAggregateName,
  type Match,
  type PatternPart,
  type Query,
  type RelationshipPattern,
  type NodePattern,
  type Span,
  type Subquery,
  walk,
  type With,
} from '@weir/cypher';
import type { WeirError } from '@weir/model';
import { literalValue } from '../compile/literal-value.js';
import type { PropertyTest } from '../pattern/property-test.js';
import { acceptsOne, allOf, anyOf } from '../compile/label-conditions.js';
import { constantIdOf, labelsOf, testOf } from '../compile/node-conditions.js';
import {
  type Branch,
  type BranchMode,
  type CountedQuery,
  type Element,
  type ElementExpression,
  type ElementNumber,
  emptyScope,
  type NodeElement,
  type Scope,
  type Shape,
  type Stage,
} from './shape.js';

/** A longer path would make more parts than anyone wants. */
export const LONGEST_PATH = 16;

type Names = Map<string, ElementNumber>;

export class ShapeReader {
  private readonly elements: Element[] = [];
  private readonly counted: CountedQuery[] = [];
  private matches = 0;
  private hinted: ElementNumber | undefined;
  private readonly text: string;

  constructor(private readonly query: Query) {
    this.text = query.text;
  }

  /** @throws WeirError `cypher.compile`, `standing.invalid-pattern` */
  read(): Shape {
    const clauses = [...this.query.body.parts[0]!.clauses];
    const main = emptyScope();
    let names: Names = new Map();
    const stages: Stage[] = [];
    clauses.forEach((clause, i) => {
      if (clause.kind === 'match') {
        if (stages.length > 0)
          throw this.refused('MATCH after a WITH that computes something', clause.span, REORDER);
        this.readMatchClause(clause, main, names);
      } else if (clause.kind === 'with' && this.onlyRenames(clause) && clauses[i + 1]?.kind === 'match') {
        names = this.renamed(clause, names, main);
      } else if (clause.kind === 'with' || clause.kind === 'return') {
        this.checkProjection(clause);
        stages.push(stageOf(clause));
      } else {
        throw this.wrongFormat('there is room for MATCH, OPTIONAL MATCH, WITH and RETURN only', clause.span);
      }
    });
    if (stages.length > 2) {
      throw this.refused('More than one WITH that computes something', this.query.span, 'join them into one');
    }
    const counted = stages.flatMap(({ columns, where }) => [
      ...columns.flatMap(({ expression }) => this.countedIn(expression, main, names)),
      ...(where === undefined ? [] : this.countedIn(where, main, names)),
    ]);
    const { text, elements, hinted } = this;
    return { text, elements, main, names, counted, hinted, stages };
  }

  // Clauses

  private readMatchClause(clause: Match, main: Scope, names: Names): void {
    if (!clause.optional) {
      this.readMatch(clause, main, names);
      return;
    }
    const scope = emptyScope();
    const inner = new Map(names);
    this.readMatch(clause, scope, inner);
    main.branches.push({ mode: 'optional', scope, result: undefined });
    for (const [name, element] of inner) names.set(name, element);
  }

  private readMatch(clause: Match, scope: Scope, names: Names): void {
    const match = this.matches++;
    for (const part of clause.patterns) this.readPart(part, scope, names, match);
    if (clause.where !== undefined) this.readWhere(clause.where, scope, names);
    for (const hint of clause.hints) {
      for (const variable of hint.variables) {
        if (!names.has(variable)) {
          throw this.error(`Using hint refers to undefined variable \`${variable}\``, hint.span);
        }
      }
      if (hint.hint === 'scan') this.hinted = names.get(hint.variables[0]!);
    }
  }

  private onlyRenames(clause: With): boolean {
    return (
      !clause.distinct &&
      clause.orderBy.length === 0 &&
      clause.skip === undefined &&
      clause.limit === undefined &&
      clause.items.every(({ expression }) => expression.kind === 'variable')
    );
  }

  private renamed(clause: With, names: Names, main: Scope): Names {
    const next: Names = clause.star ? new Map(names) : new Map();
    for (const { expression, name } of clause.items) {
      if (expression.kind === 'variable') next.set(name, names.get(expression.name)!);
    }
    if (clause.where !== undefined) this.readWhere(clause.where, main, next);
    return next;
  }

  private checkProjection(clause: Extract<Clause, { kind: 'with' | 'return' }>): void {
    const { span } = clause;
    if (clause.star) throw this.wrongFormat('name what is to be returned in place of `*`', span);
    if (clause.orderBy.length > 0)
      throw this.wrongFormat('results come when they come, so leave ORDER BY to whoever gets them', span);
    if (clause.skip !== undefined || clause.limit !== undefined) {
      throw this.wrongFormat(
        'in place of SKIP and LIMIT, filter with WHERE or count with COUNT { ... }',
        span,
      );
    }
  }

  // Patterns

  private readPart(part: PatternPart, scope: Scope, names: Names, match: number): void {
    if (part.path !== undefined) {
      throw this.error('Named patterns are not supported in standing queries', part.path.span);
    }
    if (part.shortest !== undefined) {
      throw this.error('`shortestPath` planning in graph patterns is not supported', part.span);
    }
    let previous = this.readNode(part.nodes[0]!, scope, names);
    part.relationships.forEach((relationship, i) => {
      const next = this.readNode(part.nodes[i + 1]!, scope, names);
      this.readEdge(relationship, previous, next, scope, names, match);
      previous = next;
    });
  }

  private readNode(pattern: NodePattern, scope: Scope, names: Names): ElementNumber {
    const variable = pattern.variable?.name;
    const known = variable === undefined ? undefined : names.get(variable);
    const number = known ?? this.newNode(variable, scope, names);
    scope.nodes.add(number);
    if (this.elements[number]!.kind !== 'node') {
      throw this.error(`\`${variable}\` is not a node`, pattern.span);
    }
    const isOuter = !scope.own.has(number);
    if (pattern.labels !== undefined) {
      const all = isOuter ? undefined : allOf(pattern.labels);
      if (all !== undefined) addLabels(this.elements[number] as NodeElement, all);
      else {
        const name = variable ?? this.hiddenName(number, names);
        const subject = { kind: 'variable', name, span: pattern.span } as const;
        this.addCondition(
          { kind: 'has-labels', subject, labels: pattern.labels, span: pattern.labels.span },
          scope,
          names,
        );
      }
    }
    for (const { test, condition } of this.propertyTests(
      pattern,
      variable ?? this.hiddenName(number, names),
    )) {
      if (isOuter) this.addCondition(condition, scope, names);
      else (this.elements[number] as NodeElement).tests.push(test);
    }
    if (pattern.where !== undefined) this.readWhere(pattern.where, scope, names);
    return number;
  }

  private newNode(variable: string | undefined, scope: Scope, names: Names): ElementNumber {
    const number = this.elements.push({ kind: 'node', variable, id: undefined, labels: [], tests: [] }) - 1;
    if (variable !== undefined) names.set(variable, number);
    scope.own.add(number);
    return number;
  }

  /** A name that no text can have, for a condition on a node without a variable. */
  private hiddenName(number: ElementNumber, names: Names): string {
    const name = ` node ${number}`;
    names.set(name, number);
    return name;
  }

  private propertyTests(
    pattern: { readonly properties: NodePattern['properties']; readonly span: Span },
    name: string,
  ): { test: PropertyTest; condition: Expression }[] {
    const { properties, span } = pattern;
    if (properties === undefined) return [];
    if (properties.kind !== 'map') throw this.invalidConstraint(properties.span);
    return properties.entries.map(({ key, value: written }) => {
      const value = literalValue(written);
      if (value === undefined) throw this.invalidConstraint(written.span);
      const subject = { kind: 'variable', name, span } as const;
      const operands = [{ kind: 'property', subject, key, span } as const, written];
      return {
        test: { kind: 'equal', key, value } as const,
        condition: { kind: 'comparison', operands, operators: ['='], span } as const,
      };
    });
  }

  private readEdge(
    pattern: RelationshipPattern,
    left: ElementNumber,
    right: ElementNumber,
    scope: Scope,
    names: Names,
    match: number,
  ): void {
    const variable = pattern.variable?.name;
    if (variable !== undefined && names.has(variable)) {
      throw this.refused(`Using the edge \`${variable}\` twice`, pattern.span, 'compare two edges in WHERE');
    }
    const { types } = pattern;
    const labels = types === undefined ? undefined : anyOf(types);
    const [source, target] = pattern.direction === 'incoming' ? [right, left] : [left, right];
    const number =
      this.elements.push({
        kind: 'edge',
        variable,
        source,
        target,
        directed: pattern.direction !== 'either',
        labels,
        acceptsLabel: types === undefined || labels !== undefined ? undefined : acceptsOne(types),
        tests: this.propertyTests(pattern, variable ?? '').map(({ test }) => test),
        hops: this.hopsOf(pattern),
        match,
      }) - 1;
    if (variable !== undefined) names.set(variable, number);
    scope.own.add(number);
    scope.edges.push(number);
    if (pattern.where !== undefined) this.readWhere(pattern.where, scope, names);
  }

  private hopsOf({ length }: RelationshipPattern): { min: number; max: number } | undefined {
    if (length === undefined) return undefined;
    const min = length.min ?? 1;
    const { max } = length;
    if (max === undefined) {
      throw this.error(
        `Variable length relationships are not yet supported without an upper bound: write one, as in *1..5 (at most ${LONGEST_PATH})`,
        length.span,
      );
    }
    if (max > LONGEST_PATH) {
      throw this.refused(
        `A path of up to ${max} edges`,
        length.span,
        `at most ${LONGEST_PATH} can be watched`,
      );
    }
    if (max < min)
      throw this.refused('A path whose upper bound is below its lower', length.span, 'swap them');
    return { min, max };
  }

  // Conditions

  private readWhere(where: Expression, scope: Scope, names: Names): void {
    for (const conjunct of conjunctsOf(where)) this.readConjunct(conjunct, scope, names);
  }

  private readConjunct(conjunct: Expression, scope: Scope, names: Names): void {
    if (this.readNodeCondition(conjunct, scope, names)) return;
    const negated = conjunct.kind === 'unary' && conjunct.operator === 'NOT';
    const inner = negated ? conjunct.operand : conjunct;
    if (inner.kind === 'pattern-predicate' || (inner.kind === 'subquery' && inner.form === 'exists')) {
      scope.branches.push(this.branchOf(inner, negated ? 'anti' : 'semi', names));
    } else {
      this.addCondition(conjunct, scope, names);
    }
  }

  /** Conditions that the node can check by itself. */
  private readNodeCondition(conjunct: Expression, scope: Scope, names: Names): boolean {
    const own = (name: string): NodeElement | undefined => {
      const number = names.get(name);
      const element = number === undefined || !scope.own.has(number) ? undefined : this.elements[number];
      return element?.kind === 'node' ? element : undefined;
    };
    const found = testOf(this.text, conjunct);
    const tested = found && own(found.variable);
    if (found !== undefined && tested !== undefined) {
      tested.tests.push(found.test);
      return true;
    }
    const labels = labelsOf(conjunct);
    const labelled = labels && own(labels.variable);
    if (labels !== undefined && labelled !== undefined) {
      addLabels(labelled, labels.labels);
      return true;
    }
    const id = constantIdOf(conjunct);
    const named = id && own(id.variable);
    if (id === undefined || named === undefined || (named.id !== undefined && named.id !== id.id))
      return false;
    named.id = id.id;
    return true;
  }

  private addCondition(expression: Expression, scope: Scope, names: Names): void {
    const counted = this.countedIn(expression, scope, names);
    scope.conditions.push(this.elementExpression(expression, names, counted));
  }

  private elementExpression(
    expression: Expression,
    names: Names,
    counted: readonly CountedQuery[],
  ): ElementExpression {
    const { start, end } = expression.span;
    return { expression, text: this.text.slice(start, end), names: new Map(names), counted };
  }

  /** Turns each query inside of an expression into a branch that counts its matches. */
  private countedIn(expression: Expression, scope: Scope, names: Names): CountedQuery[] {
    const found: CountedQuery[] = [];
    walk(expression, node => {
      if (node.kind === 'pattern-predicate' || (node.kind === 'subquery' && node.form !== 'collect')) {
        const branch = this.branchOf(node, 'count', names);
        scope.branches.push(branch);
        const asBoolean = node.kind === 'pattern-predicate' || node.form === 'exists';
        const counted = { expression: node, element: branch.result!, asBoolean };
        found.push(counted);
        this.counted.push(counted);
        return false;
      }
      if (QUERYING.has(node.kind)) {
        const { start, end } = node.span;
        throw this.error(
          `\`${this.text.slice(start, end)}\` is not a pure expression - it requires querying the graph: ` +
            'use EXISTS { ... }, COUNT { ... } or OPTIONAL MATCH with collect(...)',
          node.span,
        );
      }
      return true;
    });
    return found;
  }

  private branchOf(
    node: Subquery | Extract<Expression, { kind: 'pattern-predicate' }>,
    mode: BranchMode,
    outer: Names,
  ): Branch {
    const scope = emptyScope();
    const names = new Map(outer);
    if (node.kind === 'pattern-predicate') {
      this.readPart(node.pattern, scope, names, this.matches++);
    } else {
      const clauses = node.body.parts.length === 1 ? node.body.parts[0]!.clauses : [];
      const plain = clauses.filter(clause => !isIdleReturn(clause));
      if (plain.length === 0 || !plain.every(clause => clause.kind === 'match' && !clause.optional)) {
        throw this.refused(
          'A subquery of other clauses than MATCH and WHERE',
          node.span,
          'write EXISTS { MATCH ... WHERE ... }',
        );
      }
      for (const clause of plain) if (clause.kind === 'match') this.readMatch(clause, scope, names);
    }
    let result: ElementNumber | undefined;
    if (mode === 'count') result = this.elements.push({ kind: 'matches', variable: undefined }) - 1;
    return { mode, scope, result };
  }

  // Errors

  private invalidConstraint(span: Span): WeirError {
    return this.error('Invalid node constraint (expected a map literal)', span);
  }

  private refused(what: string, span: Span, instead: string): WeirError {
    return this.error(`${what} is not supported in standing queries: ${instead}`, span);
  }

  private wrongFormat(instead: string, span: Span): WeirError {
    return this.error(`${WRONG_FORMAT}: ${instead}`, span);
  }

  private error(message: string, span: Span): WeirError {
    return cypherError('cypher.compile', message, { source: this.text, offset: span.start });
  }
}

/** Of what is no standing query at all. */
export const WRONG_FORMAT = 'Wrong format for a standing query (expected `MATCH ... WHERE ... RETURN ...`)';

const REORDER = 'put all MATCH clauses first';
const QUERYING = new Set<AstNode['kind']>([
  'pattern-comprehension',
  'shortest-path',
  'subquery',
  'parameter',
]);

function isIdleReturn(clause: Clause): boolean {
  return (
    clause.kind === 'return' &&
    !clause.distinct &&
    clause.skip === undefined &&
    clause.limit === undefined &&
    !clause.items.some(({ expression }) => mentionsAggregate(expression))
  );
}

export function mentionsAggregate(expression: Expression): boolean {
  let found = false;
  walk(expression, node => {
    if (node.kind === 'count-star' || (node.kind === 'call' && isAggregateName(node.name))) found = true;
    return node.kind !== 'subquery';
  });
  return found;
}

function stageOf(clause: Extract<Clause, { kind: 'with' | 'return' }>): Stage {
  return {
    columns: clause.items.map(({ name, expression }) => ({ name, expression })),
    distinct: clause.distinct,
    where: clause.kind === 'with' ? clause.where : undefined,
  };
}

export function conjunctsOf(expression: Expression): Expression[] {
  return expression.kind === 'binary' && expression.operator === 'AND'
    ? [...conjunctsOf(expression.left), ...conjunctsOf(expression.right)]
    : [expression];
}

function addLabels(node: NodeElement, labels: readonly string[]): void {
  for (const label of labels) if (!node.labels.includes(label)) node.labels.push(label);
}
