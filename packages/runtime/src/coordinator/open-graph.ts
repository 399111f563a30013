/** Opens a graph: its stores, its workers, and the state of earlier runs in them. */
import type { QueryLimits } from '@weir/cypher';
import { checkPersistence, DEFAULT_PERSISTENCE, type PersistenceOptions } from '@weir/graph';
import { idProvider, type IdProviderOptions, useIdProvider } from '@weir/model';
import { type Environment, WeirError } from '@weir/platform';
import type { Persistor } from '@weir/persistor';
import { WorkerExtensions } from '../worker/worker-extensions.js';
import type { WorkerReports } from '../contract/worker-reports.js';
import { LocalWorker } from '../worker/local-worker.js';
import { PersistedMetadata } from './metadata-store.js';
import type { StoreOptions } from '../contract/graph-options.js';
import type { OpenOptions } from './open-options.js';
import type { WorkerOffers } from '../contract/worker-offers.js';
import { loadTextOpener } from '../modules/load-module.js';
import type { ModuleReference, ResultLogLimits, StreamingGraph } from '@weir/contract';
import { type DirectoryMark, openShardStores } from '../stores/shard-stores.js';
import { useExtensions } from '../modules/load-extensions.js';
import { isLasting, storeFactory } from '../stores/store-factory.js';
import { ShardedGraph } from './sharded-graph.js';
import { systemEnvironment } from '../system-environment.js';
import { orderOf } from '../pool/pool-order.js';
import type { PartitionCopies } from '../contract/partition-copies.js';
import { ReaderDesk } from '../lending/reader-desk.js';
import type { WorkerThreadOptions } from '../threads/run-worker.js';
import { setHeapFlags } from '../threads/heap-settings.js';
import { countWorkers, DEFAULT_SHARDS, type PreparedWorkers } from '../threads/prepared-workers.js';
import { limitQueriesOfThread } from '../worker/thread-query-limits.js';
import { Borrower } from '../lending/borrower.js';
import type { Lent } from '../lending/borrowed-workers.js';
import type { WorkerPool } from '../pool/pool-contract.js';
import { startWorkers } from '../pool/worker-pool.js';
import type { SupervisorOptions } from './supervision/supervisor-options.js';
import { WorkerSupervisor } from './supervision/worker-supervisor.js';

const DEFAULT_TURN_LIMIT_MILLIS = 30_000;
/** Number of attempts to start if a worker is lost. */
const START_TRIES = 3;
const DEFAULT_RESULT_LOG: ResultLogLimits = { count: 10_000, millis: 60 * 60 * 1000 };
const DEFAULT_STATE_WARNING = 1_000_000;
const LAYOUT_KEY = 'layout';
const CLEAN_KEY = 'closed-cleanly';

interface Layout {
  readonly shards: number;
  /** Name of the provider of node ids; if missing, `uuid`. */
  readonly ids?: string;
  /** Identifier of the directory, which every shard's store has too. */
  readonly directory?: string;
  /** Whether all shards were opened once. */
  readonly isComplete?: boolean;
}

/**
 * @param environment default: the real clock, randomness and timers; nothing is logged.
 * @throws WeirError `store.locked`, `store.incompatible`, `store.damaged`, `store.failed`, `config.invalid`.
 */
export async function openGraph(
  options: OpenOptions = {},
  environment: Environment = systemEnvironment(),
): Promise<StreamingGraph> {
  setHeapFlags();
  const extensions = await useExtensions(options.extensions ?? []);
  const store = options.store ?? { type: 'memory' };
  const provider = idProvider(options.ids ?? { type: 'uuid' });
  const releaseIds = useIdProvider(provider);
  try {
    return await openStores({ ...options, extensions }, store, environment, releaseIds);
  } catch (error) {
    releaseIds();
    throw error;
  }
}

async function openStores(
  { extensions, ...options }: OpenOptions & { readonly extensions: readonly ModuleReference[] },
  store: StoreOptions,
  environment: Environment,
  releaseIds: () => void,
): Promise<StreamingGraph> {
  const ids = idProvider(options.ids ?? { type: 'uuid' })?.name ?? 'uuid';
  const { signal, queries, standing, workerLimits } = options;
  const { offers, copies } = options.cluster ?? {};
  const meta = await (await storeFactory(store, environment, copies)).open('meta', false, undefined, signal);
  try {
    signal?.throwIfAborted();
    const metadata = new PersistedMetadata(meta);
    const stored = (await metadata.get(LAYOUT_KEY)) as Layout | undefined;
    const shards = shardCount(options.shards, stored);
    checkIds(ids, stored);
    const workerCount = countWorkers(options.workers, shards);
    const crashed = stored !== undefined && (await metadata.get(CLEAN_KEY)) !== true;
    const directory: DirectoryMark = {
      id: stored?.directory ?? environment.random.uuid(),
      isNew: stored?.isComplete !== true,
      term: meta.term,
    };
    await metadata.put(LAYOUT_KEY, {
      shards,
      ids,
      directory: directory.id,
      isComplete: !directory.isNew,
    } satisfies Layout);
    await metadata.delete(CLEAN_KEY);
    return await openWorkers({
      store,
      directory,
      persistence: persistenceOptions(options.persistence),
      extensions,
      textOpener: queries?.textOpener,
      offers: workerCount === 0 ? undefined : offers,
      signal,
      turnLimitMillis: turnLimit(workerLimits?.turnMillis),
      heapBytes: workerLimits?.heapBytes,
      prepared: options.prepared,
      copies,
      queryLimits: queries?.limits,
      standingStateWarning: standing?.stateWarning ?? DEFAULT_STATE_WARNING,
      meta,
      metadata,
      shards,
      ids,
      idOptions: options.ids,
      releaseIds,
      workerCount,
      environment,
      crashed,
      recoverNow: standing?.recovery !== 'manual',
      hadData: stored !== undefined,
      resultLog: {
        count: standing?.resultLog?.count ?? DEFAULT_RESULT_LOG.count,
        millis: standing?.resultLog?.millis ?? DEFAULT_RESULT_LOG.millis,
      },
    });
  } catch (error) {
    await meta.close();
    throw error;
  }
}

interface Opening {
  readonly store: StoreOptions;
  readonly directory: DirectoryMark;
  readonly persistence: PersistenceOptions;
  readonly extensions: readonly ModuleReference[];
  readonly textOpener: ModuleReference | undefined;
  readonly offers: WorkerOffers | undefined;
  readonly signal: AbortSignal | undefined;
  readonly turnLimitMillis: number;
  readonly heapBytes: number | undefined;
  readonly prepared: PreparedWorkers | undefined;
  readonly copies: PartitionCopies | undefined;
  readonly queryLimits: Partial<QueryLimits> | undefined;
  readonly standingStateWarning: number;
  readonly meta: Persistor;
  readonly metadata: PersistedMetadata;
  readonly shards: number;
  readonly ids: string;
  readonly idOptions: IdProviderOptions | undefined;
  readonly releaseIds: () => void;
  readonly workerCount: number;
  readonly environment: Environment;
  readonly crashed: boolean;
  readonly recoverNow: boolean;
  readonly hadData: boolean;
  readonly resultLog: ResultLogLimits;
}

/** If a worker is lost before the graph is open, starts another attempt from the stored state, as after a crash. */
async function openWorkers(opening: Opening): Promise<StreamingGraph> {
  let pools = 0;
  const nextOrder = (): number => orderOf(opening.meta.term, ++pools);
  for (let tries = 1; ; tries++) {
    try {
      return await openOnce({ ...opening, crashed: opening.crashed || tries > 1 }, nextOrder);
    } catch (thrown) {
      const error = WeirError.from(thrown);
      if (error.code !== 'graph.worker-lost' || !isLasting(opening.store) || tries === START_TRIES)
        throw error;
      opening.environment.logger.log('warn', 'the start is repeated', { reason: error.detail, tries });
    }
  }
}

/** @param nextOrder returns the number of the next pool of workers, across all attempts. */
async function openOnce(opening: Opening, nextOrder: () => number): Promise<StreamingGraph> {
  const { store, meta, metadata, shards, workerCount, environment } = opening;
  let graph: ShardedGraph | undefined = undefined;
  const reports: WorkerReports = {
    results: batches => graph?.receive(batches),
    tap: (worker, tap, query) => graph?.tap(worker, tap, query),
    expressionsFailed: summary => graph?.expressionsFailed(summary),
    storeWentBack: reason => supervisor.leave(reason),
    log: (level, message, fields) => environment.logger.log(level, message, fields),
  };
  const setup: PoolThreadOptions = {
    store,
    persistence: opening.persistence,
    extensions: opening.extensions,
    textOpener: opening.textOpener,
    queryLimits: opening.queryLimits,
    standingStateWarning: opening.standingStateWarning,
    ids: opening.idOptions,
  };
  let { directory, crashed } = opening;
  const readers = new ReaderDesk();
  const borrower =
    opening.offers &&
    new Borrower(opening.offers, environment, change => void supervisor.move(change), {
      shards,
      copies: opening.copies,
    });
  const start: SupervisorOptions['start'] = async (onLost, before, over) => {
    const given = { ...setup, directory, life: 0, recovers: crashed };
    if (workerCount === 0) {
      const order = nextOrder();
      const term = meta.term === undefined ? undefined : order;
      const here = { ...given, directory: { ...directory, term } };
      return startHere(here, { shards, order, copies: opening.copies }, environment, reports);
    }
    const begin = async (lent: Lent): Promise<WorkerPool> =>
      startWorkers({
        shards,
        workers: workerCount,
        lent,
        before,
        readers,
        silenceMillis: opening.offers?.silenceMillis ?? 0,
        storePatienceMillis: opening.offers?.storePatienceMillis ?? 0,
        reachesStore: () => meta.trouble === undefined,
        nextOrder,
        setup: given,
        reports,
        environment,
        turnLimitMillis: opening.turnLimitMillis,
        heapBytes: opening.heapBytes,
        prepared: opening.prepared,
        copies: opening.copies,
        onLost,
        over,
        onProcessLost: process => borrower?.lost(process),
        onProcessJoined: (process, isEven) => borrower?.joined(process, isEven),
      });
    return borrower === undefined ? begin({ processes: [], absent: 0 }) : borrower.lend(begin);
  };
  const supervisor = new WorkerSupervisor({ shards, environment, isDurable: isLasting(store), start });
  supervisor.over.addEventListener('abort', () => borrower?.stop());
  const { signal } = opening;
  const end = (): void => supervisor.leave(WeirError.from(signal?.reason));
  signal?.addEventListener('abort', end);
  try {
    await supervisor.open();
    signal?.removeEventListener('abort', end);
    signal?.throwIfAborted();
    await metadata.put(LAYOUT_KEY, {
      shards,
      ids: opening.ids,
      directory: opening.directory.id,
      isComplete: true,
    } satisfies Layout);
    directory = { ...directory, isNew: false };
    // Another pool of workers finds the stores as a crash would leave them.
    crashed = true;
    graph = new ShardedGraph({
      supervisor,
      workerCount,
      readerProcesses: opening.offers && readers,
      storeName: store.type,
      hadData: opening.hadData,
      crashed: opening.crashed,
      metadata,
      meta,
      resultLog: opening.resultLog,
      environment,
      close: async isComplete => {
        try {
          await supervisor.close();
          // Abandoned workers have not closed their stores cleanly.
          if (isComplete && supervisor.outage === undefined) await metadata.put(CLEAN_KEY, true);
        } finally {
          await meta.close();
          opening.releaseIds();
        }
      },
    });
    void meta.lost.then(reason => supervisor.leave(reason));
    await graph.restore();
    borrower?.watch();
  } catch (error) {
    await supervisor.abandon(WeirError.from(error));
    throw error;
  }
  if (opening.recoverNow) void graph.admin.recover();
  return graph;
}

/** Settings that are the same for all pools of workers. */
type PoolThreadOptions = Omit<WorkerThreadOptions, 'workerOfShard' | 'directory' | 'life' | 'recovers'>;

/** The only worker runs in this thread. */
async function startHere(
  setup: Omit<WorkerThreadOptions, 'workerOfShard'>,
  { shards, order, copies }: { readonly order: number } & Pick<Opening, 'shards' | 'copies'>,
  environment: Environment,
  reports: WorkerReports,
): Promise<WorkerPool> {
  const { store, directory, persistence, recovers } = setup;
  const workerOfShard = new Array<number>(shards).fill(0);
  const extensions = await WorkerExtensions.load(setup.extensions);
  const openText = await loadTextOpener(setup.textOpener);
  limitQueriesOfThread(setup.queryLimits);
  const worker = new LocalWorker({
    index: 0,
    workerOfShard,
    persistors: await openShardStores(store, [...workerOfShard.keys()], directory, environment, copies),
    persistence,
    life: 0,
    recovers,
    standingStateWarning: setup.standingStateWarning,
    environment,
    extensions,
    openText,
    reports,
    send: () => {
      throw new WeirError('internal', 'there is no other worker');
    },
  });
  return {
    workers: [worker],
    workerOfShard,
    order,
    locations: [{ worker: 0, process: undefined, shards: [...workerOfShard.keys()], lag: undefined }],
    stop: () => Promise.resolve(),
    isStill: () => false,
    aloneFor: () => undefined,
    abandon: () => worker.close(),
  };
}

function turnLimit(wanted: number = DEFAULT_TURN_LIMIT_MILLIS): number {
  if (wanted > 0) return wanted;
  throw new WeirError('config.invalid', `The limit of a worker's turn must be above 0, not ${wanted}.`);
}

function persistenceOptions(given: Partial<PersistenceOptions> = {}): PersistenceOptions {
  const options = { ...DEFAULT_PERSISTENCE, ...given };
  checkPersistence(options);
  return options;
}

function shardCount(wanted: number | undefined, stored: Layout | undefined): number {
  if (wanted !== undefined && (!Number.isInteger(wanted) || wanted < 1 || wanted > 1024)) {
    throw new WeirError('config.invalid', `The number of shards must be from 1 to 1024, not ${wanted}.`);
  }
  if (stored !== undefined && wanted !== undefined && stored.shards !== wanted) {
    throw new WeirError(
      'store.incompatible',
      `This data directory has ${stored.shards} shards and cannot be opened with ${wanted}. ` +
        `The number is fixed when the directory is created: omit it, or use another directory.`,
    );
  }
  return stored?.shards ?? wanted ?? DEFAULT_SHARDS;
}

function checkIds(wanted: string, stored: Layout | undefined): void {
  if (stored === undefined || (stored.ids ?? 'uuid') === wanted) return;
  throw new WeirError(
    'store.incompatible',
    `This data directory has ids of type ${stored.ids ?? 'uuid'} and cannot be opened with ${wanted}. ` +
      `The type (id.type, id.namespace, id.partitioned) is fixed when the directory is created: restore the original settings, or use another directory.`,
  );
}
