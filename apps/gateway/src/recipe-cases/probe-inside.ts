import type { RecipeProbe } from '@weir/recipes';
import { SILENT } from '@weir/platform';
import { IngestStreams } from '@weir/streams';
import { systemEnvironment } from '@weir/runtime';
import type { Config } from '../config/settings.js';
import { openCheckingGraph } from '../open-configured-graph.js';
import { filePolicies } from '../config/file-policies.js';
import { recipeProbe } from '../recipe-gallery/recipe-probe.js';

/** Calls `work` with a probe that checks queries and patterns, and assumes that sources and files are valid. */
export async function probeInside<T>(config: Config, work: (probe: RecipeProbe) => Promise<T>): Promise<T> {
  const options = {
    config,
    store: { type: 'memory' },
    environment: systemEnvironment(SILENT),
    workingDirectory: process.cwd(),
  } as const;
  const files = await filePolicies(options);
  const graph = await openCheckingGraph(options);
  try {
    const ingest = new IngestStreams({ graph, environment: options.environment, files: files.ingest });
    const probe = recipeProbe(graph, ingest, files.output);
    return await work({ ...probe, source: () => Promise.resolve(), outputFile: () => Promise.resolve() });
  } finally {
    await graph.close();
  }
}
