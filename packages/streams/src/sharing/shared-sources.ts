/**
 * Determines which sources several processes can read concurrently, because their sender gives each record to one of
 * them. Also creates the readers of a process that reads for the owner of the graph.
 */
import type { RecordReader, SourceLender } from '@weir/contract';
import { type IngestDefinition, parseIngestDefinition, sourceDeclarations } from '@weir/definitions';
import { WeirError } from '@weir/platform';
import type { SourceContext } from '@weir/formats/kinds';
import { prepareSource } from '../reading/prepare-source.js';

/** Strict record order requires a single reader. */
export function canBeShared({ source, parallelism }: IngestDefinition): boolean {
  return parallelism > 1 && sourceDeclarations().get(source.type)?.canBeShared?.(source) === true;
}

/** Combines the lags reported by all readers into the number of records that the sender still has. */
export function lagOfAll({ source }: IngestDefinition, lags: readonly number[]): number {
  const addUp = sourceDeclarations().get(source.type)?.lagsAddUp === true;
  return addUp ? lags.reduce((sum, lag) => sum + lag, 0) : Math.max(...lags);
}

/** For a process that lends workers. */
export function sourceLender(context: SourceContext): SourceLender {
  return {
    async prepare(stream: string, given: unknown): Promise<RecordReader> {
      const definition = parseIngestDefinition(given);
      if (!canBeShared(definition))
        throw new WeirError('ingest.invalid', `The source of '${stream}' can be read only in one process.`);
      return (await prepareSource(stream, definition.source, context)).openSource();
    },
  };
}
