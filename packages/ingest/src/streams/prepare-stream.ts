/** From a definition to what a stream works with: checks what can be checked before anything is read. */
import type { StreamingGraph } from '@weir/contract';
import type { FormatDefinition, IngestDefinition } from '@weir/definitions';
import { formatReference } from '../formats/format-options.js';
import type { RecordDecoder } from '../formats/record-decoders.js';
import type { IngestSource } from '../sources/ingest-source.js';
import { prepareSource, type SourceContext } from './prepare-source.js';
import type { ChunkRunner } from './record-pump.js';

export interface StreamContext extends SourceContext {
  readonly graph: StreamingGraph;
}

export interface PreparedStream {
  /** A fresh source; also for each restart. */
  readonly openSource: () => IngestSource;
  readonly runner: ChunkRunner;
  readonly parallelism: number;
  readonly maximumPerSecond: number | undefined;
  /** Records that were read to prepare the stream and count as ingested. */
  readonly headerRecords: number;
}

/**
 * @throws WeirError `ingest.file-not-found`, `ingest.file-not-allowed`, `ingest.invalid` when the source can't
 *   be used; `cypher.*` when the query does not compile.
 */
export async function prepareStream(
  name: string,
  definition: IngestDefinition,
  context: StreamContext,
): Promise<PreparedStream> {
  const source = await prepareSource(definition, context);
  const headers = source.headers ?? null;
  return {
    openSource: source.openSource,
    runner: await openRunner(name, definition, source.decoders ?? [], headers, context),
    parallelism: definition.parallelism,
    maximumPerSecond: definition.maximumPerSecond,
    headerRecords: headers === null ? 0 : 1,
  };
}

async function openRunner(
  name: string,
  { format, parallelism }: { format: FormatDefinition; parallelism: number },
  decoders: readonly RecordDecoder[],
  headers: readonly string[] | null,
  { graph, environment }: StreamContext,
): Promise<ChunkRunner> {
  if (format.type === 'Drop') return DROPPING;
  const lane = await graph.openLane({
    name,
    query: format.query,
    parameter: format.parameter,
    format: formatReference(format, decoders, headers),
    parallelism,
  });
  const { logger } = environment;
  if (lane.facts.canContainAllNodeScan) {
    logger.log(
      'warn',
      `The query of ingest stream '${name}' may scan all nodes for each record; find nodes by id(n) = idFrom(...) instead.`,
    );
  }
  if (!lane.facts.isIdempotent) {
    logger.log(
      'warn',
      `The query of ingest stream '${name}' is not known to be idempotent: a record that is delivered twice may write twice.`,
    );
  }
  return lane;
}

/** Records that are to be counted and nothing else. */
const DROPPING: ChunkRunner = {
  preferredInFlight: 1,
  runChunk: chunk => Promise.resolve({ done: chunk.bounds.length >>> 1, rejected: 0, rejections: [] }),
  release: () => Promise.resolve(),
  close: () => Promise.resolve(),
};
