/**
 * Converts ingest streams between the two versions of the API. Every version 1 definition has an equivalent in version
 * 2; in the other direction the closest form is shown.
 */
import type { IngestDefinition } from '../ingest-definition.js';
import type { StreamErrorPolicy } from '../failure-policies.js';
import type { SourceDefinition } from '../source.js';
import { sourceDeclarations } from '../source-declarations.js';
import { type IngestDefinitionV1, SOURCES_OF_VERSION_1 } from './ingest-definition.js';
import { type OnlyInVersion2, shownInVersion1 } from './only-in-version-2.js';

/** The policy of every stream of version 1 when its source fails. */
const RESTARTS: StreamErrorPolicy = {
  type: 'RetryStreamError',
  retryCount: 3,
  within: 31_000,
  minBackoff: 10_000,
  maxBackoff: 10_000,
};

/** @param definition checked by `ingestDefinitionV1`. */
export function ingestOfVersion1(definition: IngestDefinitionV1): IngestDefinition {
  const { type, format, maximumPerSecond } = definition;
  return {
    source: SOURCES_OF_VERSION_1.get(type)!.toVersion2(definition) as SourceDefinition,
    // Dropped records run no query.
    query: format.type === 'Drop' ? '' : format.query,
    parameter: format.type === 'Drop' ? 'that' : format.parameter,
    parallelism: 'parallelism' in definition ? definition.parallelism : definition.writeParallelism,
    ...(maximumPerSecond === undefined ? {} : { maxPerSecond: maximumPerSecond }),
    onRecordError: { logRecord: true, deadLetterQueueSettings: { destinations: [] } },
    onStreamError: RESTARTS,
  };
}

export function version1Ingest(definition: IngestDefinition): IngestDefinitionV1 | OnlyInVersion2 {
  const { source, query, parameter, parallelism, maxPerSecond: maximumPerSecond } = definition;
  const version1 = sourceDeclarations().get(source.type)?.version1;
  if (version1 === undefined) return shownInVersion1(definition);
  const stream = { query, parameter, parallelism, maximumPerSecond };
  return version1.fromVersion2(source, stream) as IngestDefinitionV1;
}
