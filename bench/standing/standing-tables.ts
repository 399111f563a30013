/** Cost of standing queries: see standing.ts. */
import { child } from '../support/child.js';
import { isWanted } from '../support/settings.js';
import type { StandingMeasurement } from './standing.js';
import { printTable } from '../support/table.js';

const IRRELEVANT_QUERIES = [0, 1, 100, 500];
const GRAPH_SIZES = [10_000, 100_000, 1_000_000];
const MATCHES = 100_000;

export async function standingTables(): Promise<void> {
  if (isWanted('matches')) await matchesTable();
  if (isWanted('irrelevant')) await irrelevantTable();
  if (isWanted('incremental')) await incrementalTable();
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
  printTable(['standing queries that read other data', 'µs per update'], rows);
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

function measure(name: string, size: number): Promise<StandingMeasurement | undefined> {
  return child<StandingMeasurement>('standing/standing', [name, String(size)]);
}
