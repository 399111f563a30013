/** Label expressions: their plain lists of labels, and the labels they accept. */
import type { LabelExpression } from '@weir/cypher';

/** Returns labels that are all required; `undefined` if the expression is not a plain conjunction. */
export function allOf(labels: LabelExpression): string[] | undefined {
  if (labels.kind === 'label-name') return [labels.name];
  if (labels.kind !== 'label-and') return undefined;
  const all: string[] = [];
  for (const operand of labels.operands) {
    const names = allOf(operand);
    if (names === undefined) return undefined;
    all.push(...names);
  }
  return all;
}

/** Alternative labels; `undefined` if the expression is not a plain disjunction. */
export function anyOf(labels: LabelExpression): string[] | undefined {
  if (labels.kind === 'label-name') return [labels.name];
  if (labels.kind !== 'label-or') return undefined;
  const any: string[] = [];
  for (const operand of labels.operands) {
    const names = anyOf(operand);
    if (names === undefined) return undefined;
    any.push(...names.filter(name => !any.includes(name)));
  }
  return any;
}

/** Predicate for an edge's only label. */
export function acceptsOne(labels: LabelExpression): (label: string) => boolean {
  switch (labels.kind) {
    case 'label-name':
      return label => label === labels.name;
    case 'label-any':
      return () => true;
    case 'label-not': {
      const operand = acceptsOne(labels.operand);
      return label => !operand(label);
    }
    case 'label-and': {
      const operands = labels.operands.map(acceptsOne);
      return label => operands.every(accepts => accepts(label));
    }
    case 'label-or': {
      const operands = labels.operands.map(acceptsOne);
      return label => operands.some(accepts => accepts(label));
    }
  }
}
