/** The page's own queries. Ids are passed as parameters, never as query text. */
import type { QueryRequest } from '../api/queries.js';

export type Direction = 'out' | 'in' | 'any';

/** Initial picture: the nodes written last and their neighbors. */
export function recentPicture(count: number): QueryRequest {
  return {
    query: `CALL recentNodes(${count}) YIELD node AS n OPTIONAL MATCH (n)-[r]-(m) RETURN n, r, m LIMIT ${count * 6}`,
  };
}

/** Initial picture if nothing was written since the service started. */
export function anyPicture(count: number): QueryRequest {
  return {
    query: `MATCH (n) WITH n LIMIT ${count} OPTIONAL MATCH (n)-[r]-(m) RETURN n, r, m LIMIT ${count * 6}`,
  };
}

export function nodesById(ids: readonly string[]): QueryRequest {
  return { query: 'UNWIND $ids AS id MATCH (n) WHERE strId(n) = id RETURN n', parameters: { ids } };
}

/**
 * With more nodes, searching for each neighbor among all of them costs the service more than returning edges to others.
 */
const FEW = 1000;

/** Edges of `ids` to nodes among `all`; for many nodes also to others, which the scene ignores. */
export function edgesBetween(ids: readonly string[], all: readonly string[]): QueryRequest {
  if (all.length > FEW)
    return {
      query: 'UNWIND $ids AS id MATCH (n)-[r]-() WHERE strId(n) = id RETURN r',
      parameters: { ids },
    };
  return {
    query: 'UNWIND $ids AS id CALL getFilteredEdges(id, [], [], $all) YIELD edge RETURN DISTINCT edge',
    parameters: { ids, all },
  };
}

/** Number of edges of the nodes, by type and direction. */
export function neighborCounts(ids: readonly string[]): QueryRequest {
  return {
    query:
      'UNWIND $ids AS id MATCH (n)-[r]-() WHERE strId(n) = id ' +
      'RETURN type(r) AS type, strId(startNode(r)) = id AS isOut, count(*) AS count ORDER BY type',
    parameters: { ids },
  };
}

export function neighbors(
  ids: readonly string[],
  type: string | undefined,
  direction: Direction,
  limit: number,
): QueryRequest {
  const edge = type === undefined ? '[r]' : `[r:${quoted(type)}]`;
  const [left, right] = { out: ['-', '->'], in: ['<-', '-'], any: ['-', '-'] }[direction] as [string, string];
  return {
    query: `UNWIND $ids AS id MATCH (n)${left}${edge}${right}(m) WHERE strId(n) = id RETURN r, m LIMIT ${limit}`,
    parameters: { ids },
  };
}

export function shortestPath(from: string, to: string): QueryRequest {
  return {
    query:
      'MATCH (a), (b) WHERE strId(a) = $from AND strId(b) = $to ' +
      'MATCH p = shortestPath((a)-[*..12]-(b)) RETURN nodes(p), relationships(p)',
    parameters: { from, to },
  };
}

/** A quick query on some nodes: the text that follows `MATCH (n) WHERE id(n) = ...`. */
export function quickQueryOn(ids: readonly string[], suffix: string): QueryRequest {
  return { query: `UNWIND $ids AS nodeId MATCH (n) WHERE strId(n) = nodeId ${suffix}`, parameters: { ids } };
}

/** Quotes a name for Cypher. */
export function quoted(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}
