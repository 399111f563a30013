/**
 * The lines of an export: JSON, one node or edge each, values as in `exactJson`.
 *
 * ```
 * {"export":1}
 * {"node":"761f620a-0f48-3f92-9464-2526642cc430","labels":["Person"],"properties":{"name":"Ann","weight":60.5}}
 * {"edge":"knows","from":"761f620a-...","to":"0b1c...","properties":{"since":{"$date":"2020-02-29"}}}
 * {"end":{"nodes":1,"edges":1}}
 * ```
 *
 * `labels` and `properties` may be missing. The first and the last line may be left out if the lines were not exported.
 */
import {
  exactJson,
  formatNodeId,
  type NodeId,
  type NodeValue,
  parseExactJson,
  parseNodeId,
  type RelationshipValue,
  type Value,
  type ValueMap,
} from '@weir/model';
import type { TransferCounts } from '../contract/transfer-service.js';

/** Increased when a reader of this version would misinterpret the lines. */
export const EXPORT_VERSION = 1;

export type TransferLine =
  | { readonly kind: 'start'; readonly version: number }
  | {
      readonly kind: 'node';
      readonly id: NodeId;
      readonly labels: readonly string[];
      readonly properties: ValueMap;
    }
  | {
      readonly kind: 'edge';
      readonly label: string;
      readonly from: NodeId;
      readonly to: NodeId;
      readonly properties: ValueMap;
    }
  | ({ readonly kind: 'end' } & TransferCounts);

export function startLine(): string {
  return `{"export":${EXPORT_VERSION}}\n`;
}

export function endLine({ nodes, edges }: TransferCounts): string {
  return `{"end":{"nodes":${nodes},"edges":${edges}}}\n`;
}

export function nodeLine({ id, labels, properties }: NodeValue): string {
  return `{"node":"${formatNodeId(id)}","labels":${JSON.stringify(labels)},"properties":${exactJson(properties)}}\n`;
}

export function edgeLine({ start, label, end, properties }: RelationshipValue): string {
  const ends = `"from":"${formatNodeId(start)}","to":"${formatNodeId(end)}"`;
  return `{"edge":${JSON.stringify(label)},${ends},"properties":${exactJson(properties)}}\n`;
}

/** @throws SyntaxError with the reason. */
export function parseLine(text: string): TransferLine {
  const line = asMap(parseExactJson(text), 'the line');
  if ('node' in line) {
    checkKeys(line, ['node', 'labels', 'properties']);
    return {
      kind: 'node',
      id: asId(line['node'], 'node'),
      labels: asLabels(line['labels'] ?? []),
      properties: asMap(line['properties'] ?? {}, 'properties'),
    };
  }
  if ('edge' in line) {
    checkKeys(line, ['edge', 'from', 'to', 'properties']);
    return {
      kind: 'edge',
      label: asText(line['edge'], 'edge'),
      from: asId(line['from'] ?? null, 'from'),
      to: asId(line['to'] ?? null, 'to'),
      properties: asMap(line['properties'] ?? {}, 'properties'),
    };
  }
  if ('export' in line) return { kind: 'start', version: asCount(line['export'], 'export') };
  if ('end' in line) {
    const { nodes = null, edges = null } = asMap(line['end'], 'end');
    return { kind: 'end', nodes: asCount(nodes, 'nodes'), edges: asCount(edges, 'edges') };
  }
  throw new SyntaxError('neither a node nor an edge: one of the keys "node" and "edge" is expected');
}

function checkKeys(line: ValueMap, known: readonly string[]): void {
  const unknown = Object.keys(line).find(key => !known.includes(key));
  if (unknown !== undefined) throw new SyntaxError(`unknown key ${JSON.stringify(unknown)}`);
}

function asMap(value: Value, what: string): ValueMap {
  const isMap =
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  if (!isMap) throw new SyntaxError(`${what} is not an object`);
  return value as ValueMap;
}

function asText(value: Value, what: string): string {
  if (typeof value !== 'string') throw new SyntaxError(`"${what}" is not a string`);
  return value;
}

function asId(value: Value, what: string): NodeId {
  const id = parseNodeId(asText(value, what));
  if (id === undefined) throw new SyntaxError(`"${what}" is not a node id: ${JSON.stringify(value)}`);
  return id;
}

function asLabels(value: Value): readonly string[] {
  if (!Array.isArray(value) || !value.every(label => typeof label === 'string')) {
    throw new SyntaxError('"labels" is not a list of strings');
  }
  return value;
}

function asCount(value: Value, what: string): number {
  if (!Number.isSafeInteger(value)) throw new SyntaxError(`"${what}" is not an integer`);
  return value as number;
}
