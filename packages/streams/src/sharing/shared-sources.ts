/**
 * Which sources several processes can read at once, because their sender gives each record to one of them: and what a
 * process makes of that which reads for the owner of the graph.
 */
import type { RecordReader, SourceLender } from '@weir/contract';
import { type IngestDefinition, parseIngestDefinition, sourceDeclarations } from '@weir/definitions';
import { WeirError } from '@weir/model';
import type { SourceContext } from '@weir/formats/kinds';
import { prepareSource } from '../streams/prepare-source.js';

/** One record after the other is what one reader has. */
export function canBeShared({ source, parallelism }: IngestDefinition): boolean {
  return parallelism > 1 && sourceDeclarations().get(source.type)?.canBeShared?.(source) === true;
}

/** The records that the sender still has, from what each reader reports. */
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
        throw new WeirError('ingest.invalid', `The source of '${stream}' is read in one process alone.`);
      return (await prepareSource(stream, definition.source, context)).openSource();
    },
  };
}
