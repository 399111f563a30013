/** Shows where records and results currently wait, from the sources to the destinations. */
import type { BackpressureSnapshot, Stage } from '@weir/api';
import type { StandingHandle } from '@weir/contract';
import type { StandingOutputDefinition } from '@weir/definitions';
import { addedTimings, type TimingSummary } from '@weir/platform';
import type { Services } from '../services.js';

/** The graph's name. */
const NAMESPACE = 'quine';
/** Maximum number of pending results of a query: unlimited. */
const MAX_QUEUE = 2 ** 31 - 1;

type IngestState = BackpressureSnapshot['ingests'][number];
type StandingState = BackpressureSnapshot['standingQueries'][number];
type OutputState = StandingState['outputs'][number];

export async function backpressure(services: Services): Promise<BackpressureSnapshot> {
  const { graph, environment, build, host } = services;
  const holding = await graph.admin.standingThatHoldIngest();
  const isOpen = holding.length === 0;
  const shards = await graph.admin.shards.status();
  return {
    timestamp: new Date(environment.clock.now()).toISOString(),
    host: { version: build.version, ...host, pid: process.pid },
    namespaces: [NAMESPACE],
    globalValve: { isOpen, closedCount: holding.length, oneMinuteClosures: 0 },
    ingests: services.ingest.list().map(info => ingestState(info, isOpen)),
    standingQueries: graph.listStanding().map(handle => standingState(services, handle, holding)),
    persistor: {
      type: services.storeName,
      writeLatencyMs: meanOf(shards.map(({ timings }) => timings.written)),
      readLatencyMs: meanOf(shards.map(({ timings }) => timings.woken)),
    },
  };
}

function meanOf(timings: readonly TimingSummary[]): number {
  const { sum, count } = addedTimings(timings);
  return count === 0 ? 0 : sum / count;
}

function ingestState(info: ReturnType<Services['ingest']['list']>[number], isOpen: boolean): IngestState {
  const { name, status, settings, stats } = info;
  const isHeld = !isOpen && status === 'Running';
  return {
    name,
    namespace: NAMESPACE,
    sourceType: `${settings.source.type}Ingest`,
    status: status.toUpperCase(),
    rateLimit: settings.maxPerSecond,
    rate: stats.rates.oneMinute,
    totalCount: stats.rates.count,
    stages: {
      source: isHeld ? 'BACKPRESSURED' : 'FLOWING',
      preGraphWrite: isHeld ? 'BACKPRESSURED' : 'FLOWING',
    },
  };
}

function standingState(
  { outputs }: Pick<Services, 'outputs'>,
  handle: StandingHandle,
  holding: readonly string[],
): StandingState {
  const { name, definition } = handle;
  const { matches, cancellations, bufferSize, rates, totalRuntime } = handle.stats();
  const produced = matches + cancellations;
  const isHolding = holding.includes(name);
  const stats = outputs.stats(name);
  return {
    name,
    namespace: NAMESPACE,
    queue: {
      bufferCount: bufferSize,
      backpressureThreshold: definition.inputBufferSize,
      maxSize: MAX_QUEUE,
      thresholdRatio: Math.min(1, bufferSize / definition.inputBufferSize),
      capacityRatio: Math.min(1, bufferSize / MAX_QUEUE),
      totalProduced: produced,
      totalCancellations: cancellations,
      totalDropped: 0,
      totalConsumed: Math.max(0, produced - bufferSize),
      productionRate: rates.oneMinute,
      consumptionRate: rates.oneMinute,
    },
    outputs: Object.entries(outputs.definitions(name)).map(([output, its]) => {
      const { delivered, queued } = stats[output]!;
      const state: Stage = queued === 0 ? 'FLOWING' : isHolding ? 'BACKPRESSURED' : 'CONSTRAINED';
      return {
        name: output,
        rate: totalRuntime > 0 ? (delivered * 1000) / totalRuntime : 0,
        totalCount: delivered,
        ...stepsOf(its, state),
      };
    }),
  };
}

function stepsOf(
  definition: StandingOutputDefinition,
  state: Stage,
): Pick<OutputState, 'hasEnrichment' | 'enrichmentState' | 'destinations'> {
  if (definition.type !== 'Workflow') {
    const destinations = [{ index: 0, type: DESTINATIONS[definition.type] ?? definition.type, state }];
    return { hasEnrichment: false, destinations };
  }
  const { preEnrichmentTransformation, resultEnrichment, destinations } = definition;
  const hasEnrichment = preEnrichmentTransformation !== undefined || resultEnrichment !== undefined;
  return {
    hasEnrichment,
    ...(hasEnrichment ? { enrichmentState: state } : {}),
    destinations: destinations.map(({ type }, index) => ({
      index,
      type: DESTINATIONS[type] ?? type,
      state,
    })),
  };
}

const DESTINATIONS: Readonly<Record<string, string>> = {
  PrintToStandardOut: 'StandardOut',
  WriteToFile: 'File',
  PostToEndpoint: 'Http',
  PostToSlack: 'Slack',
  CypherQuery: 'Cypher',
  HttpEndpoint: 'Http',
};
