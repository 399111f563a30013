/**
 * What many machines would do with one graph, computed from what few did: docs/internals/cluster-sizing.md has the assumptions,
 * and these tables. Nothing is measured here; bench/lent-workers.ts measures what it begins with.
 */
import { printTable } from './table.js';

type Range = readonly [least: number, most: number];

/** Of two processes with one worker each, on one machine: microseconds of CPU per record. */
const ALL: Range = [107, 148];
/** Of the owner's main thread, through which every record goes. */
const OWNER_MAIN = 20;
/** Of the lender's main thread, when half of the shards are there. */
const LENDER_MAIN: Range = [3, 4];
/** Of Cassandra, with one copy. */
const CASSANDRA = 200;
const COPIES = 3;
/** Conditional writes of a shard per second. */
const GROUPS: Range = [4, 8];
/** Seconds until the graph answers again, medians. */
const LENDER_LOST = 7.2;
const OWNER_LOST = 14;
/** Assumed: what a machine goes without a loss. */
const DAYS_BETWEEN_LOSSES = 30;
const LEASE_SECONDS = 3;
const RENEWALS_PER_LEASE = 3;
/** Of each machine: for the main thread, the network, the system. */
const SPARE_CORES = 1;

const MACHINES = [1, 2, 3, 10, 140];
const CORES = [2, 4, 8, 16];
const MICROS = 1_000_000;

const WORKER: Range = [ALL[0] - OWNER_MAIN - LENDER_MAIN[1], ALL[1] - OWNER_MAIN - LENDER_MAIN[0]];
/** All shards but those of one machine are elsewhere: twice as much, at the worker that takes the record and at both ends of an edge. */
const FRAMES = 3 * 2 * Math.max(...LENDER_MAIN);

function framesOf(machines: number): number {
  return FRAMES * (1 - 1 / machines);
}

/** Records per second, and whether the owner's main thread is what they wait for. */
function rateOf(machines: number, cores: number, worker: number): { rate: number; isOwner: boolean } {
  const owner = MICROS / OWNER_MAIN;
  const workers = (machines * (cores - SPARE_CORES) * MICROS) / worker;
  const mains = machines === 1 ? Infinity : (machines * MICROS) / framesOf(machines);
  const rate = Math.min(owner, workers, mains);
  return { rate, isOwner: rate === owner };
}

function thousands(number: number): string {
  return Math.round(number).toLocaleString('en');
}

function range(least: number, most: number): string {
  return least === most ? thousands(least) : `${thousands(least)} to ${thousands(most)}`;
}

function rateCell(machines: number, cores: number): string {
  const [slow, fast] = [WORKER[1], WORKER[0]].map(worker => rateOf(machines, cores, worker));
  return `${range(slow!.rate, fast!.rate)}${slow!.isOwner ? ' (owner)' : ''}`;
}

function costs(machines: number): string[] {
  const { rate } = rateOf(machines, 8, WORKER[1]);
  const own = (rate * (OWNER_MAIN + WORKER[1] + framesOf(machines))) / MICROS;
  const shards = machines * (8 - SPARE_CORES);
  const losses = machines / DAYS_BETWEEN_LOSSES;
  const standing = (losses / machines) * ((machines - 1) * LENDER_LOST + OWNER_LOST);
  const renewals = (machines * RENEWALS_PER_LEASE) / LEASE_SECONDS;
  return [
    String(machines),
    own.toFixed(1),
    ((rate * CASSANDRA * COPIES) / MICROS).toFixed(0),
    range(shards * GROUPS[0], shards * GROUPS[1]),
    thousands(renewals * machines),
    thousands((machines * (machines - 1)) / 2),
    standing.toFixed(1),
  ];
}

printTable(
  ['machines', ...CORES.map(cores => `${cores} cores each`)],
  MACHINES.map(machines => [String(machines), ...CORES.map(cores => rateCell(machines, cores))]),
);
printTable(
  [
    'machines of 8 cores',
    'cores at work, Weir',
    'cores at work, Cassandra',
    'conditional writes/s',
    'messages of the directory/s',
    'connections',
    'seconds a day without an answer',
  ],
  MACHINES.map(costs),
);
