/** The schema of the graph: a sample of it, since nothing declares one. */
import type { WeirClient } from '@weir/client';

/** Each of the queries reads a bounded number of nodes. */
const NODES = `CALL db.schema.nodeTypeProperties() YIELD nodeLabels, propertyName, propertyTypes
  RETURN nodeLabels AS labels, propertyName AS property, propertyTypes AS types`;
const EDGES = `CALL db.schema.relTypeProperties() YIELD relType, propertyName, propertyTypes
  WHERE propertyName IS NOT NULL
  RETURN substring(relType, 2, size(relType) - 3) AS type, propertyName AS property, propertyTypes AS types`;
const ENDS = `CALL db.schema.visualization() YIELD nodes, relationships
  RETURN [n IN nodes | [strId(n), properties(n).name]] AS labels,
    [r IN relationships | {type: type(r), start: strId(startNode(r)), end: strId(endNode(r))}] AS edges`;
const RECENT = `CALL recentNodes(200) YIELD node
  RETURN strId(node) AS id, labels(node) AS labels, properties(node) AS properties`;

interface TypedProperty {
  readonly property: string | null;
  readonly types: readonly string[] | null;
}
type PropertyTypes = Record<string, readonly string[]>;

/** Ids of nodes that stand for labels. */
interface EdgeEnds {
  readonly type: string;
  readonly start: string;
  readonly end: string;
}

export interface GraphSchema {
  readonly note: string;
  readonly nodes: readonly {
    readonly labels: readonly string[];
    /** Types, keyed by property. */
    readonly properties: PropertyTypes;
    /** A recently written node with these labels. */
    readonly sample?: { readonly id: string; readonly properties: Readonly<Record<string, unknown>> };
  }[];
  readonly edges: readonly {
    readonly type: string;
    /** Labels at both ends; empty for a node without a label. */
    readonly between: readonly { readonly start: string; readonly end: string }[];
    readonly properties: PropertyTypes;
  }[];
}

const NOTE =
  'Read from a sample of at most 1000 nodes in memory, so rare labels and properties may be missing. ' +
  'The samples are recently written nodes.';

export async function readSchema(client: WeirClient, signal: AbortSignal): Promise<GraphSchema> {
  const options = { readOnly: true, signal };
  const rows = <R>(text: string): Promise<R[]> => client.query<R>(text, {}, options).all();
  const nodes = await rows<TypedProperty & { labels: string[] }>(NODES);
  const edges = await rows<TypedProperty & { type: string }>(EDGES);
  const [drawn] = await rows<{ labels: [id: string, label: string][]; edges: EdgeEnds[] }>(ENDS);
  const labelOf = new Map(drawn?.labels);
  const recent = await rows<{ id: string; labels: string[]; properties: Record<string, unknown> }>(RECENT);
  const labelSets = [...new Map(nodes.map(({ labels }) => [labels.join(), labels])).values()];
  return {
    note: NOTE,
    nodes: labelSets.map(labels => {
      const isSame = (other: { readonly labels: readonly string[] }) => other.labels.join() === labels.join();
      const found = recent.find(isSame);
      return {
        labels,
        properties: typesOf(nodes.filter(isSame)),
        ...(found === undefined ? {} : { sample: { id: found.id, properties: found.properties } }),
      };
    }),
    edges: [...new Set(drawn?.edges.map(({ type }) => type))].map(type => ({
      type,
      between: drawn!.edges
        .filter(each => each.type === type)
        .map(({ start, end }) => ({ start: labelOf.get(start) ?? '', end: labelOf.get(end) ?? '' })),
      properties: typesOf(edges.filter(each => each.type === type)),
    })),
  };
}

function typesOf(rows: readonly TypedProperty[]): PropertyTypes {
  return Object.fromEntries(
    rows.flatMap(({ property, types }) => (property === null ? [] : [[property, types ?? []]])),
  );
}
