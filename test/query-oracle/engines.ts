/** The engines under test: the query engine on plain Maps, and the sharded graph. */
import { compileQuery } from '@weir/cypher';
import { MapGraph, runQuery } from '@weir/cypher/testing';
import type { Value } from '@weir/model';
import { openGraph, type StreamingGraph } from '@weir/runtime';
import { engineShape, graphText, type GraphText, type Outcome } from './outcome.js';
import type { QueryCase } from './query-case.js';
import { creationOf } from './random-graph.js';

export interface QueryEngine {
  readonly name: string;
  /** Runs in a graph that contains only the seed, once for each record. */
  run(queryCase: QueryCase): Promise<Outcome>;
  close(): Promise<void>;
}

const NODES = 'MATCH (n) RETURN strId(n), n';
const EDGES = 'MATCH (n)-[e]->(m) RETURN strId(n), e, strId(m)';

type Rows = readonly (readonly Value[])[];

async function graphOf(query: (text: string) => Promise<Rows>): Promise<GraphText> {
  const nodes = await query(NODES);
  const edges = await query(EDGES);
  return graphText({
    nodes: nodes.map(([id, node]) => ({ id, text: JSON.stringify(engineShape(node!)) })),
    edges: edges.map(([source, edge, target]) => ({
      source,
      text: JSON.stringify(engineShape(edge!)),
      target,
    })),
  });
}

function outcomeOf(columns: readonly string[], rows: Rows, graph: GraphText): Outcome {
  return { columns, rows: rows.map(row => row.map(engineShape)), graph };
}

/**
 * Runs all records together, like an ingest stream.
 * @param batchRows with few rows, a small graph fills many batches, between which clauses take turns.
 */
export function mapGraphEngine(batchRows: number): QueryEngine {
  return {
    name: `plain Maps, batches of ${batchRows}`,
    async run({ graph: seed, query: text, records }) {
      const graph = new MapGraph(batchRows);
      await runQuery(graph, creationOf(seed));
      const { columns, rows } = await runQuery(graph, text, {
        rowParameters: ['p'],
        argumentRows: records.map(record => [record]),
        batchRows,
      });
      return outcomeOf(columns, rows, await graphOf(async query => (await runQuery(graph, query)).rows));
    },
    close: () => Promise.resolve(),
  };
}

/** Deleted nodes leave their history behind: a graph is replaced after this number of cases. */
const CASES_OF_A_GRAPH = 100;

export function shardedEngine(shards: number): QueryEngine {
  const open = (): Promise<StreamingGraph> => openGraph({ shards, workers: 0, store: { type: 'memory' } });
  let graph: StreamingGraph | undefined;
  let cases = 0;
  const close = async (): Promise<void> => {
    await graph?.close();
    graph = undefined;
  };
  return {
    name: `${shards} shards`,
    async run({ graph: seed, query: text, records }) {
      if (cases++ % CASES_OF_A_GRAPH === 0) await close();
      const current = (graph ??= await open());
      const query = async (each: string): Promise<Rows> => (await current.query(each)).rows();
      try {
        await query(creationOf(seed));
        const rows: (readonly Value[])[] = [];
        for (const record of records) {
          const run = await current.query(text, { parameters: { p: record } });
          rows.push(...(await run.rows()));
        }
        return outcomeOf(compileQuery(text).columns, rows, await graphOf(query));
      } finally {
        await query('MATCH (n) DETACH DELETE n');
      }
    },
    close,
  };
}
