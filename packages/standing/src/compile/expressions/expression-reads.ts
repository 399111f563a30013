/** Reads of a node or an edge by an expression, as far as its text shows. */
import type { ElementReads } from '../../plan/node-demands.js';
import type { Reduction } from '../../plan/row-plan.js';
import { type AstNode, children, type Expression } from '@weir/cypher';

export class ReadsOfElement {
  readonly keys = new Set<string>();
  all = false;
  labels = false;
  /** For the edges of a path: whether the nodes between them are read too. */
  innerNodes = false;
  /** Its id is needed, or whether it exists. */
  identity = false;

  get isBare(): boolean {
    return this.keys.size === 0 && !this.all && !this.labels && !this.innerNodes;
  }

  /** The properties that are read, sorted, if nothing else is. */
  get onlyProperties(): Reduction | undefined {
    const { keys, all, labels, innerNodes, identity } = this;
    return keys.size === 0 || all || labels || innerNodes || identity ? undefined : [...keys].sort();
  }

  addAll(): void {
    this.all = true;
    this.labels = true;
    this.identity = true;
  }

  add(other: ReadsOfElement): void {
    for (const key of other.keys) this.keys.add(key);
    this.all ||= other.all;
    this.labels ||= other.labels;
    this.innerNodes ||= other.innerNodes;
    this.identity ||= other.identity;
  }

  frozen(): ElementReads {
    return { keys: [...this.keys].sort(), all: this.all, labels: this.labels };
  }
}

/** Functions that use only the identity of an element. */
const IDENTITY = new Set(['id', 'strid', 'type', 'count', 'startnode', 'endnode', 'size', 'elementid']);

/**
 * @param variable of the element, or the expression that returns it.
 * @param skip expressions whose values are already available.
 */
export function readsOf(
  expression: Expression,
  variable: string | Expression,
  skip: (node: AstNode) => boolean,
): ReadsOfElement {
  const reads = new ReadsOfElement();
  const visit = (node: AstNode): void => {
    if (skip(node)) return;
    if (isVariable(node, variable)) {
      reads.addAll();
      return;
    }
    switch (node.kind) {
      case 'property':
        if (isVariable(node.subject, variable)) {
          reads.keys.add(node.key);
          return;
        }
        break;
      case 'has-labels':
        if (isVariable(node.subject, variable)) {
          reads.labels = true;
          return;
        }
        break;
      case 'is-null':
        if (isVariable(node.operand, variable)) {
          reads.identity = true;
          return;
        }
        break;
      case 'comparison':
        if (node.operators.every(operator => operator === '=' || operator === '<>')) {
          for (const operand of node.operands) {
            if (isVariable(operand, variable)) reads.identity = true;
            else visit(operand);
          }
          return;
        }
        break;
      case 'call':
        if (node.arguments.length === 1 && isVariable(node.arguments[0]!, variable)) {
          const name = node.name.toLowerCase();
          reads.identity = true;
          if (name === 'labels') reads.labels = true;
          else if (name === 'properties' || name === 'keys') reads.all = true;
          else if (!IDENTITY.has(name)) reads.addAll();
          return;
        }
        break;
      default:
    }
    for (const child of children(node)) visit(child);
  };
  visit(expression);
  return reads;
}

/** Returns the reads of a path by an expression. */
export function readsOfPath(
  expression: Expression,
  variable: string,
  skip: (node: AstNode) => boolean,
): { nodes: boolean; edges: boolean } {
  const reads = { nodes: false, edges: false };
  const visit = (node: AstNode): void => {
    if (skip(node)) return;
    if (node.kind === 'call' && node.arguments.length === 1 && isVariable(node.arguments[0]!, variable)) {
      const name = node.name.toLowerCase();
      if (name === 'length' || name === 'size') return;
      if (name === 'nodes' || name === 'relationships') {
        reads.nodes ||= name === 'nodes';
        reads.edges ||= name === 'relationships';
        return;
      }
    }
    if (isVariable(node, variable)) reads.nodes = reads.edges = true;
    for (const child of children(node)) visit(child);
  };
  visit(expression);
  return reads;
}

/** Returns whether the expression uses the variable outside the skipped expressions. */
export function mentions(
  expression: Expression,
  variable: string,
  skip: (node: AstNode) => boolean,
): boolean {
  const visit = (node: AstNode): boolean => {
    if (skip(node)) return false;
    if (node.kind === 'variable' && node.name === variable) return true;
    return children(node).some(visit);
  };
  return visit(expression);
}

function isVariable(expression: AstNode, variable: string | Expression): boolean {
  if (typeof variable !== 'string') return expression === variable;
  return expression.kind === 'variable' && expression.name === variable;
}
