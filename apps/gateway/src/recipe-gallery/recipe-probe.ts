/** Checks a recipe against the services. */
import type { StreamingGraph } from '@weir/contract';
import type { IngestStreams } from '@weir/streams';
import type { OutputFilePolicy } from '@weir/formats/files';
import type { RecipeProbe } from '@weir/recipes';

export function recipeProbe(
  graph: StreamingGraph,
  ingest: Pick<IngestStreams, 'inspectSource' | 'inspectTransformation'>,
  files: OutputFilePolicy,
): RecipeProbe {
  return {
    query: async (text, parameters) => {
      const { canContainAllNodeScan } = await graph.admin.inspect(text, parameters);
      return { mayScanAllNodes: canContainAllNodeScan };
    },
    pattern: async ({ query, mode }) => {
      await graph.admin.inspectStanding(query, mode);
    },
    source: source => ingest.inspectSource(source),
    transformation: source => ingest.inspectTransformation(source),
    outputFile: async path => {
      await files.check(path);
    },
  };
}
