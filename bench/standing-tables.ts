/** What standing queries cost: see standing.ts, standing-wide.ts, standing-change.ts. */
import { child } from './child.js';
import { isWanted, setting } from './settings.js';
import type { RailwayMeasurement } from './railway.js';
import { REGISTRATION_KINDS, type RegistrationMeasurement } from './registrations.js';
import type { StandingMeasurement } from './standing.js';
import type { ChangeMeasurement } from './standing-change.js';
import { WIDE_KINDS, type WideMeasurement } from './standing-wide.js';
import { mebibytes } from './memory-now.js';
import { printTable } from './table.js';

const IRRELEVANT_QUERIES = [0, 1, 100, 500];
const GRAPH_SIZES = [10_000, 100_000, 1_000_000];
const MATCHES = 100_000;
/** Nodes, each a result. */
const CHANGED = setting('WEIR_BENCH_CHANGED', 200_000);
const REGISTRATIONS = setting('WEIR_BENCH_REGISTRATIONS', 300);
const RAILWAY_UNITS = setting('WEIR_BENCH_RAILWAY', 16);
/** Nodes that each shard keeps awake: the default, and all of them. */
const RAILWAY_AWAKE = [10_000, 10_000_000];
const WIDE_EDGES = [1_000, 10_000, 100_000, 1_000_000];

export async function standingTables(): Promise<void> {
  if (isWanted('matches')) await matchesTable();
  if (isWanted('irrelevant')) await irrelevantTable();
  if (isWanted('incremental')) await incrementalTable();
  if (isWanted('wide')) await wideTable();
  if (isWanted('change')) await changeTable();
  if (isWanted('registrations')) await registrationsTable();
  if (isWanted('railway')) await railwayTable();
}

async function matchesTable(): Promise<void> {
  const measured = await measure('matches', MATCHES);
  if (measured === undefined) return;
  printTable(
    ['every record completes a match, one thread', 'matches/s'],
    [['two nodes and an edge, in memory', `${Math.round(measured.matchesPerSecond ?? NaN)}`]],
  );
}

async function irrelevantTable(): Promise<void> {
  const rows: string[][] = [];
  for (const queries of IRRELEVANT_QUERIES) {
    const measured = await measure('irrelevant', queries);
    if (measured) rows.push([`${queries}`, measured.updateMicros.toFixed(2)]);
  }
  printTable(['standing queries that look at something else', 'µs per update'], rows);
}

async function incrementalTable(): Promise<void> {
  const rows: string[][] = [];
  for (const nodes of GRAPH_SIZES) {
    const measured = await measure('incremental', nodes);
    if (measured === undefined) continue;
    const { updateMicros, batchMicros = NaN } = measured;
    rows.push([
      `${nodes}`,
      updateMicros.toFixed(0),
      batchMicros.toFixed(0),
      (batchMicros / updateMicros).toFixed(0),
    ]);
  }
  printTable(['nodes in the graph', 'update to result, µs', 'query run again, µs', 'times'], rows);
}

async function wideTable(): Promise<void> {
  const rows: string[][] = [];
  for (const kind of WIDE_KINDS) {
    const measured = await child<WideMeasurement[]>('standing-wide', [
      kind,
      String(WIDE_EDGES[WIDE_EDGES.length - 1]),
    ]);
    if (measured === undefined) continue;
    rows.push([
      kind,
      ...WIDE_EDGES.map(
        edges => measured.find(each => each.edges === edges)?.micros.toFixed(1) ?? 'too slow',
      ),
    ]);
  }
  printTable(['CPU µs per new edge at a node with so many', ...WIDE_EDGES.map(String)], rows);
}

async function changeTable(): Promise<void> {
  const rows: string[][] = [];
  for (const name of ['show', 'replace', 'remove']) {
    for (const kind of ['traces', 'rows']) {
      const measured = await child<ChangeMeasurement>('standing-change', [name, kind, String(CHANGED)]);
      if (measured === undefined) continue;
      rows.push([
        `${name}, ${kind}`,
        measured.processorSeconds.toFixed(1),
        measured.longestWriteMillis.toFixed(0),
        mebibytes(measured.before),
        mebibytes(measured.growth),
      ]);
    }
  }
  const header = [`query with ${CHANGED} results`, 'CPU s', 'longest write, ms', 'resident', 'and at most'];
  printTable(header, rows);
}

async function registrationsTable(): Promise<void> {
  const rows: string[][] = [];
  for (const kind of REGISTRATION_KINDS) {
    const measured = await child<RegistrationMeasurement>('registrations', [kind, String(REGISTRATIONS)]);
    if (measured === undefined) continue;
    const { before, meanwhile, after, queries, registeredSeconds, shownSeconds, held, most } = measured;
    rows.push([
      kind,
      `${queries}`,
      registeredSeconds.toFixed(1),
      shownSeconds.toFixed(1),
      ...[before, meanwhile, after].map(rate => rate.toFixed(0)),
      `${mebibytes(held)}, ${mebibytes(most)}`,
    ]);
  }
  printTable(
    [
      `${REGISTRATIONS} queries while an ingest runs`,
      'registered',
      's',
      'shown after s',
      'records/s before',
      'meanwhile',
      'after',
      'held, and at most',
    ],
    rows,
  );
}

async function railwayTable(): Promise<void> {
  const rows: string[][] = [];
  for (const awake of RAILWAY_AWAKE) {
    for (const kind of ['none', 'six']) {
      const measured = await child<RailwayMeasurement>('railway', [
        String(RAILWAY_UNITS),
        kind,
        String(awake),
      ]);
      if (measured === undefined) continue;
      const { nodes, edges, seconds, cpuSeconds, held, most, results, wrong } = measured;
      rows.push([
        `${kind}, ${awake} awake per shard`,
        `${nodes}, ${edges}`,
        seconds.toFixed(1),
        cpuSeconds.toFixed(1),
        `${mebibytes(held)}, ${mebibytes(most)}`,
        `${Object.values(results).reduce((sum, count) => sum + count, 0)}`,
        wrong.join() || 'none',
      ]);
    }
  }
  printTable(
    [
      `patterns over a railway of ${RAILWAY_UNITS} units`,
      'nodes, edges',
      's',
      'CPU s',
      'held, and at most',
      'results',
      'not as the query run once',
    ],
    rows,
  );
}

function measure(name: string, size: number): Promise<StandingMeasurement | undefined> {
  return child<StandingMeasurement>('standing', [name, String(size)]);
}
