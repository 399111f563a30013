/**
 * Runs one case on the real graph (workers, shards, frames, journals, under a seeded scheduler) and on plain Maps. When
 * the two are compared, nothing may be in flight; at all other times anything may.
 */
import { compileQuery, type Row } from '@weir/cypher';
import { MapGraph } from '@weir/cypher/testing';
import { WorkerCluster, resultsIn, SeededRandom } from '@weir/graph/testing';
import { WeirError } from '@weir/platform';
import { createPersistorFactory, type Persistor } from '@weir/persistor';
import {
  compileStandingQuery,
  createStandingEngine,
  type RegisteringStandingEngine,
  type StandingPlan,
} from '@weir/standing';
import { CrashingDisk } from './crashing-disk.js';
import { isAccepted } from './grammar/features.js';
import type { Action, OracleCase } from './oracle-case.js';
import type { OracleTally } from './oracle-tally.js';
import type { RandomQuery } from './grammar/drawn-query.js';
import { idOf } from './grammar/node-ids.js';
import { USER_FUNCTIONS } from './grammar/user-functions.js';
import { applyToModel, isMeant } from './writes/apply-write.js';
import type { Write } from './writes/random-write.js';
import { TextCounts } from './row-text.js';
import { RunningQuery } from './running-query.js';
import { WritingClient } from './writes/writing-client.js';

export interface Layout {
  readonly workers: number;
  readonly shards: number;
}

const PARALLELISM = 4;

/** @returns the error found. */
export async function runOracleCase(
  oracleCase: OracleCase,
  layout: Layout,
  tally: OracleTally,
): Promise<string | undefined> {
  const run = await OracleRun.open(oracleCase, layout, tally);
  for (const [i, action] of oracleCase.actions.entries()) {
    const wrong = await run.act(action, oracleCase.actions[i + 1]?.kind === 'crash');
    if (wrong !== undefined) return wrong;
  }
  return run.judge();
}

class OracleRun {
  private readonly model = new MapGraph();
  private readonly queries = new Map<number, RunningQuery>();
  private readonly random: SeededRandom;
  private cluster!: WorkerCluster;
  private disks: CrashingDisk[] = [];
  private engines: RegisteringStandingEngine[] = [];
  private client!: WritingClient;
  private starts = 0;
  private background: Promise<unknown>[] = [];

  private constructor(
    private readonly oracleCase: OracleCase,
    private readonly layout: Layout,
    private readonly tally: OracleTally,
    private readonly stores: readonly Persistor[],
  ) {
    this.random = new SeededRandom(oracleCase.schedule);
  }

  /** Most nodes exist from the beginning; some of the others are named by queries before they are written. */
  static async open(oracleCase: OracleCase, layout: Layout, tally: OracleTally): Promise<OracleRun> {
    const factory = createPersistorFactory({ type: 'memory' });
    const stores: Persistor[] = [];
    for (let shard = 0; shard < layout.shards; shard++) stores.push(await factory.open(`shard-${shard}`));
    const run = new OracleRun(oracleCase, layout, tally, stores);
    run.openWorkers();
    const session = run.cluster.workers[0]!.session();
    for (let node = 0; node < oracleCase.nodes; node++) {
      if ((oracleCase.schedule >> (3 * node)) % 8 === 7) continue;
      session.effects.createNode(idOf(node));
      run.model.session().effects.createNode(idOf(node));
    }
    await run.cluster.until(session.settled());
    return run;
  }

  async act(action: Action, crashFollows: boolean): Promise<string | undefined> {
    switch (action.kind) {
      case 'register':
        return this.register(action.number, action.query, crashFollows);
      case 'remove':
        this.queries.delete(action.number);
        for (const engine of this.engines) engine.queries.remove(action.number);
        return undefined;
      case 'restart':
        await this.quiet();
        this.openWorkers();
        return undefined;
      case 'crash':
        return this.crash();
      case 'judge':
        return this.judge();
      default:
        if (!isMeant(action, this.model)) return undefined;
        await applyToModel(action, this.model);
        return this.write(action, crashFollows);
    }
  }

  /** @returns an error if the compiler accepted or rejected the wrong queries. */
  private async register(
    number: number,
    query: RandomQuery,
    crashFollows: boolean,
  ): Promise<string | undefined> {
    const plan = compile(query, number);
    const isExpected = query.features.every(isAccepted);
    this.tally.drew(query, plan instanceof WeirError);
    if (plan instanceof WeirError) {
      return isExpected ? `refused: ${query.mode} ${query.text}: ${plan.message}` : undefined;
    }
    if (!isExpected) return `accepted, though ${query.features.join()} are not: ${query.text}`;
    this.queries.set(number, new RunningQuery(plan, query));
    for (const engine of this.engines) engine.queries.register(plan, false);
    for (const engine of this.engines) {
      engine.queries.start(number);
      // Unsent writes arrive while some workers already evaluate the query and others do not yet.
      this.steps(8);
    }
    const shown = Promise.all(this.cluster.workers.map(worker => worker.propagate(true, PARALLELISM)));
    if (crashFollows) this.steps(20);
    else await this.cluster.until(shown);
    return undefined;
  }

  private async write(write: Write, crashFollows = false): Promise<undefined> {
    // A deleted node itself notifies its neighbors, unordered with other writes to them; a query reads.
    const isAlone = write.kind === 'delete' || write.kind === 'statement';
    if (isAlone) await this.acknowledged();
    this.client.write(write);
    if (isAlone && !crashFollows) await this.acknowledged();
    if (this.random.chance(0.4)) this.putToSleep();
    this.steps(8);
  }

  private async crash(): Promise<undefined> {
    this.client.finishBatch();
    for (let steps = this.random.below(16); steps > 0; steps--) {
      this.cluster.step();
      await new Promise<void>(resolve => setImmediate(resolve));
    }
    // Everything durable by now is also reported; nothing else happens after that.
    await new Promise<void>(resolve => setImmediate(resolve));
    for (const disk of this.disks) disk.die();
    const lost = this.client.afterCrash();
    this.openWorkers();
    this.background = this.cluster.workers.map(worker => worker.recover(PARALLELISM));
    this.steps(10);
    for (const write of lost) await this.write(write);
    return undefined;
  }

  async judge(): Promise<string | undefined> {
    await this.quiet();
    for (const running of this.queries.values()) {
      const wrong =
        (await running.compare(this.model)) ??
        (this.random.chance(0.1) ? await this.compareRunOnce(running) : undefined);
      if (wrong !== undefined) {
        return `${running.query.mode} ${running.query.text}\n${wrong}\n${await this.compareGraphs()}`;
      }
      this.tally.judged(running.query, running.results);
    }
    return undefined;
  }

  /** Runs the same text as an ad hoc query on the same graph. */
  private async compareRunOnce({ query }: RunningQuery): Promise<string | undefined> {
    const { found, expected } = await this.runOnBoth(query.batch ?? query.text, query.isLoose);
    return found === expected ? undefined : `run once: found [${found}], expected [${expected}]`;
  }

  /** The graph itself may be wrong: reports it from both ends of each edge. */
  private async compareGraphs(): Promise<string> {
    const texts = ['MATCH (n) RETURN n', 'MATCH (a)-[e]->(b) RETURN e', 'MATCH (a)<-[e]-(b) RETURN e'];
    for (const text of texts) {
      const { found, expected } = await this.runOnBoth(text, false);
      if (found !== expected) return `the graph differs: ${text}: found [${found}], expected [${expected}]`;
    }
    return 'the graph is right';
  }

  private async runOnBoth(text: string, isLoose: boolean): Promise<{ found: string; expected: string }> {
    const compiled = compileQuery(text, { extensions: USER_FUNCTIONS });
    const run = async (graph: ReturnType<MapGraph['session']>): Promise<string> => {
      const { environment } = this.cluster.workers[0]!;
      const stream = compiled.run({ graph, environment, parameters: {} });
      const all: Row[] = [];
      for (let rows = await stream.next(); rows !== undefined; rows = await stream.next()) all.push(...rows);
      return TextCounts.of(all, isLoose).toString();
    };
    return {
      found: await this.cluster.until(run(this.cluster.anyWorker().session())),
      expected: await this.cluster.until(run(this.model.session())),
    };
  }

  private steps(most: number): void {
    for (let steps = this.random.below(most); steps > 0; steps--) this.cluster.step();
  }

  /** Puts a node of the graph or a group's node to sleep, unless it is busy. */
  private putToSleep(): void {
    const shards = this.cluster.workers.flatMap(worker => worker.shards);
    const awake = shards.flatMap(shard => [...shard.nodes.keys()]);
    if (awake.length === 0) return;
    const id = this.random.pick(awake);
    for (const shard of shards) shard.sleep(id);
  }

  private openWorkers(): void {
    const { workers, shards } = this.layout;
    const startMillis = this.starts === 0 ? undefined : this.cluster.now + 1;
    this.engines = Array.from({ length: workers }, () => createStandingEngine());
    for (const { plan } of this.queries.values())
      for (const engine of this.engines) engine.queries.register(plan);
    this.disks = Array.from({ length: workers }, () => new CrashingDisk(() => this.cluster, this.random));
    const generation = ++this.starts;
    this.cluster = new WorkerCluster({
      workers,
      shards,
      seed: this.oracleCase.schedule + generation,
      ...(startMillis === undefined ? {} : { startMillis }),
      engineOf: worker => this.engines[worker]!,
      persistorOf: shard => this.disks[shard % workers]!.mount(this.stores[shard]!),
      onResults: batches => {
        if (generation !== this.starts) return;
        for (const result of batches.flatMap(resultsIn)) this.queries.get(result.query)?.receive(result);
      },
    });
    const writingWorker = this.random.pick(this.cluster.workers);
    this.client = new WritingClient(() => writingWorker, this.random);
    this.background = [];
  }

  private async acknowledged(): Promise<void> {
    this.client.finishBatch();
    while (!this.client.isSettled) {
      this.cluster.step();
      await new Promise<void>(resolve => setImmediate(resolve));
    }
  }

  /** Waits until everything written is durable, and no messages are pending. */
  private async quiet(): Promise<void> {
    await this.acknowledged();
    await this.cluster.until(Promise.all(this.background));
    await this.cluster.settle();
  }
}

function compile(query: RandomQuery, number: number): StandingPlan | WeirError {
  try {
    return compileStandingQuery(query.text, query.mode, number, {
      tracksOrigins: query.features.includes('origins'),
      extensions: USER_FUNCTIONS,
    });
  } catch (error) {
    if (error instanceof WeirError && error.code !== 'internal') return error;
    throw error;
  }
}
