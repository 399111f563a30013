/** Inspects and edits single nodes. */
import { type EdgeChoice, type HalfEdge, RawJson, RequestError } from '@weir/api';
import type { QueryOptions, StreamingGraph } from '@weir/contract';
import type { Row } from '@weir/cypher';
import { formatNodeId, type NodeId, NodeValue, parseNodeId, resultJson, type ValueMap } from '@weir/model';

const NODE = 'MATCH (n) WHERE strId(n) = $id';

export class DebugNodes {
  constructor(private readonly graph: Pick<StreamingGraph, 'query'>) {}

  async get(id: NodeId, atTime?: number): Promise<{ properties: RawJson; edges: HalfEdge[] }> {
    const [row] = await this.rows(`${NODE} RETURN n`, { id: formatNodeId(id) }, atTime);
    const properties = row?.[0] instanceof NodeValue ? row[0].properties : {};
    return {
      properties: new RawJson(resultJson(properties)),
      edges: await this.edges(id, { onlyFull: true }, atTime),
    };
  }

  /** @returns `null` if the node has no such property. */
  async property(id: NodeId, key: string, atTime?: number): Promise<RawJson | null> {
    const [row] = await this.rows(`${NODE} RETURN n[$key]`, { id: formatNodeId(id), key }, atTime);
    const value = row?.[0] ?? null;
    return value === null ? null : new RawJson(resultJson(value));
  }

  async edges(id: NodeId, choice: EdgeChoice, atTime?: number): Promise<HalfEdge[]> {
    const { limit = Infinity, direction, other, type, onlyFull } = choice;
    const found = onlyFull ? await this.fullEdges(id, atTime) : await this.halfEdges(id, atTime);
    const otherText = other === undefined ? undefined : formatNodeId(other);
    return found
      .filter(
        edge =>
          (direction === undefined || edge.direction === direction) &&
          (otherText === undefined || edge.other === otherText) &&
          (type === undefined || edge.edgeType === type),
      )
      .slice(0, limit);
  }

  /** Returns everything known about a node, grouped by type. */
  async verbose(id: NodeId, atTime?: number): Promise<RawJson> {
    const options = { parameters: { id: formatNodeId(id) }, ...(atTime === undefined ? {} : { atTime }) };
    const run = await this.graph.query('CALL debug.node($id)', options);
    const [row] = await run.rows();
    return new RawJson(
      resultJson(Object.fromEntries(run.columns.map((column, i) => [column, row?.[i] ?? null]))),
    );
  }

  async put(id: NodeId, properties: ValueMap, edges: readonly HalfEdge[]): Promise<void> {
    const links = linksOf(id, edges);
    await this.rows(`${NODE} SET n += $properties`, { id: formatNodeId(id), properties });
    await this.link(links);
  }

  async delete(id: NodeId): Promise<void> {
    await this.rows(`${NODE} DETACH DELETE n`, { id: formatNodeId(id) });
  }

  async putProperty(id: NodeId, key: string, value: ValueMap[string]): Promise<void> {
    await this.rows(`${NODE} SET n += $properties`, { id: formatNodeId(id), properties: { [key]: value } });
  }

  async addEdges(id: NodeId, edges: readonly HalfEdge[]): Promise<void> {
    await this.link(linksOf(id, edges));
  }

  async deleteEdges(id: NodeId, edges: readonly HalfEdge[]): Promise<void> {
    await this.rows(
      'UNWIND $links AS link MATCH (a)-[edge]->(b) WHERE strId(a) = link.start AND strId(b) = link.end ' +
        'AND type(edge) = link.label DELETE edge',
      { links: linksOf(id, edges) },
    );
  }

  private async link(links: readonly ValueMap[]): Promise<void> {
    const query =
      'UNWIND $links AS link CALL create.relationship(link.start, link.label, {}, link.end) YIELD rel RETURN count(rel)';
    await this.rows(query, { links: [...links] });
  }

  private async fullEdges(id: NodeId, atTime: number | undefined): Promise<HalfEdge[]> {
    const edges = async (pattern: string, direction: HalfEdge['direction']): Promise<HalfEdge[]> => {
      const query = `MATCH ${pattern} WHERE strId(n) = $id RETURN type(edge), strId(other)`;
      const rows = await this.rows(query, { id: formatNodeId(id) }, atTime);
      return rows.map(([edgeType, other]) => ({
        edgeType: edgeType as string,
        direction,
        other: other as string,
      }));
    };
    return [
      ...(await edges('(n)-[edge]->(other)', 'Outgoing')),
      ...(await edges('(n)<-[edge]-(other)', 'Incoming')),
    ];
  }

  private async halfEdges(id: NodeId, atTime: number | undefined): Promise<HalfEdge[]> {
    const [row] = await this.rows(
      'CALL debug.node($id) YIELD edges RETURN edges',
      { id: formatNodeId(id) },
      atTime,
    );
    const edges = (row?.[0] ?? []) as unknown as readonly HalfEdge[];
    return edges.map(({ edgeType, direction, other }) => ({ edgeType, direction, other }));
  }

  private async rows(text: string, parameters: ValueMap, atTime?: number): Promise<Row[]> {
    const options: QueryOptions = { parameters, ...(atTime === undefined ? {} : { atTime }) };
    return (await this.graph.query(text, options)).rows();
  }
}

/** Edges with both ends. @throws RequestError for an edge without direction, or with an invalid id at the other end. */
function linksOf(id: NodeId, edges: readonly HalfEdge[]): ValueMap[] {
  const own = formatNodeId(id);
  return edges.map(({ edgeType, direction, other }, i) => {
    const otherId = parseNodeId(other);
    if (otherId === undefined) throw wrong(`DecodingFailure at [${i}].other: '${other}' is not a node id`);
    const far = formatNodeId(otherId);
    switch (direction) {
      case 'Outgoing':
        return { start: own, label: edgeType, end: far };
      case 'Incoming':
        return { start: far, label: edgeType, end: own };
      case 'Undirected':
        throw wrong(`DecodingFailure at [${i}].direction: must be Outgoing or Incoming`);
    }
  });
}

function wrong(text: string): RequestError {
  return new RequestError([text], {}, 'body');
}
