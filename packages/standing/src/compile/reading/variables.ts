/** Meaning of names between the clauses of a query: elements of the pattern, or expressions over them. */
import type { AstNode, Expression, With } from '@weir/cypher';
import type { ElementNumber } from '../shape/shape.js';
import { hiddenName, isVisible, type Names } from './shape-draft.js';
import { substituted } from './substitute.js';

export class Variables {
  names: Names = new Map();
  private expressions = new Map<string, Expression>();

  /** Replaces names of expressions with the expressions. */
  resolved<T extends AstNode>(node: T): T {
    return substituted(node, this.expressions);
  }

  /** In alphabetical order. */
  visible(): string[] {
    return [...this.names.keys(), ...this.expressions.keys()].filter(isVisible).sort();
  }

  /** Defines `name` as an expression over the current names. */
  define(name: string, expression: Expression): void {
    const anchored = this.anchored(this.resolved(expression));
    this.names.delete(name);
    this.expressions.set(name, anchored);
  }

  defineElement(name: string, element: ElementNumber): void {
    this.expressions.delete(name);
    this.names.set(name, element);
  }

  /** WITH: names that it does not mention go out of scope. */
  project({ star, items }: Pick<With, 'star' | 'items'>): void {
    const expressions = new Map(star ? this.expressions : []);
    const elements: [name: string, element: ElementNumber][] = [];
    const computed: [name: string, expression: Expression][] = [];
    for (const { expression, name } of items) {
      const element = expression.kind === 'variable' ? this.names.get(expression.name) : undefined;
      if (element === undefined) computed.push([name, this.anchored(this.resolved(expression))]);
      else elements.push([name, element]);
    }
    const kept = [...this.names].filter(([name]) => star || !isVisible(name));
    const next: Names = new Map([...kept, ...elements]);
    for (const [name] of elements) expressions.delete(name);
    for (const [name, expression] of computed) {
      next.delete(name);
      expressions.set(name, expression);
    }
    this.names = next;
    this.expressions = expressions;
  }

  /** Rewrites the expression to names that no clause changes. */
  private anchored(expression: Expression): Expression {
    const { span } = expression;
    const replacements = new Map<string, Expression>();
    for (const [name, element] of [...this.names]) {
      if (!isVisible(name)) continue;
      this.names.set(hiddenName(element), element);
      replacements.set(name, { kind: 'variable', name: hiddenName(element), span });
    }
    return substituted(expression, replacements);
  }
}
