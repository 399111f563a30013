import type { LabelExpression } from '@weir/cypher';

export function labelsMatch(expression: LabelExpression, labels: ReadonlySet<string>): boolean {
  switch (expression.kind) {
    case 'label-name':
      return labels.has(expression.name);
    case 'label-any':
      return labels.size > 0;
    case 'label-not':
      return !labelsMatch(expression.operand, labels);
    case 'label-and':
      return expression.operands.every(operand => labelsMatch(operand, labels));
    case 'label-or':
      return expression.operands.some(operand => labelsMatch(operand, labels));
  }
}
