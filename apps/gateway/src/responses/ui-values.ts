/** Nodes and edges in the form that the exploration page draws. */
import { cypherError, type Row } from '@weir/cypher';
import {
  formatNodeId,
  NodeValue,
  queryJson,
  RelationshipValue,
  errorTypeName,
  type Value,
} from '@weir/model';

/** Converts values to JSON text. */
export type JsonWriter = (value: Value) => string;

/** JSON of every node of a row, in order; nulls are skipped. Throws `cypher.type-mismatch` for anything else. */
export function uiNodesOf(row: Row, json: JsonWriter): string[] {
  return row.flatMap(value => {
    if (value === null) return [];
    if (value instanceof NodeValue) return [uiNode(value, json)];
    throw wrongType('Node', value, 'node');
  });
}

/** JSON of every edge of a row, in order; nulls are skipped. Throws `cypher.type-mismatch` for anything else. */
export function uiEdgesOf(row: Row): string[] {
  return row.flatMap(value => {
    if (value === null) return [];
    if (value instanceof RelationshipValue) return [uiEdge(value)];
    throw wrongType('Relationship', value, 'edge');
  });
}

function uiNode(node: NodeValue, json: JsonWriter): string {
  const id = formatNodeId(node.id);
  const label = node.labels.length > 0 ? node.labels.join(':') : `ID: ${id}`;
  const head = JSON.stringify({ id, hostIndex: 0, label });
  return `${head.slice(0, -1)},"properties":${json(node.properties)}}`;
}

function uiEdge(edge: RelationshipValue): string {
  return JSON.stringify({
    from: formatNodeId(edge.start),
    edgeType: edge.label,
    to: formatNodeId(edge.end),
    isDirected: true,
  });
}

function wrongType(expected: string, value: Value, kind: string): Error {
  const text = queryJson(value);
  return cypherError(
    'cypher.type-mismatch',
    `Expected type(s) ${expected} but got value ${text} of type ${errorTypeName(value)} in ${kind} query return value`,
  );
}
