/** Opens the graph as configured. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ModuleReference, StreamingGraph } from '@weir/contract';
import { textOpenerReference } from '@weir/formats/files';
import { type IdProviderOptions } from '@weir/model';
import { type Environment, WeirError } from '@weir/platform';
import {
  openGraph,
  type OpenOptions,
  type PartitionCopies,
  type PreparedWorkers,
  type QuerySettings,
  type StoreOptions,
  type WorkerOffers,
} from '@weir/runtime';
import type { Recipe } from '@weir/recipes';
import type { Config } from './config/settings.js';
import { outgoingRules } from './outgoing-rules.js';

export interface ConfiguredGraphOptions {
  readonly config: Config;
  readonly store: StoreOptions;
  readonly environment: Environment;
  readonly workingDirectory: string;
  readonly recipe?: Recipe | undefined;
  /** Workers of other processes that share the graph. */
  readonly offers?: WorkerOffers | undefined;
  /** See `OpenOptions`. */
  readonly prepared?: PreparedWorkers | undefined;
  /** Copies of the graph that this process keeps while another process owns it. */
  readonly copies?: PartitionCopies | undefined;
  /** See `OpenOptions`. */
  readonly signal?: AbortSignal | undefined;
}

/** Limits of the worker of a trial graph. */
const TRIAL_HEAP_BYTES = 256 * 1024 * 1024;
const TRIAL_TURN_MILLIS = 5_000;

/**
 * Opens a separate empty graph with one worker and no storage, which disappears when it is closed. Rejects as
 * `openConfiguredGraph`.
 */
export function openTrialGraph({
  config,
  ...options
}: Omit<ConfiguredGraphOptions, 'store'>): Promise<StreamingGraph> {
  const heap = Math.min(config['worker-heap-limit'] ?? TRIAL_HEAP_BYTES, TRIAL_HEAP_BYTES);
  const small = {
    ...config,
    'shard-count': 1,
    workers: 1,
    'worker-heap-limit': heap,
    'worker-turn-limit': TRIAL_TURN_MILLIS,
  };
  return openConfiguredGraph({
    ...options,
    config: small,
    store: { type: 'memory' },
    offers: undefined,
    prepared: undefined,
  });
}

/**
 * Opens a separate empty graph on this thread, which reads and checks queries but runs nothing. Rejects as
 * `openConfiguredGraph`.
 */
export function openCheckingGraph({ config, ...options }: ConfiguredGraphOptions): Promise<StreamingGraph> {
  return openConfiguredGraph({ ...options, config: { ...config, 'shard-count': 1, workers: 0 } });
}

/** Rejects with `config.invalid` or `store.*`. */
export async function openConfiguredGraph(options: ConfiguredGraphOptions): Promise<StreamingGraph> {
  try {
    return await openGraph(
      {
        ...graphOptions(options),
        signal: options.signal,
        prepared: options.prepared,
      },
      options.environment,
    );
  } catch (cause) {
    const { code, message } = WeirError.from(cause);
    throw new WeirError(code, `Unable to start graph: ${message}`, { cause });
  }
}

/** Also used for workers that are lent to another process, which opens the same graph. */
export function graphOptions({
  config,
  store,
  workingDirectory,
  recipe,
  offers,
  copies,
}: Omit<ConfiguredGraphOptions, 'environment'>): OpenOptions {
  const shards = config['shard-count'];
  const { workers } = config;
  return {
    store,
    ids: idOptions(config),
    queries: {
      limits: queryLimits(config),
      textOpener: textOpenerReference({
        workingDirectory,
        allowedDirectories: config['file-ingest.allowed-directories'],
        resolutionMode: config['file-ingest.resolution-mode'],
        web: config['cypher.load-from-web'],
        outgoing: outgoingRules(config, recipe),
      }),
    },
    persistence: {
      journalEnabled: config['persistence.journal-enabled'],
      snapshotSchedule: config['persistence.snapshot-schedule'],
      snapshotSingleton: config['persistence.snapshot-singleton'],
      effectOrder: config['persistence.effect-order'],
      journalRetention: config['persistence.journal-retention'] ?? undefined,
    },
    standing: {
      recovery: 'manual',
      stateWarning: config['standing-state-warning'],
      resultLog: { count: config['results.keep-count'], millis: config['results.keep-time'] },
    },
    ...(shards === undefined ? {} : { shards }),
    ...(workers === undefined ? {} : { workers }),
    workerLimits: { turnMillis: config['worker-turn-limit'], heapBytes: config['worker-heap-limit'] },
    extensions: extensionsOf(config, workingDirectory),
    cluster: { offers, copies },
  };
}

export function extensionsOf(
  { extensions }: Pick<Config, 'extensions'>,
  workingDirectory: string,
): readonly ModuleReference[] {
  return extensions.map(module => ({
    module: URL.canParse(module) ? module : pathToFileURL(fileOf(module, workingDirectory)).href,
    options: {},
  }));
}

/** A file, or a package that is installed for the working directory. */
function fileOf(module: string, workingDirectory: string): string {
  const file = resolve(workingDirectory, module);
  if (existsSync(file) || module.startsWith('.') || isAbsolute(module)) return file;
  try {
    return createRequire(join(workingDirectory, 'extensions.js')).resolve(module);
  } catch {
    // Loading this file fails, with a message that names it.
    return file;
  }
}

function idOptions(config: Config): IdProviderOptions {
  const type = config['id.type'];
  return {
    type,
    namespace: type === 'uuid-3' || type === 'uuid-5' ? config['id.namespace'] : undefined,
    partitioned: config['id.partitioned'],
  };
}

/** Returns the limits that are set. */
function queryLimits(config: Config): QuerySettings['limits'] {
  const limits = {
    steps: config['cypher.limits.steps'],
    bytes: config['cypher.limits.bytes'],
    depth: config['cypher.limits.depth'],
    stringLength: config['cypher.limits.string-length'],
    listLength: config['cypher.limits.list-length'],
    innerQueries: config['cypher.limits.inner-queries'],
  };
  return Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined));
}

/** The largest value that clients can read. */
const NO_HARD_LIMIT = 2 ** 31 - 1;

export async function setLimits(graph: StreamingGraph, config: Config): Promise<void> {
  const soft = config['in-memory-soft-node-limit'];
  const hard = config['in-memory-hard-node-limit'] ?? NO_HARD_LIMIT;
  if (soft === null) return;
  const shards = Array.from({ length: graph.admin.shards.count }, (_, shard) => shard);
  await graph.admin.shards.setLimits(
    new Map(shards.map(shard => [shard, { softLimit: soft, hardLimit: hard }])),
  );
}
