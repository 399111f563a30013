/** The query engine on plain Maps in this thread, without shards and store. */
import { compileQuery, type Extensions } from '@weir/cypher';
import { MapGraph, runQuery } from '@weir/cypher/testing';
import { declaredProcedure } from './declared-procedure.js';
import type { TckEngine } from './tck-engine.js';

export function mapGraphEngine(): TckEngine {
  const graph = new MapGraph();
  let extensions: Extensions | undefined;
  const options = (parameters: object): { parameters: string[]; extensions?: Extensions } => ({
    parameters: Object.keys(parameters),
    ...(extensions ? { extensions } : {}),
  });
  return {
    reset(procedures) {
      graph.clear();
      extensions = procedures.length === 0 ? undefined : { procedures: procedures.map(declaredProcedure) };
      return Promise.resolve();
    },
    compile: async (query, parameters) => void compileQuery(query, options(parameters)),
    run: (query, parameters) => runQuery(graph, query, { ...options(parameters), values: parameters }),
    close: () => Promise.resolve(),
  };
}
