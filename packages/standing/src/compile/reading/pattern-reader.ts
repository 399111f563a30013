/** From patterns in the syntax tree to the nodes and edges of a scope. */
import type { Expression, NodePattern, PatternPart, RelationshipPattern, Span } from '@weir/cypher';
import type { WeirError } from '@weir/platform';
import { acceptsOne, allOf, anyOf } from './label-conditions.js';
import { literalValue } from './literal-value.js';
import type { PropertyTest } from '../../plan/property-test.js';
import {
  type ElementNumber,
  type NodeElement,
  type PathHop,
  requireLabels,
  type Scope,
} from '../shape/shape.js';
import { hiddenName, type Names, type ShapeDraft, writtenName } from './shape-draft.js';

/** Limits the number of pattern nodes of a path. */
export const LONGEST_PATH = 16;

/** Reads the conditions in a pattern, which may contain further patterns. */
export interface PatternWheres {
  add(condition: Expression, scope: Scope, names: Names): void;
  /** The WHERE of a MATCH or of something in its patterns. */
  readMatchWhere(where: Expression, scope: Scope, names: Names, match: number): void;
}

export class PatternReader {
  constructor(
    private readonly draft: ShapeDraft,
    private readonly conditions: PatternWheres,
  ) {}

  readPart(part: PatternPart, scope: Scope, names: Names, match: number): void {
    if (part.shortest !== undefined) {
      throw this.draft.refusals.error(
        '`shortestPath` planning in graph patterns is not supported: watch a path of bounded length and take the ' +
          'shortest, as in MATCH p = (a)-[:x*1..4]->(b) RETURN id(a), id(b), min(length(p))',
        part.span,
      );
    }
    const start = this.readNode(part.nodes[0]!, scope, names, match);
    const hops: PathHop[] = [];
    let previous = start;
    part.relationships.forEach((relationship, i) => {
      const to = this.readNode(part.nodes[i + 1]!, scope, names, match);
      const edge = this.readEdge(relationship, previous, to, scope, names, match);
      hops.push({ edge, to });
      previous = to;
    });
    if (part.path === undefined) return;
    const variable = part.path.name;
    names.set(variable, this.draft.add({ kind: 'path', variable, start, hops }));
  }

  private readNode(pattern: NodePattern, scope: Scope, names: Names, match: number): ElementNumber {
    const variable = pattern.variable?.name;
    const known = variable === undefined ? undefined : names.get(variable);
    const number = known ?? this.newNode(variable, scope, names, match);
    scope.nodes.add(number);
    if (this.draft.elements[number]!.kind !== 'node') {
      throw this.draft.refusals.error(`\`${variable}\` is not a node of the pattern`, pattern.span);
    }
    const isOuter = !scope.own.has(number);
    if (pattern.labels !== undefined) {
      const all = isOuter ? undefined : allOf(pattern.labels);
      if (all !== undefined) requireLabels(this.draft.elements[number] as NodeElement, all);
      else {
        const name = variable ?? this.hiddenName(number, names);
        const subject = { kind: 'variable', name, span: pattern.span } as const;
        this.conditions.add(
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
      if (isOuter || test === undefined) this.conditions.add(condition, scope, names);
      else (this.draft.elements[number] as NodeElement).tests.push(test);
    }
    if (pattern.where !== undefined) this.conditions.readMatchWhere(pattern.where, scope, names, match);
    return number;
  }

  private newNode(variable: string | undefined, scope: Scope, names: Names, match: number): ElementNumber {
    const number = this.draft.add({
      kind: 'node',
      variable: variable === undefined ? undefined : writtenName(variable),
      id: undefined,
      named: [],
      labels: [],
      tests: [],
      match,
    });
    if (variable !== undefined) names.set(variable, number);
    scope.own.add(number);
    return number;
  }

  private hiddenName(number: ElementNumber, names: Names): string {
    const name = hiddenName(number);
    names.set(name, number);
    return name;
  }

  /** Reads `{key: value}`: a test if the value is a literal, and always a condition. */
  private propertyTests(
    pattern: { readonly properties: NodePattern['properties']; readonly span: Span },
    name: string,
  ): { test: PropertyTest | undefined; condition: Expression }[] {
    const { properties, span } = pattern;
    if (properties === undefined) return [];
    if (properties.kind !== 'map') throw this.invalidConstraint(properties.span);
    return properties.entries.map(({ key, value: written }) => {
      const value = literalValue(written);
      const subject = { kind: 'variable', name, span } as const;
      const operands = [{ kind: 'property', subject, key, span } as const, written];
      return {
        test: value === undefined ? undefined : ({ kind: 'equal', key, value } as const),
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
  ): ElementNumber {
    const variable = pattern.variable?.name;
    if (variable !== undefined && names.has(variable)) {
      throw this.draft.refusals.unsupported(
        `Using the edge \`${variable}\` twice`,
        pattern.span,
        'compare two edges in WHERE',
      );
    }
    const { types } = pattern;
    const labels = types === undefined ? undefined : anyOf(types);
    const [source, target] = pattern.direction === 'incoming' ? [right, left] : [left, right];
    const hops = this.hopsOf(pattern);
    const tests: PropertyTest[] = [];
    const conditions: Expression[] = [];
    const hidden = variable ?? hiddenName(this.draft.elements.length);
    for (const { test, condition } of this.propertyTests(pattern, hidden)) {
      if (test !== undefined) tests.push(test);
      else if (hops === undefined) conditions.push(condition);
      else throw this.invalidConstraint(condition.span);
    }
    const number =
      this.draft.elements.push({
        kind: 'edge',
        variable: variable === undefined ? undefined : writtenName(variable),
        source,
        target,
        directed: pattern.direction !== 'either',
        backwards: pattern.direction === 'incoming',
        labels,
        acceptsLabel: types === undefined || labels !== undefined ? undefined : acceptsOne(types),
        tests,
        hops,
        match,
      }) - 1;
    if (variable !== undefined || conditions.length > 0) names.set(hidden, number);
    scope.own.add(number);
    scope.edges.push(number);
    for (const condition of conditions) this.conditions.add(condition, scope, names);
    if (pattern.where !== undefined) this.conditions.readMatchWhere(pattern.where, scope, names, match);
    return number;
  }

  private hopsOf({ length }: RelationshipPattern): { min: number; max: number } | undefined {
    if (length === undefined) return undefined;
    const min = length.min ?? 1;
    const { max } = length;
    if (max === undefined) {
      throw this.draft.refusals.error(
        `Variable length relationships are not yet supported without an upper bound: write one, as in *1..5 (at most ${LONGEST_PATH})`,
        length.span,
      );
    }
    if (max > LONGEST_PATH) {
      throw this.draft.refusals.unsupported(
        `A path of up to ${max} edges`,
        length.span,
        `at most ${LONGEST_PATH} can be watched`,
      );
    }
    if (max < min)
      throw this.draft.refusals.unsupported(
        'A path whose upper bound is below its lower',
        length.span,
        'swap them',
      );
    return { min, max };
  }

  private invalidConstraint(span: Span): WeirError {
    return this.draft.refusals.error('Invalid node constraint (expected a map literal)', span);
  }
}
