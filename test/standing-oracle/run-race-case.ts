/**
 * Sessions on several workers concurrently write to the same few nodes and edges, without waiting for each other,
 * through sleep and crashes. The outcome is not predictable; but at rest, a standing query has reported what the same
 * text, run once on that graph, finds.
 */
import { compileQuery, type GraphSession, type Row } from '@weir/cypher';
import { WorkerCluster, resultsIn, SeededRandom } from '@weir/graph/testing';
import { createPersistorFactory, type Persistor } from '@weir/persistor';
import { compileStandingQuery, createStandingEngine, type RegisteringStandingEngine } from '@weir/standing';
import { CrashingDisk } from './crashing-disk.js';
import { FEATURE_NAMES, isAccepted } from './grammar/features.js';
import { idOf } from './grammar/node-ids.js';
import { randomQuery } from './grammar/random-query.js';
import { USER_FUNCTIONS } from './grammar/user-functions.js';
import { TextCounts } from './row-text.js';
import type { Layout } from './run-oracle-case.js';
import { RunningQuery } from './running-query.js';
import { applyEffect, runStatement } from './writes/apply-write.js';
import { randomEdgeLabels, randomWrite } from './writes/random-write.js';

const QUERIES = 3;
const SESSIONS = 3;
const PARALLELISM = 4;

/** @returns the error found. */
export async function runRaceCase(seed: number, layout: Layout): Promise<string | undefined> {
  const factory = createPersistorFactory({ type: 'memory' });
  const stores: Persistor[] = [];
  for (let shard = 0; shard < layout.shards; shard++) stores.push(await factory.open(`shard-${shard}`));
  const race = new Race(seed, layout, stores);
  const lives = race.random.pick([1, 1, 2, 3]);
  for (let life = 0; life < lives; life++) {
    race.open();
    await race.run();
    const wrong = life + 1 === lives ? await race.judge() : await race.crash();
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

class Race {
  readonly random: SeededRandom;
  private readonly queries: readonly RunningQuery[];
  private readonly nodes: number;
  private cluster!: WorkerCluster;
  private disks: CrashingDisk[] = [];
  private sessions: GraphSession[] = [];
  private statements: Promise<void>[] = [];
  private recovery: Promise<unknown> = Promise.resolve();
  private lives = 0;

  constructor(
    private readonly seed: number,
    private readonly layout: Layout,
    private readonly stores: readonly Persistor[],
  ) {
    this.random = new SeededRandom(seed);
    this.nodes = 2 + this.random.below(3);
    const accepted = FEATURE_NAMES.filter(isAccepted);
    this.queries = Array.from({ length: QUERIES }, (_, i) => {
      const offered = new Set(accepted.filter(() => this.random.chance(0.3)));
      const query = randomQuery(this.random, offered, this.nodes);
      return new RunningQuery(
        compileStandingQuery(query.text, query.mode, i + 1, { extensions: USER_FUNCTIONS }),
        query,
      );
    });
  }

  open(): void {
    const { workers, shards } = this.layout;
    const life = ++this.lives;
    const startMillis = life === 1 ? undefined : this.cluster.now + 1;
    this.disks = Array.from({ length: workers }, () => new CrashingDisk(() => this.cluster, this.random));
    this.cluster = new WorkerCluster({
      workers,
      shards,
      seed: this.seed + life,
      ...(startMillis === undefined ? {} : { startMillis }),
      engineOf: () => this.engine(),
      persistorOf: shard => this.disks[shard % workers]!.mount(this.stores[shard]!),
      onResults: batches => {
        if (life !== this.lives) return;
        for (const result of batches.flatMap(resultsIn)) this.queries[result.query - 1]!.receive(result);
      },
    });
    this.sessions = Array.from({ length: SESSIONS }, () => this.cluster.anyWorker().session());
    this.statements = [];
    this.recovery =
      life === 1
        ? Promise.all(this.cluster.workers.map(worker => worker.propagate(true, PARALLELISM)))
        : Promise.all(this.cluster.workers.map(worker => worker.recover(PARALLELISM)));
  }

  async run(): Promise<void> {
    const { random } = this;
    const alphabet = { edgeLabels: randomEdgeLabels(random), isPlain: random.chance(0.5) };
    for (let writes = 10 + random.below(40); writes > 0; writes--) {
      const session = random.pick(this.sessions);
      const write = randomWrite(random, this.nodes, alphabet);
      if (write.kind === 'statement') this.execute(write.text);
      else applyEffect(write, session.effects);
      if (random.chance(0.5)) session.flush();
      if (random.chance(0.3)) this.putToSleep();
      for (let steps = random.below(6); steps > 0; steps--) this.cluster.step();
      if (random.chance(0.2)) await new Promise<void>(resolve => setImmediate(resolve));
    }
  }

  private execute(statement: string): void {
    const worker = this.cluster.anyWorker();
    this.statements.push(runStatement(statement, worker.session(), worker.environment));
  }

  async crash(): Promise<undefined> {
    for (let steps = this.random.below(16); steps > 0; steps--) {
      this.cluster.step();
      await new Promise<void>(resolve => setImmediate(resolve));
    }
    // Everything durable by now is also reported; nothing else happens after that.
    await new Promise<void>(resolve => setImmediate(resolve));
    for (const disk of this.disks) disk.die();
  }

  async judge(): Promise<string | undefined> {
    await this.cluster.until(Promise.all(this.statements));
    await this.cluster.until(Promise.all(this.sessions.map(async session => session.settled())));
    await this.cluster.until(this.recovery);
    await this.cluster.settle();
    for (const running of this.queries) {
      const wrong = running.compareWith(await this.cluster.until(this.runOnce(running)));
      if (wrong !== undefined) return `${running.query.mode} ${running.query.text}\n${wrong}`;
    }
    return undefined;
  }

  private async runOnce({ query }: RunningQuery): Promise<string> {
    const { environment } = this.cluster.workers[0]!;
    const graph = this.cluster.anyWorker().session();
    const compiled = compileQuery(query.batch ?? query.text, { extensions: USER_FUNCTIONS });
    const stream = compiled.run({ graph, environment, parameters: {} });
    const all: Row[] = [];
    for (let rows = await stream.next(); rows !== undefined; rows = await stream.next()) all.push(...rows);
    return TextCounts.of(all, query.isLoose).toString();
  }

  private engine(): RegisteringStandingEngine {
    const engine = createStandingEngine();
    for (const { plan } of this.queries) engine.queries.register(plan);
    return engine;
  }

  /** Unless it is busy. */
  private putToSleep(): void {
    const id = idOf(this.random.below(this.nodes));
    for (const worker of this.cluster.workers) for (const shard of worker.shards) shard.sleep(id);
  }
}
