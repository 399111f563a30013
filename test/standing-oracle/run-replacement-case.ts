/**
 * Random queries replace each other several times, on the real graph during writes: the net results equal the current
 * query's results, and without writes only the difference is reported. At some moment of one of the replacements the
 * store is copied, as `kill -9` would leave it, and the copy continues as well.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SeededRandom } from '@weir/graph/testing';
import type { Value } from '@weir/model';
import { openGraph, type OpenOptions, restoreGraph, type StreamingGraph } from '@weir/runtime';
import { exactKey } from '@weir/standing';
import { ResultBalance } from '../support/result-balance.js';
import { type Feature, FEATURE_NAMES, isAccepted } from './grammar/features.js';
import type { RandomQuery } from './grammar/drawn-query.js';
import { randomQuery } from './grammar/random-query.js';
import { TextCounts } from './row-text.js';
import { randomEdgeLabels, randomWrite } from './writes/random-write.js';
import { writeStatement } from './writes/write-statement.js';

const STEPS = 4;
/** Maximum number of event loop turns before a copy is made. */
const MOST_TURNS = 300;

export interface ReplacementTally {
  replacements: number;
  /** Number of replacements whose results were compared with the difference. */
  differences: number;
  copies: number;
  /** Rows of queries that replaced another one. */
  rows: number;
}

/** @returns the error found. */
export async function runReplacementCase(
  seed: number,
  options: OpenOptions,
  tally: ReplacementTally,
): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'weir-replace-'));
  const store = { type: 'embedded', path: join(folder, 'original') } as const;
  const isCopied = seed % 4 === 0;
  const graph = await openGraph({ ...options, ...(isCopied ? { store } : {}) });
  try {
    return await new ReplacementRun(
      graph,
      new SeededRandom(seed),
      isCopied ? folder : undefined,
      tally,
    ).run();
  } finally {
    await graph.close();
    await rm(folder, { recursive: true, force: true });
  }
}

class ReplacementRun {
  private readonly nodes: number;
  private readonly alphabet;
  private readonly balance = new ResultBalance();
  private readonly copiedAt: number;

  constructor(
    private readonly graph: StreamingGraph,
    private readonly random: SeededRandom,
    private readonly folder: string | undefined,
    private readonly tally: ReplacementTally,
  ) {
    this.nodes = 2 + random.below(5);
    this.alphabet = { edgeLabels: randomEdgeLabels(random), isPlain: random.chance(0.5) };
    this.copiedAt = random.below(STEPS);
  }

  async run(): Promise<string | undefined> {
    for (let i = 0; i < 25; i++) await this.write();
    let query = this.query();
    const handle = await this.graph.registerStanding({
      name: 'watch',
      query: query.text,
      mode: query.mode,
      includeCancellations: true,
      inputBufferSize: 32,
      provenance: query.features.includes('origins'),
    });
    await handle.cursors.open('all', this.balance.take, 'beginning');
    await this.graph.admin.propagate({ includeSleeping: true });
    await this.graph.idle();
    for (let step = 0; step < STEPS; step++) {
      const next = this.random.chance(0.3) ? { ...query, ...variantOf(query, this.random) } : this.query();
      const isCopied = this.folder !== undefined && step === this.copiedAt;
      const wrong =
        isCopied || this.random.chance(0.5)
          ? await this.replaceBesideWrites(query, next, isCopied)
          : await this.replaceAlone(query, next);
      const at = `${query.mode} ${query.text}\nreplaced by ${next.mode} ${next.text}\n`;
      if (wrong !== undefined) return at + wrong;
      query = next;
      this.tally.replacements++;
      this.tally.rows += this.balance.rows.length;
      for (let i = this.random.below(6); i > 0; i--) await this.write();
      await this.graph.idle();
      const later = await compare(this.graph, query, this.balance);
      if (later !== undefined) return `${at}after writes: ${later}`;
    }
    return undefined;
  }

  private async replaceAlone(before: RandomQuery, after: RandomQuery): Promise<string | undefined> {
    await this.graph.idle();
    const { matches, cancellations } = this.balance;
    const handle = this.graph.standing('watch')!;
    const columns = handle.columns.join();
    const old = this.balance.rows.map(data => Object.values(data));
    await handle.replace(after.text, after.mode);
    await this.graph.idle();
    const wrong = await compare(this.graph, after, this.balance);
    if (wrong !== undefined) return wrong;
    const counted = [this.balance.matches - matches, this.balance.cancellations - cancellations];
    if (before.isLoose || after.isLoose) return undefined;
    this.tally.differences++;
    const fresh = this.balance.rows.map(data => Object.values(data));
    const expected =
      columns === handle.columns.join()
        ? [surplus(fresh, old), surplus(old, fresh)]
        : [fresh.length, old.length];
    return counted.join() === expected.join()
      ? undefined
      : `told ${counted.join()} matches and cancellations, expected ${expected.join()}`;
  }

  private async replaceBesideWrites(
    before: RandomQuery,
    after: RandomQuery,
    isCopied: boolean,
  ): Promise<string | undefined> {
    const turns = this.random.below(MOST_TURNS);
    const replaced = this.graph.standing('watch')!.replace(after.text, after.mode);
    const writing = (async () => {
      for (let i = this.random.below(20); i >= 0; i--) await this.write();
    })();
    let wrong: string | undefined;
    if (isCopied) {
      for (let i = 0; i < turns; i++) await new Promise(resolve => setImmediate(resolve));
      const path = join(this.folder!, 'copy');
      await restoreGraph(this.graph.admin.transfer.backup(), path);
      wrong = await this.judgeCopy(path, [before, after]);
    }
    await Promise.all([replaced, writing]);
    await this.graph.idle();
    return wrong ?? (await compare(this.graph, after, this.balance));
  }

  private async judgeCopy(path: string, queries: readonly RandomQuery[]): Promise<string | undefined> {
    this.tally.copies++;
    const copy = await openGraph({ workers: 0, store: { type: 'embedded', path } });
    try {
      await copy.admin.recover();
      for (let i = 0; i < 4; i++) await this.write(copy);
      const balance = new ResultBalance();
      const handle = copy.standing('watch')!;
      await handle.cursors.open('all of them', balance.take, 'beginning');
      await copy.idle();
      const query = queries.find(({ text }) => text === handle.definition.query)!;
      const wrong = await compare(copy, query, balance);
      return wrong === undefined ? undefined : `a copy from the middle of it: ${wrong}`;
    } finally {
      await copy.close();
    }
  }

  private query(): RandomQuery {
    // Small queries match more often.
    const offered = new Set<Feature>(
      FEATURE_NAMES.filter(name => isAccepted(name) && this.random.chance(0.08)),
    );
    for (;;) {
      const query = randomQuery(this.random, offered, this.nodes);
      if (!query.text.includes('oracle.')) return query;
    }
  }

  private async write(graph = this.graph): Promise<void> {
    const { text, parameters } = writeStatement(randomWrite(this.random, this.nodes, this.alphabet));
    await (await graph.query(text, { parameters })).rows();
  }
}

/** The same query with one changed value: most of its rows stay. */
function variantOf(query: RandomQuery, random: SeededRandom): Partial<RandomQuery> {
  const change = random.pick([
    (text: string) => text,
    (text: string) => text.replace(/(p|q|k): 1\b/, '$1: 2'),
    (text: string) => text.replace(/ > 0\b/, ' > 1'),
  ]);
  return {
    text: change(query.text),
    ...(query.batch === undefined ? {} : { batch: change(query.batch) }),
  };
}

async function compare(
  graph: StreamingGraph,
  { text, batch, isLoose }: RandomQuery,
  balance: ResultBalance,
): Promise<string | undefined> {
  if (balance.wrong !== undefined) return balance.wrong;
  const run = await graph.query(batch ?? text);
  const expected = TextCounts.of(await run.rows(), isLoose).toString();
  const rows = balance.rows.map(data =>
    run.columns.map(column => (data as Record<string, Value>)[column] ?? null),
  );
  const found = TextCounts.of(rows, isLoose).toString();
  return found === expected ? undefined : `reported [${found}], expected [${expected}]`;
}

/** Number of rows that `one` has in addition to the rows of `other`. */
function surplus(one: readonly (readonly Value[])[], other: readonly (readonly Value[])[]): number {
  const left = new Map<string, number>();
  for (const row of other) left.set(exactKey(row), (left.get(exactKey(row)) ?? 0) + 1);
  let count = 0;
  for (const row of one) {
    const known = left.get(exactKey(row)) ?? 0;
    if (known === 0) count++;
    else left.set(exactKey(row), known - 1);
  }
  return count;
}
