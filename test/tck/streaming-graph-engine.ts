/** The public embedding interface: a sharded graph in memory, in this thread, reopened for each scenario. */
import { openGraph, type StreamingGraph } from '@weir/runtime';
import { declaredExtensions } from './declared-extensions.js';
import type { ProcedureDeclaration } from './scenario.js';
import type { TckEngine } from './tck-engine.js';

export async function streamingGraphEngine(shards: number): Promise<TckEngine> {
  const open = (procedures: readonly ProcedureDeclaration[]): Promise<StreamingGraph> =>
    openGraph({
      shards,
      workers: 0,
      store: { type: 'memory' },
      extensions: procedures.length === 0 ? [] : [declaredExtensions(procedures)],
    });
  let graph = await open([]);
  return {
    async reset(procedures) {
      await graph.close();
      graph = await open(procedures);
    },
    async compile(query, parameters) {
      await graph.admin.inspect(query, Object.keys(parameters));
    },
    async run(query, parameters) {
      const run = await graph.query(query, { parameters });
      return { columns: run.columns, rows: await run.rows() };
    },
    close: () => graph.close(),
  };
}
