/** The RETURN of a standing query. */
import type { Return } from '@weir/cypher';
import { checkNodeUses, variableOf } from './node-uses.js';
import type { PatternReader } from './pattern-reader.js';

export interface ReturnedColumn {
  readonly name: string;
  /** Index of the node whose id is returned. */
  readonly idOf: number | undefined;
  /** As text: `strId`. */
  readonly asText: boolean;
  /** More than an id, a property or the properties of a node. */
  readonly computed: boolean;
}

/** @throws WeirError `cypher.compile` for an expression that is never allowed. */
export function readReturn(text: string, projection: Return, reader: PatternReader): ReturnedColumn[] {
  return projection.items.map(({ expression, name }) => {
    checkNodeUses(
      text,
      expression,
      `Returned column \`${name}\``,
      variable => reader.nodeOf(variable) !== undefined,
    );
    const id = expression.kind === 'call' ? variableOf(expression, 'id', 'strid') : undefined;
    const isProperties = expression.kind === 'call' && variableOf(expression, 'properties') !== undefined;
    const isProperty = expression.kind === 'property' && expression.subject.kind === 'variable';
    return {
      name,
      idOf: id === undefined ? undefined : reader.nodeOf(id),
      asText: expression.kind === 'call' && expression.name.toLowerCase() === 'strid',
      computed: id === undefined && !isProperties && !isProperty,
    };
  });
}
