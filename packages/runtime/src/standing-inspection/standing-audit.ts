/**
 * Compares the rows that a standing query reports as true with the same query run from scratch: for a sample of nodes,
 * one by one, or for the whole graph. Data may change meanwhile, so a difference counts only if every one of several
 * checks finds exactly this difference.
 *
 * Groups shared by many nodes are checked in parts. For a sampled node, the query run from scratch for that node is
 * compared with the groups computed only from the rows that they hold of the node. For a sampled group, its report and
 * its contribution to groups of groups are compared with a recomputation from its members.
 */
import type { AuditDifference, AuditOptions, AuditReport } from '@weir/contract';
import { formatNodeId, IdValue, type NodeId, type ValueMap } from '@weir/model';
import { pause, type Scheduler, WeirError } from '@weir/platform';
import { ANCHOR, anchoredQuery } from './anchored-query.js';
import { chooseSample, type SampledNode, type SampledRoot, type SampleDependencies } from './audit-sample.js';
import { comparedRows, type RowReading } from './compared-rows.js';
import type { InspectedNode, Rows } from '../contract/inspection-service.js';

export interface AuditedQuery {
  readonly text: string;
  /** The variable that results belong to; `undefined` if it has no name. */
  readonly root: string | undefined;
  /** Whether results are at group nodes. */
  readonly areGrouped: boolean;
  readonly reading: RowReading;
}

export interface AuditDependencies extends SampleDependencies {
  readonly scheduler: Scheduler;
  /** Returns the rows that a group node holds of a member. */
  membersAt(groupNode: NodeId, member: NodeId): Promise<Rows>;
  /** Returns the results of groups with only these members. */
  resultsOf(members: Rows): Promise<Rows>;
  allRows(): Promise<Rows>;
  /** Runs a query from scratch. */
  run(text: string, parameters: ValueMap): Promise<Rows>;
}

export const DEFAULT_SAMPLE = 100;
/** Number of checks before a difference is reported. */
const ATTEMPTS = 5;
const MILLIS_BETWEEN_ATTEMPTS = 50;
/** Maximum number of differences listed in a report. */
export const MOST_DIFFERENCES = 1000;

/** @param options with the seed that `ports.sample` uses. */
export async function auditStanding(
  query: AuditedQuery,
  { sample = DEFAULT_SAMPLE, seed, whole = false }: AuditOptions,
  dependencies: AuditDependencies,
): Promise<AuditReport> {
  const anchored = query.root === undefined || whole ? undefined : anchoredQuery(query.text, query.root);
  if (anchored === undefined) {
    const found = await settled(dependencies, () => compareAll(query, dependencies));
    return { whole: true, nodes: 0, nodesWithResults: 0, groups: 0, looked: 0, seed, ...reportOf([found]) };
  }
  const { roots, groupNodes, looked } = await chooseSample(sample, query.areGrouped, dependencies);
  const found: Comparison[] = [];
  for (const each of roots)
    found.push(await settled(dependencies, () => compareRoot(query, anchored, each, dependencies)));
  for (const groupNode of groupNodes)
    found.push(await settled(dependencies, () => compareGroupNode(query, groupNode, dependencies)));
  const nodesWithResults = roots.filter(({ hasResults }) => hasResults).length;
  const counts = { nodes: roots.length, nodesWithResults, groups: groupNodes.length, looked };
  return { whole: false, ...counts, seed, ...reportOf(found) };
}

async function compareAll(
  { text, reading }: AuditedQuery,
  dependencies: AuditDependencies,
): Promise<ComparedRows> {
  const expected = await fromScratch(text, {}, dependencies);
  if (typeof expected === 'string') return { rows: 0, differences: [], failure: expected };
  return comparisonOf(undefined, expected, await dependencies.allRows(), reading);
}

/** @returns rows, or the message of a run that ended with an error. */
async function fromScratch(
  text: string,
  parameters: ValueMap,
  { run }: AuditDependencies,
): Promise<Rows | string> {
  try {
    return await run(text, parameters);
  } catch (error) {
    if (error instanceof WeirError && error.code.startsWith('cypher.')) return error.message;
    throw error;
  }
}

async function compareRoot(
  { areGrouped, reading }: AuditedQuery,
  anchored: string,
  sampled: SampledRoot,
  dependencies: AuditDependencies,
): Promise<ComparedRows> {
  const { id } = sampled;
  const [node] = await dependencies.inspect([id]);
  const reported = areGrouped
    ? await dependencies.resultsOf(await membersAnywhere(sampled, node!, dependencies))
    : node!.rows;
  const expected = await fromScratch(anchored, { [ANCHOR]: new IdValue(id) }, dependencies);
  if (typeof expected === 'string') return { rows: 0, differences: [], failure: expected };
  return comparisonOf(id, expected, reported, reading);
}

async function compareGroupNode(
  { reading }: AuditedQuery,
  sampled: SampledNode,
  dependencies: AuditDependencies,
): Promise<ComparedRows> {
  const { id } = sampled;
  const [node] = await dependencies.inspect([id]);
  const results = comparisonOf(id, node!.groupAnew ?? [], node!.rows, reading);
  const members = comparisonOf(
    id,
    node!.members,
    await membersAnywhere(sampled, node!, dependencies),
    reading,
  );
  return { ...results, rows: 0, differences: [...results.differences, ...members.differences] };
}

/** Returns the rows that group nodes hold of a member: the group nodes known to the member, and a given one. */
async function membersAnywhere(
  { id, groupNode }: SampledNode,
  node: InspectedNode,
  dependencies: AuditDependencies,
): Promise<Rows> {
  const groupNodes = new Set(groupNode === undefined ? node.groupNodes : [groupNode, ...node.groupNodes]);
  return (await Promise.all([...groupNodes].map(each => dependencies.membersAt(each, id)))).flat();
}

function comparisonOf(
  node: NodeId | undefined,
  expected: Rows,
  reported: Rows,
  reading: RowReading,
): ComparedRows {
  const text = node === undefined ? undefined : formatNodeId(node);
  const differences = comparedRows(expected, reported, reading);
  const named = differences.map(each => ({ node: text, ...each }));
  return { rows: expected.length, differences: named, failure: undefined };
}

function reportOf(
  found: readonly Comparison[],
): Pick<AuditReport, 'rows' | 'differences' | 'differenceCount' | 'unsettled' | 'failed' | 'failure'> {
  const differences = found.flatMap(each => each.differences);
  const failures = found.flatMap(({ failure }) => failure ?? []);
  return {
    rows: found.reduce((sum, { rows }) => sum + rows, 0),
    differences: differences.slice(0, MOST_DIFFERENCES),
    differenceCount: differences.length,
    unsettled: found.reduce((sum, { unsettled }) => sum + unsettled, 0),
    failed: failures.length,
    failure: failures[0],
  };
}

interface ComparedRows {
  readonly rows: number;
  readonly differences: readonly AuditDifference[];
  /** Why nothing could be compared. */
  readonly failure: string | undefined;
}

interface Comparison extends ComparedRows {
  readonly unsettled: number;
}

/** Returns the differences found by every check. */
async function settled(
  { scheduler }: AuditDependencies,
  compare: () => Promise<ComparedRows>,
): Promise<Comparison> {
  let lasting: readonly AuditDifference[] | undefined;
  for (let attempts = 1; ; attempts++) {
    const { rows, differences, failure } = await compare();
    lasting = lasting === undefined ? differences : inBoth(lasting, differences);
    if (differences.length === 0) return { rows, differences, failure, unsettled: 0 };
    if (attempts === ATTEMPTS) {
      return { rows, differences: lasting, failure, unsettled: differences.length - lasting.length };
    }
    await pause(scheduler, MILLIS_BETWEEN_ATTEMPTS);
  }
}

function inBoth(before: readonly AuditDifference[], now: readonly AuditDifference[]): AuditDifference[] {
  const keys = new Set(before.map(keyOf));
  return now.filter(difference => keys.has(keyOf(difference)));
}

function keyOf({ row, expected, reported }: AuditDifference): string {
  return `${expected} ${reported} ${row}`;
}
