/** The ingest query for picked fields: each record writes some nodes and edges. */
import type { FieldPath, RecordColumn } from './record-table.js';

export interface PickedNode {
  readonly label: string;
  /** Fields whose values identify the node. Without any, the whole record does. */
  readonly id: readonly FieldPath[];
  /** Fields that become properties; `all`: the whole record, which then has to be a map. */
  readonly properties: readonly FieldPath[] | 'all';
}

export interface PickedEdge {
  /** Index of a node. */
  readonly from: number;
  readonly to: number;
  readonly type: string;
}

export interface Picks {
  readonly nodes: readonly PickedNode[];
  readonly edges: readonly PickedEdge[];
}

const VARIABLES = 'abcdefghijklmnopqrstuvwxyz';
export const MOST_PICKED_NODES = VARIABLES.length;

export function queryOf({ nodes, edges }: Picks): string {
  const variables = nodes.map((_node, i) => VARIABLES[i]!);
  const ids = nodes.map(
    ({ label, id }, i) => `id(${variables[i]!}) = idFrom(${[textOf(label), ...valuesOf(id)].join(', ')})`,
  );
  const writes = nodes.flatMap((node, i) => writesOf(node, variables[i]!));
  const created = edges.flatMap(({ from, to, type }) => {
    const [start, end] = [variables[from], variables[to]];
    return start === undefined || end === undefined || type === ''
      ? []
      : `(${start})-[:${nameOf(type)}]->(${end})`;
  });
  return [
    `MATCH ${variables.map(variable => `(${variable})`).join(', ')}`,
    `WHERE ${ids.join('\n  AND ')}`,
    ...(writes.length === 0 ? [] : [`SET ${writes.join(',\n  ')}`]),
    ...(created.length === 0 ? [] : [`CREATE ${created.join(',\n  ')}`]),
  ].join('\n');
}

/** A key that needs no quotes where it can: `user.name` becomes `user_name`. */
export function keyOf(path: FieldPath): string {
  return path.length === 0 ? 'value' : path.join('_');
}

/** A first guess: one node for each record, identified by the field that most looks like it. */
export function guessedPicks(label: string, columns: readonly RecordColumn[]): Picks {
  const named = columns.filter(({ path }) => path.length > 0);
  const unique = named.filter(({ isUnique }) => isUnique);
  const likely = unique.find(({ path }) => LIKELY_ID.test(path.at(-1)!)) ?? unique[0];
  const properties = named.length > 0 && named.length === columns.length ? 'all' : [[]];
  return { nodes: [{ label, id: likely === undefined ? [] : [likely.path], properties }], edges: [] };
}

const LIKELY_ID = /^(?:id|_id|key|uuid|guid|name)$|id$/i;

function writesOf({ label, properties }: PickedNode, variable: string): string[] {
  const labels = label === '' ? [] : [`${variable}:${nameOf(label)}`];
  if (properties === 'all') return [...labels, `${variable} += $that`];
  return [...labels, ...properties.map(path => `${variable}.${nameOf(keyOf(path))} = ${valueOf(path)}`)];
}

function valuesOf(paths: readonly FieldPath[]): string[] {
  return paths.length === 0 ? ['$that'] : paths.map(valueOf);
}

function valueOf(path: FieldPath): string {
  return ['$that', ...path.map(nameOf)].join('.');
}

/** Words of Cypher are quoted too, because some cannot be names. */
const PLAIN = /^[A-Za-z_][A-Za-z\d_]*$/;

function nameOf(name: string): string {
  return PLAIN.test(name) ? name : `\`${name.replaceAll('`', '``')}\``;
}

function textOf(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`;
}
