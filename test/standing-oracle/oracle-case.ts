/** One random history: queries that are added and removed, writes, sleep, restarts and crashes. */
import { SeededRandom } from '@weir/graph/testing';
import { type Feature, FEATURE_NAMES, isAccepted } from './grammar/features.js';
import type { RandomQuery } from './grammar/drawn-query.js';
import { randomQuery } from './grammar/random-query.js';
import { randomEdgeLabels, randomWrite, type Write } from './writes/random-write.js';

export type Action =
  | Write
  | { readonly kind: 'register'; readonly number: number; readonly query: RandomQuery }
  | { readonly kind: 'remove'; readonly number: number }
  /** Everything written becomes durable; the graph is closed and reopened. */
  | { readonly kind: 'restart' }
  /** Everything not durable is lost, and every message in flight; clients repeat writes that were not acknowledged. */
  | { readonly kind: 'crash' }
  /** Waits until the system is at rest and compares with the truth. */
  | { readonly kind: 'judge' };

export interface OracleCase {
  /** Number of nodes. */
  readonly nodes: number;
  readonly actions: readonly Action[];
  /** Seed of the scheduler. */
  readonly schedule: number;
}

/** A query with a rejected feature is drawn occasionally, to check that it is rejected. */
const REJECTED_SHARE = 0.1;
const MOST_QUERIES = 3;

export function randomCase(seed: number): OracleCase {
  const random = new SeededRandom(seed);
  const nodes = 2 + random.below(5);
  const alphabet = { edgeLabels: randomEdgeLabels(random), isPlain: random.chance(0.5) };
  const actions: Action[] = [];
  const running: number[] = [];
  const writes: Write[] = [];
  let queries = 0;
  const register = (): void => {
    const number = ++queries;
    running.push(number);
    actions.push({ kind: 'register', number, query: randomQuery(random, offer(random), nodes) });
  };
  const length = 15 + random.below(40);
  if (random.chance(0.4)) actions.push(...denseStart(random, nodes, alphabet.edgeLabels));
  if (random.chance(0.7)) register();
  for (let i = 0; i < length; i++) {
    const roll = random.next();
    if (roll < 0.04 && queries < MOST_QUERIES) register();
    else if (roll < 0.05 && running.length > 0) {
      actions.push({ kind: 'remove', number: running.splice(random.below(running.length), 1)[0]! });
    } else if (roll < 0.065) actions.push({ kind: 'restart' });
    else if (roll < 0.1) actions.push({ kind: 'crash' });
    else if (roll < 0.15) actions.push({ kind: 'judge' });
    else if (roll < 0.22 && writes.length > 0) actions.push(random.pick(writes));
    else {
      const write = randomWrite(random, nodes, alphabet);
      writes.push(write);
      actions.push(write);
      // Half of its effect may be on another shard.
      if (goesFar(write) && random.chance(0.3)) actions.push({ kind: 'crash' });
    }
  }
  if (running.length === 0) register();
  return { nodes, actions, schedule: random.below(2 ** 31) };
}

/** Enough edges and values for large patterns to match. */
function denseStart(random: SeededRandom, nodes: number, edgeLabels: readonly string[]): Write[] {
  const edges = Array.from({ length: 2 * nodes + random.below(2 * nodes) }, (): Write => {
    const [source, target] = [random.below(nodes), random.below(nodes)];
    return { kind: 'edge', source, label: random.pick(edgeLabels), target, present: true };
  });
  const values = Array.from({ length: nodes }, (_, node): Write => {
    const properties = { p: random.pick([1, 2, 'a']), k: 1 + random.below(3) };
    return { kind: 'properties', node, replaces: false, properties };
  });
  return [...edges, ...values];
}

function goesFar({ kind }: Write): boolean {
  return kind === 'delete' || kind === 'statement';
}

function offer(random: SeededRandom): ReadonlySet<Feature> {
  const accepted = FEATURE_NAMES.filter(isAccepted);
  const rejected = FEATURE_NAMES.filter(feature => !isAccepted(feature));
  const richness = random.next() * 0.6;
  const offered = new Set(accepted.filter(() => random.chance(richness)));
  if (rejected.length > 0 && random.chance(REJECTED_SHARE)) offered.add(random.pick(rejected));
  return offered;
}
