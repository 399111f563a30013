/** The MATCH of a standing query as nodes and edges. Nodes with one variable are one node. */
import {
  cypherError,
  type Expression,
  type LabelExpression,
  type Match,
  type NodePattern,
  type PatternPart,
  type RelationshipPattern,
  type Span,
} from '@weir/cypher';
import type { NodeId, WeirError } from '@weir/model';
import type { PropertyTest } from '../pattern/property-test.js';
import type { PatternEdge, PatternNode } from '../pattern/standing-pattern.js';
import { literalValue } from './literal-value.js';

class OpenNode {
  id: NodeId | undefined = undefined;
  readonly labels: string[] = [];
  readonly tests: PropertyTest[] = [];

  constructor(readonly variable: string | undefined) {}
}

export class PatternReader {
  readonly edges: PatternEdge[] = [];
  /** Of WHERE, and of WHERE inside of nodes. */
  readonly conditions: Expression[] = [];
  /** Index of the node that a scan hint names. */
  readonly hintedNode: number | undefined;
  private readonly nodes: OpenNode[] = [];
  private readonly byVariable = new Map<string, number>();

  /** @throws WeirError `cypher.compile` */
  constructor(
    private readonly text: string,
    match: Match,
  ) {
    for (const part of match.patterns) this.readPart(part);
    if (match.where !== undefined) this.conditions.push(match.where);
    this.hintedNode = this.readHints(match);
  }

  /** Index of the node with this variable. */
  nodeOf(variable: string): number | undefined {
    return this.byVariable.get(variable);
  }

  addTest(node: number, test: PropertyTest): void {
    this.nodes[node]!.tests.push(test);
  }

  /** @returns false if the node is known to be another one. */
  restrictTo(node: number, id: NodeId): boolean {
    const known = this.nodes[node]!;
    if (known.id !== undefined && known.id !== id) return false;
    known.id = id;
    return true;
  }

  patternNodes(): PatternNode[] {
    return this.nodes.map(({ variable, id, labels, tests }) => ({ variable, id, labels, tests }));
  }

  private readPart(part: PatternPart): void {
    if (part.path !== undefined) {
      throw this.error('Named patterns are not supported in standing queries', part.path.span);
    }
    if (part.shortest !== undefined) {
      throw this.error('`shortestPath` planning in graph patterns is not supported', part.span);
    }
    let previous = this.readNode(part.nodes[0]!);
    part.relationships.forEach((relationship, i) => {
      const label = this.readRelationship(relationship);
      const next = this.readNode(part.nodes[i + 1]!);
      const [source, target] = relationship.direction === 'outgoing' ? [previous, next] : [next, previous];
      this.edges.push({ source, target, label });
      previous = next;
    });
  }

  private readNode(pattern: NodePattern): number {
    const index = this.indexOf(pattern.variable?.name);
    const node = this.nodes[index]!;
    if (pattern.labels !== undefined) {
      for (const label of this.readLabels(pattern.labels)) {
        if (!node.labels.includes(label)) node.labels.push(label);
      }
    }
    if (pattern.properties !== undefined) {
      if (pattern.properties.kind !== 'map') throw this.invalidConstraint(pattern.properties.span);
      for (const { key, value: entry } of pattern.properties.entries) {
        const value = literalValue(entry);
        if (value === undefined) throw this.invalidConstraint(entry.span);
        node.tests.push({ kind: 'equal', key, value });
      }
    }
    if (pattern.where !== undefined) this.conditions.push(pattern.where);
    return index;
  }

  private indexOf(variable: string | undefined): number {
    const known = variable === undefined ? undefined : this.byVariable.get(variable);
    if (known !== undefined) return known;
    const index = this.nodes.push(new OpenNode(variable)) - 1;
    if (variable !== undefined) this.byVariable.set(variable, index);
    return index;
  }

  private readLabels(labels: LabelExpression): string[] {
    if (labels.kind === 'label-name') return [labels.name];
    if (labels.kind === 'label-and') return labels.operands.flatMap(operand => this.readLabels(operand));
    const written = this.source(labels.span);
    throw this.error(`We don't currently support complex label expressions! (got ${written})`, labels.span);
  }

  /** @returns its label. */
  private readRelationship(pattern: RelationshipPattern): string {
    if (pattern.variable !== undefined) {
      const message = 'Assigning edges to variables is not yet supported in standing query patterns';
      throw this.error(message, pattern.variable.span);
    }
    if (pattern.length !== undefined) {
      throw this.error('Variable length relationships are not yet supported', pattern.length.span);
    }
    if (pattern.properties !== undefined || pattern.where !== undefined) {
      throw this.error('Properties on edges are not yet supported', pattern.span);
    }
    const { types } = pattern;
    if (types?.kind !== 'label-name') {
      const got = types === undefined ? 'none' : this.source(types.span).replace(/^:/, '');
      throw this.error(
        `Edges in standing query patterns must have exactly one label (got ${got})`,
        types?.span ?? pattern.span,
      );
    }
    if (pattern.direction === 'either') {
      throw this.error('Edge in standing queries must specify a direction', pattern.span);
    }
    return types.name;
  }

  private readHints(match: Match): number | undefined {
    let hinted: number | undefined;
    for (const hint of match.hints) {
      for (const variable of hint.variables) {
        const node = this.byVariable.get(variable);
        if (node === undefined) {
          throw this.error(`Using hint refers to undefined variable \`${variable}\``, hint.span);
        }
        if (hint.hint === 'scan') hinted = node;
      }
    }
    return hinted;
  }

  private invalidConstraint(span: Span): WeirError {
    return this.error('Invalid node constraint (expected a map literal)', span);
  }

  private source(span: Span): string {
    return this.text.slice(span.start, span.end);
  }

  private error(message: string, span: Span): WeirError {
    return cypherError('cypher.compile', message, { source: this.text, offset: span.start });
  }
}
