/**
 * The pattern of one MATCH as a graph of variables: nodes, relationships between them, and the predicates from the
 * pattern and WHERE.
 */
import { Direction } from '@weir/model';
import type {
  Expression,
  LabelExpression,
  NodePattern,
  PatternPart,
  PatternProperties,
  RelationshipPattern,
  Span,
} from '../syntax/index.js';
import { mentionedNames } from './free-names.js';
import { variable } from './plan-context.js';
import type { PlanContext } from './plan-context.js';

export interface PatternNode {
  readonly name: string;
  /** Preference as the start of a scan: how much the pattern restricts it. */
  selectivity: number;
}

export interface PatternRelationship {
  readonly name: string;
  readonly pattern: RelationshipPattern;
  readonly from: string;
  readonly to: string;
  readonly direction: Direction | undefined;
  /** `undefined`: any, or more than a list of names can express (then a predicate covers it). */
  readonly types: readonly string[] | undefined;
  readonly shortest: 'one' | 'all' | undefined;
}

export interface PatternPath {
  readonly name: string;
  readonly nodes: readonly string[];
  readonly relationships: readonly string[];
}

export interface Predicate {
  readonly expression: Expression;
  readonly names: ReadonlySet<string>;
}

export interface PatternGraph {
  readonly nodes: ReadonlyMap<string, PatternNode>;
  readonly relationships: readonly PatternRelationship[];
  readonly paths: readonly PatternPath[];
  readonly predicates: Predicate[];
}

export function patternGraph(
  context: PlanContext,
  patterns: readonly PatternPart[],
  where: Expression | undefined,
): PatternGraph {
  const builder = new PatternGraphBuilder(context);
  for (const part of patterns) builder.addPart(part);
  for (const conjunct of conjuncts(where)) {
    builder.addPredicate(conjunct);
    builder.weigh(conjunct);
  }
  return builder;
}

/** Returns the parts of a conjunction, from left to right. */
export function conjuncts(expression: Expression | undefined): Expression[] {
  return expression === undefined ? [] : operandsOf('AND', expression);
}

/** Returns the operands of `a AND b AND c`, however long the chain is. */
export function operandsOf(operator: 'AND' | 'OR', expression: Expression): Expression[] {
  const found: Expression[] = [];
  const waiting = [expression];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.kind === 'binary' && next.operator === operator) waiting.push(next.right, next.left);
    else found.push(next);
  }
  return found;
}

/** Returns the names in `A|B|C`, or `undefined` for any other expression. */
export function typeNames(types: LabelExpression | undefined): readonly string[] | undefined {
  if (types === undefined) return undefined;
  if (types.kind === 'label-name') return [types.name];
  if (types.kind !== 'label-or') return undefined;
  const names = types.operands.map(typeNames);
  return names.includes(undefined) ? undefined : [...new Set(names.flatMap(list => list!))];
}

class PatternGraphBuilder implements PatternGraph {
  readonly nodes = new Map<string, PatternNode>();
  readonly relationships: PatternRelationship[] = [];
  readonly paths: PatternPath[] = [];
  readonly predicates: Predicate[] = [];

  constructor(private readonly context: PlanContext) {}

  addPart(part: PatternPart): void {
    const nodes = part.nodes.map(node => this.addNode(node));
    const relationships = part.relationships.map((pattern, i) =>
      this.addRelationship(pattern, nodes[i]!, nodes[i + 1]!, part.shortest),
    );
    if (part.path !== undefined) this.paths.push({ name: part.path.name, nodes, relationships });
  }

  addPredicate(expression: Expression): void {
    this.predicates.push({ expression, names: mentionedNames(expression) });
  }

  /** A condition on one node alone makes it a better start. */
  weigh(condition: Expression): void {
    const [name, ...others] = mentionedNames(condition);
    const node = name === undefined || others.length > 0 ? undefined : this.nodes.get(name);
    if (node !== undefined) node.selectivity += weightOf(condition);
  }

  private addNode(pattern: NodePattern): string {
    const name = pattern.variable?.name ?? this.context.anonymous('node');
    const node = this.nodes.get(name) ?? { name, selectivity: 0 };
    this.nodes.set(name, node);
    const { labels, properties, where, span } = pattern;
    if (labels !== undefined) {
      node.selectivity += 2;
      this.addPredicate({ kind: 'has-labels', subject: variable(name, span), labels, span });
    }
    if (properties !== undefined) {
      node.selectivity += 3;
      for (const test of propertyTests(variable(name, span), properties, this.context))
        this.addPredicate(test);
    }
    if (where !== undefined) {
      node.selectivity += 1;
      for (const conjunct of conjuncts(where)) this.addPredicate(conjunct);
    }
    return name;
  }

  private addRelationship(
    pattern: RelationshipPattern,
    left: string,
    right: string,
    shortest: 'one' | 'all' | undefined,
  ): string {
    const name = pattern.variable?.name ?? this.context.anonymous('relationship');
    const types = typeNames(pattern.types);
    const incoming = pattern.direction === 'incoming';
    this.relationships.push({
      name,
      pattern,
      from: incoming ? right : left,
      to: incoming ? left : right,
      direction: pattern.direction === 'either' ? undefined : Direction.Outgoing,
      types,
      shortest,
    });
    this.addRelationshipPredicates(name, pattern, types !== undefined || pattern.types === undefined);
    return name;
  }

  private addRelationshipPredicates(name: string, pattern: RelationshipPattern, typesDone: boolean): void {
    const { span, types, properties, where, length } = pattern;
    const tests: Expression[] = [];
    const element =
      length === undefined ? variable(name, span) : variable(this.context.anonymous('hop'), span);
    if (!typesDone) tests.push({ kind: 'has-labels', subject: element, labels: types!, span });
    // With a variable length, properties are tested hop by hop (see PatternRelationship.pattern).
    if (properties !== undefined && length === undefined)
      tests.push(...propertyTests(element, properties, this.context));
    if (where !== undefined) tests.push(...conjuncts(where));
    for (const test of tests) {
      if (length === undefined) this.addPredicate(test);
      else this.addPredicate(forEachHop(variable(name, span), element.name, test, span));
    }
  }
}

function weightOf(condition: Expression): number {
  if (condition.kind === 'has-labels') return 2;
  const isEquality = condition.kind === 'comparison' && condition.operators.every(each => each === '=');
  return isEquality || (condition.kind === 'binary' && condition.operator === 'IN') ? 3 : 1;
}

function forEachHop(list: Expression, name: string, where: Expression, span: Span): Expression {
  return { kind: 'quantifier', quantifier: 'all', variable: variable(name, span), list, where, span };
}

/** Converts `{key: value, ...}` of a pattern to comparisons. */
export function propertyTests(
  subject: Expression,
  properties: PatternProperties,
  context: PlanContext,
): Expression[] {
  const { span } = properties;
  if (properties.kind === 'map') {
    return properties.entries.map(entry => ({
      kind: 'comparison',
      operands: [{ kind: 'property', subject, key: entry.key, span: entry.span }, entry.value],
      operators: ['='],
      span: entry.span,
    }));
  }
  const key = variable(context.anonymous('key'), span);
  const of = (map: Expression): Expression => ({ kind: 'index', subject: map, index: key, span });
  const where: Expression = {
    kind: 'comparison',
    operands: [of(subject), of(properties)],
    operators: ['='],
    span,
  };
  const list: Expression = { kind: 'call', name: 'keys', distinct: false, arguments: [properties], span };
  return [{ kind: 'quantifier', quantifier: 'all', variable: key, list, where, span }];
}
