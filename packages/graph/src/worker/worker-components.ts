/** Assembles a worker, lowest layer first. Each component is given those before it that it needs. */
import { type Environment, WeirError } from '@weir/platform';
import type { StandingEngine } from '@weir/standing';
import { CrashRecovery } from '../durability/crash-recovery.js';
import { HistoryLimit } from '../durability/history-limit.js';
import { Arrivals } from '../effects/arrivals.js';
import { NodeOperations } from '../effects/node-operations.js';
import { StandingRest } from '../effects/standing-rest.js';
import { WorkerEffects } from '../effects/worker-effects.js';
import { WorkerMail } from '../mail/worker-mail.js';
import { ResultFiling } from '../results/result-filing.js';
import { GroupCommit } from '../shard/group-commit.js';
import {
  checkPersistence,
  DEFAULT_PERSISTENCE,
  type PersistenceOptions,
} from '../persistence/persistence-options.js';
import { Shard } from '../shard/shard.js';
import { StoreFailures } from '../shard/store-failures.js';
import { WorkerShards } from '../shard/worker-shards.js';
import { StandingDispatch } from '../standing/standing-dispatch.js';
import { NodeReader } from '../walks/node-reader.js';
import type { GraphWorkerOptions } from './graph-worker-options.js';

/** Number of questions that one instance of a worker may ask. */
const NUMBERS_PER_LIFE = 2 ** 32;

export class WorkerComponents {
  readonly environment: Environment;
  /** First number for questions of this instance of the worker, and for numbers it assigns. */
  readonly firstNumber: number;
  readonly engine: StandingEngine;
  readonly persistence: PersistenceOptions;
  readonly shards: WorkerShards;
  readonly mail: WorkerMail;
  readonly commits: GroupCommit;
  readonly storeFailures: StoreFailures;
  /** Assigns the numbers under which results are kept. */
  readonly filing = new ResultFiling();
  readonly dispatch: StandingDispatch;
  readonly arrivals: Arrivals;
  readonly rest: StandingRest;
  readonly effects: WorkerEffects;
  readonly operations: NodeOperations;
  readonly recovery: CrashRecovery;
  readonly history: HistoryLimit;
  readonly reader: NodeReader;

  constructor(options: GraphWorkerOptions) {
    const { index, environment, engine, persistence = DEFAULT_PERSISTENCE } = options;
    checkPersistence(persistence);
    this.environment = environment;
    this.engine = engine;
    this.persistence = persistence;
    const firstNumber = (this.firstNumber = 1 + (options.life ?? 0) * NUMBERS_PER_LIFE);
    this.mail = new WorkerMail(environment, options, firstNumber);
    this.shards = new WorkerShards(index, options.workerOfShard);
    this.commits = new GroupCommit(this.shards.local, environment, persistence, options);
    this.storeFailures = new StoreFailures(index, this.commits, environment.clock);
    this.dispatch = new StandingDispatch(
      engine,
      this.shards,
      this.mail,
      this.filing,
      this.commits,
      environment,
      options,
    );
    this.openShards(options);
    this.arrivals = new Arrivals(this.shards, this.mail, this.commits, this.dispatch);
    this.rest = new StandingRest(this.shards, this.mail, this.arrivals, engine.queries);
    this.effects = new WorkerEffects(
      this.shards,
      this.mail,
      this.commits,
      this.storeFailures,
      this.dispatch,
      this.arrivals,
      engine.relevance,
      firstNumber,
    );
    this.operations = new NodeOperations(this.shards, this.dispatch);
    this.recovery = new CrashRecovery(
      this.shards,
      this.mail,
      this.commits,
      this.effects,
      this.arrivals,
      this.dispatch,
      options.recovers ?? false,
    );
    this.history = new HistoryLimit(this.shards.local, engine.states, environment, persistence, this.commits);
    this.reader = new NodeReader(this.shards, this.history, this.recovery);
  }

  private openShards({ index, workerOfShard, persistors }: GraphWorkerOptions): void {
    for (let number = 0; number < workerOfShard.length; number++) {
      if (workerOfShard[number] !== index) continue;
      const persistor = persistors.get(number);
      if (persistor === undefined) throw new WeirError('internal', `no store for shard ${number}`);
      const { engine, environment, persistence, dispatch } = this;
      this.shards.add(new Shard(number, persistor, engine.states, environment, persistence, dispatch));
    }
  }
}
