/**
 * Compares what a standing query holds to be true with the same query run from scratch: for a sample of nodes by
 * themselves, or, where results belong to groups of nodes or the root has no name, altogether. Data may change
 * meanwhile, so a difference counts only if it is there at each of several looks, and always the same.
 */
import {
  formatNodeId,
  IdValue,
  type NodeId,
  queryJson,
  type Scheduler,
  type Value,
  type ValueMap,
} from '@weir/model';
import type { StandingSurvey } from './standing-survey.js';

type Rows = readonly (readonly Value[])[];

export interface AuditDifference {
  /** Text form; `undefined` where all of the query was compared at once. */
  readonly node: string | undefined;
  /** As JSON. */
  readonly row: string;
  /** How often the query should report the row now. */
  readonly expected: number;
  /** How often it does. */
  readonly reported: number;
}

export interface AuditReport {
  /** Nodes that were looked at one by one; 0 when everything was compared at once. */
  readonly nodes: number;
  /** Rows that the query run from scratch has found. */
  readonly rows: number;
  /** At most `MOST_DIFFERENCES`. */
  readonly differences: readonly AuditDifference[];
  /** Differences that were found, also those beyond that. */
  readonly differenceCount: number;
  /** Differences that were others at each look, because data changed faster than it could be compared: not believed. */
  readonly unsettled: number;
}

export interface AuditPorts {
  readonly scheduler: Scheduler;
  /** @param sample how many nodes of either kind per host. */
  survey(sample: number): Promise<readonly StandingSurvey[]>;
  rowsOn(node: NodeId): Promise<Rows>;
  run(text: string, parameters: ValueMap): Promise<Rows>;
}

/** Looks at a difference before it is believed. */
const LOOKS = 5;
const MILLIS_BETWEEN_LOOKS = 50;
/** Differences that a report lists. */
export const MOST_DIFFERENCES = 1000;

export async function auditStanding(query: string, sample: number, ports: AuditPorts): Promise<AuditReport> {
  const surveys = await ports.survey(sample);
  const root = surveys[0]?.root ?? null;
  if (root === null) return reportOf(0, [await auditAll(query, ports)]);
  const text = `MATCH (${root}) WHERE id(${root}) = $auditedNode ${query}`;
  const nodes = surveys.flatMap(({ reporting, others }) => [...reporting, ...others]);
  const found: Comparison[] = [];
  for (const { id } of nodes) {
    const look = async (): Promise<Look> => {
      const reported = await ports.rowsOn(id);
      const expected = await ports.run(text, { auditedNode: new IdValue(id) });
      return { rows: expected.length, differences: compare(formatNodeId(id), expected, reported) };
    };
    found.push(await settled(ports, look));
  }
  return reportOf(nodes.length, found);
}

function auditAll(query: string, ports: AuditPorts): Promise<Comparison> {
  return settled(ports, async () => {
    const surveys = await ports.survey(Number.MAX_SAFE_INTEGER);
    const reported = surveys.flatMap(({ reporting }) => reporting.flatMap(({ rows }) => rows));
    const expected = await ports.run(query, {});
    return { rows: expected.length, differences: compare(undefined, expected, reported) };
  });
}

function reportOf(nodes: number, found: readonly Comparison[]): AuditReport {
  const differences = found.flatMap(each => each.differences);
  return {
    nodes,
    rows: found.reduce((sum, { rows }) => sum + rows, 0),
    differences: differences.slice(0, MOST_DIFFERENCES),
    differenceCount: differences.length,
    unsettled: found.reduce((sum, { unsettled }) => sum + unsettled, 0),
  };
}

interface Look {
  readonly rows: number;
  readonly differences: readonly AuditDifference[];
}

interface Comparison extends Look {
  readonly unsettled: number;
}

/** What is the same at every look. */
async function settled({ scheduler }: AuditPorts, look: () => Promise<Look>): Promise<Comparison> {
  let lasting: readonly AuditDifference[] | undefined;
  for (let looks = 1; ; looks++) {
    const { rows, differences } = await look();
    lasting = lasting === undefined ? differences : inBoth(lasting, differences);
    if (differences.length === 0) return { rows, differences, unsettled: 0 };
    if (looks === LOOKS) {
      return { rows, differences: lasting, unsettled: differences.length - lasting.length };
    }
    await new Promise<void>(resolve => scheduler.after(MILLIS_BETWEEN_LOOKS, resolve));
  }
}

function inBoth(before: readonly AuditDifference[], now: readonly AuditDifference[]): AuditDifference[] {
  const keys = new Set(before.map(keyOf));
  return now.filter(difference => keys.has(keyOf(difference)));
}

function keyOf({ row, expected, reported }: AuditDifference): string {
  return `${expected} ${reported} ${row}`;
}

function compare(node: string | undefined, expected: Rows, reported: Rows): AuditDifference[] {
  const counts = new Map<string, { expected: number; reported: number }>();
  const countOf = (row: readonly Value[]): { expected: number; reported: number } => {
    const text = queryJson([...row]);
    let count = counts.get(text);
    if (count === undefined) counts.set(text, (count = { expected: 0, reported: 0 }));
    return count;
  };
  for (const row of expected) countOf(row).expected++;
  for (const row of reported) countOf(row).reported++;
  return [...counts]
    .filter(([, count]) => count.expected !== count.reported)
    .map(([row, count]) => ({ node, row, ...count }));
}
