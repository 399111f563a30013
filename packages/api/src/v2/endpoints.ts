/**
 * The second version of the API in its newer form: the resource itself is the body, lists are `{"items": [...]}`.
 * `enveloped/` has the older form.
 */
import { z } from 'zod';
import { standingPatternOfV2 } from '@weir/definitions';
import { allOperations as operation } from '../operations/operations.js';
import { dryRunBounds } from './dry-run.js';
import {
  byName,
  INGEST_EXAMPLE,
  ingestOfV2,
  ingestV2,
  v2DryRunSchema,
  v2IngestInfoSchema,
  v2IngestSchema,
} from './ingest-form.js';
import { queryEndpoints } from './query-endpoints.js';
import { v2 } from './skin.js';
import {
  definitionOfV2,
  registeredV2,
  v2ReplacementSchema,
  v2StandingQueryDefinitionSchema,
  v2StandingQuerySchema,
} from './standing-form.js';
import { systemEndpoints } from './system-endpoints.js';
import { OUTPUT_EXAMPLE, shownOutputSchema, v2OutputSchema, workflowOf } from './standing-outputs.js';
import { isSayableInV2, outputV2, withInterval } from '../standing-output-forms.js';

/** Maximum number of texts that wait for a slow WebSocket client. */
const CAPACITY = 256;

const { serve } = v2;

export const V2_BASE_PATH = v2.basePath;

const ingests = '/graph/{graph}/ingests';
const ingest = '/graph/{graph}/ingests/{ingestName}';
const stream = { answer: { schema: v2IngestInfoSchema, show: ingestV2 } };

const all = '/graph/{graph}/standingQueries';
const one = '/graph/{graph}/standingQueries/{standingQueryName}';
const query = { answer: { schema: v2StandingQuerySchema, show: registeredV2 } };

export const v2Endpoints = [
  serve('get', ingests, operation.listIngest, {
    id: 'list-ingests',
    answer: {
      schema: z.array(v2IngestInfoSchema),
      show: streams => byName(streams).map(ingestV2),
    },
  }),
  serve('post', ingests, operation.createIngest, {
    ...stream,
    status: 201,
    body: { kind: 'json', schema: v2IngestSchema, example: INGEST_EXAMPLE },
    take: ({ body }) => ({ ...ingestOfV2(body), mustReach: true }),
  }),
  serve('post', `${ingests}:dryRun`, operation.dryRunIngest, {
    query: ['limit', 'timeout'],
    body: { kind: 'json', schema: v2DryRunSchema, example: INGEST_EXAMPLE },
    take: ({ body: { sample, ...body }, ...bounds }) => ({
      ...ingestOfV2(body),
      ...dryRunBounds(bounds),
      sample,
    }),
  }),
  serve('get', ingest, operation.getIngest, { ...stream, id: 'get-ingest-status' }),
  serve('delete', ingest, operation.deleteIngest, stream),
  serve('post', `${ingest}:push`, operation.pushToIngest),
  serve('get', `${ingest}:upload`, operation.uploadToIngest),
  serve('post', `${ingest}:pause`, operation.pauseIngest, stream),
  serve('post', `${ingest}:resume`, operation.startIngest, { ...stream, id: 'resume-ingest' }),

  serve('get', all, operation.listStandingQueries, {
    answer: { schema: z.array(v2StandingQuerySchema), show: queries => queries.map(registeredV2) },
  }),
  serve('post', all, operation.createStandingQuery, {
    ...query,
    query: ['propagateTo', 'wakeUpParallelism', 'shouldCalculateResultHashCode'],
    body: {
      kind: 'json',
      schema: v2StandingQueryDefinitionSchema,
      example: {
        name: 'named-children',
        pattern: {
          type: 'Cypher',
          query: 'MATCH (n)-[:parent]->(m) WHERE exists(n.name) RETURN DISTINCT strId(n) AS child',
          mode: 'DISTINCT_ID',
        },
        outputs: [OUTPUT_EXAMPLE],
      },
    },
    take: ({ propagateTo, parallelism, shouldCalculateResultHashCode, body }) => ({
      name: body.name,
      definition: { ...definitionOfV2(body), shouldCalculateResultHashCode },
      mustReach: true,
      propagation:
        propagateTo === 'NONE'
          ? undefined
          : { includeSleeping: propagateTo === 'INCLUDE_SLEEPING', parallelism },
    }),
  }),
  serve('post', `${all}:propagate`, operation.propagateStandingQueries, {
    query: ['includeSleeping', 'wakeUpParallelism'],
    take: ({ includeSleeping, parallelism }) => ({
      includeSleeping: includeSleeping === 'true',
      parallelism,
    }),
  }),
  serve('put', one, operation.replaceStandingQuery, {
    ...query,
    body: {
      kind: 'json',
      schema: v2ReplacementSchema,
      example: { pattern: { type: 'Cypher', query: 'MATCH (n:Person) RETURN DISTINCT id(n)' } },
    },
    take: ({ name, body: { pattern } }) => ({ name, pattern: standingPatternOfV2(pattern) }),
  }),
  serve('get', one, operation.getStandingQuery, { ...query, id: 'get-standing-query-status' }),
  serve('post', `${one}:explain`, operation.explainStandingQuery),
  serve('post', `${one}:audit`, operation.auditStandingQuery),
  serve('get', `${one}/results`, operation.listLatestResults, { query: ['limit'] }),
  serve('get', `${one}/outputs`, operation.listStandingQueryOutputs),
  serve('post', `${one}/outputs`, operation.createStandingQueryOutput, {
    body: { kind: 'json', schema: v2OutputSchema, example: OUTPUT_EXAMPLE },
    take: ({ name, body }) => ({ name, ...workflowOf(body), mustReach: true }),
    errors: { 'standing.not-found': 'request.invalid' },
  }),
  serve('delete', `${one}/outputs/{standingQueryOutputName}`, operation.deleteStandingQueryOutput, {
    take: named => ({ ...named, isSayable: isSayableInV2 }),
    answer: {
      schema: shownOutputSchema,
      show: ({ name, definition }) => outputV2(name, definition, withInterval),
    },
  }),
  serve('get', `${one}:tap`, operation.watchStandingResults, {
    id: 'sq-raw-tap',
    take: ({ name }) => ({ name, capacity: CAPACITY }),
  }),
  serve('get', `${one}/outputs/{standingQueryOutputName}:tapPreEnrichment`, operation.tapPreEnrichment, {
    id: 'sq-pre-enrichment-tap',
  }),
  serve('get', `${one}/outputs/{standingQueryOutputName}:tap`, operation.tapPostEnrichment, {
    id: 'sq-post-enrichment-tap',
  }),
  serve('post', `${one}/outputs/{outputName}:redeliver`, operation.redeliverDeadLetters),
  serve('delete', one, operation.deleteStandingQuery, query),

  ...queryEndpoints,
  ...systemEndpoints,
] as const;
