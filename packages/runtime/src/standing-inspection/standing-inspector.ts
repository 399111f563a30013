/**
 * Inspects running standing queries over all workers: audits, counts, and explanations why a node does not match. Wakes
 * no node.
 */
import type { NodeId, ValueMap } from '@weir/model';
import type { Environment } from '@weir/platform';
import { missingRequirements } from '@weir/standing';
import type { InspectedNode } from '../contract/inspection-service.js';
import type { WorkerServices } from '../contract/worker-services.js';
import type { Workers } from '../contract/workers.js';
import type {
  AuditOptions,
  AuditReport,
  NodeExplanation,
  ExplainedPatternNode,
  QueryRun,
  StandingSummary,
} from '@weir/contract';
import { type AuditedQuery, auditStanding } from './standing-audit.js';

/** Maximum number of nodes that an explanation follows. */
const MOST_NODES = 20;
/** Neighbors that it follows over one edge of the pattern. */
const MOST_NEIGHBOURS = 5;
/** How long a survey waits for the count of an earlier run's state. */
const COUNT_MILLIS = 1000;
/** Number of distinct seeds, limited to values that clients can send. */
const SEEDS = 2 ** 31;

export interface StandingInspectorOptions {
  readonly workers: Workers;
  readonly environment: Pick<Environment, 'scheduler' | 'random' | 'logger'>;
  /** Runs a query that leaves nodes asleep. */
  query(text: string, parameters: ValueMap): Promise<QueryRun>;
}

export class StandingInspector {
  constructor(private readonly options: StandingInspectorOptions) {}

  async audit(plan: number, text: string, options: AuditOptions): Promise<AuditReport> {
    const { workers, environment } = this.options;
    const { scheduler, random } = environment;
    const { seed = Math.floor(random.next() * SEEDS) } = options;
    return auditStanding(
      await this.audited(plan, text),
      { ...options, seed },
      {
        scheduler,
        sample: async count => {
          const each = Math.ceil(count / workers.all.length);
          const samples = await workers.each((worker, i) => worker.inspection.sample(plan, each, seed + i));
          return {
            ids: byTurns(samples.map(({ ids }) => ids)),
            recentRoots: byTurns(samples.map(({ recentRoots }) => recentRoots)),
          };
        },
        inspect: ids => this.inspect(plan, ids),
        membersAt: (groupNode, member) =>
          workers.ofNode(groupNode).inspection.membersAt(plan, groupNode, member),
        resultsOf: members => workers.first.inspection.resultsOf(plan, members),
        allRows: async () => (await workers.each(worker => worker.inspection.allRows(plan))).flat(),
        run: async (query, parameters) => (await this.options.query(query, parameters)).rows(),
      },
    );
  }

  /**
   * @param isRestored an earlier run left the query.
   * @param counts whether to count that run's state if it is unknown; otherwise returns the counts known so far.
   */
  async survey(plan: number, isRestored: boolean, counts: boolean): Promise<StandingSummary> {
    const { workers } = this.options;
    const { kind, patternNodes } = await workers.first.inspection.describe(plan);
    if (isRestored && counts) await this.beginCount(plan);
    const known = await workers.each(worker => worker.inspection.count(plan, isRestored));
    const open = known.flatMap(({ counting }) => counting ?? []);
    const progress = {
      done: sum(open.map(({ done }) => done)),
      of: open.some(({ of }) => of === undefined) ? undefined : sum(open.map(({ of }) => of!)),
    };
    return {
      kind,
      patternNodes: patternNodes.map(description => ({
        ...description,
        states: sum(known.map(each => each.states[description.number]!)),
      })),
      results: sum(known.map(({ results }) => results)),
      counting: open.length === 0 ? undefined : progress,
    };
  }

  /**
   * Explains the node with all its pattern nodes. Then, if a pattern node misses a neighbor, explains the neighbors'
   * pattern nodes; if it misses nothing, the pattern nodes that subscribe to it.
   */
  async explain(plan: number, id: NodeId): Promise<readonly [NodeExplanation, ...NodeExplanation[]]> {
    const explanations: [NodeExplanation, ...NodeExplanation[]] = [
      { node: id, patternNodes: await this.patternNodesOn(plan, id) },
    ];
    const known = new Set<string>();
    for (let next = 0; next < explanations.length && explanations.length < MOST_NODES; next++) {
      for (const { node, target } of explanations[next]!.patternNodes.flatMap(elsewhere)) {
        const key = `${target} ${node}`;
        if (known.has(key) || explanations.length === MOST_NODES) continue;
        known.add(key);
        const patternNodes = (await this.patternNodesOn(plan, node)).filter(each =>
          target === 'group' ? each.isGroupNode : each.nodeIndex === target,
        );
        if (patternNodes.length > 0) explanations.push({ node, patternNodes });
      }
    }
    return explanations;
  }

  private async audited(plan: number, text: string): Promise<AuditedQuery> {
    const { patternNodes, groups } = await this.options.workers.first.inspection.describe(plan);
    const gathers = patternNodes.some(({ patternEdges }) =>
      patternEdges.some(({ mode }) => mode === 'aggregate'),
    );
    return {
      text,
      root: patternNodes[0]!.variable,
      areGrouped: groups === 'on group nodes',
      reading: groups === 'none' && !gathers ? 'exact' : 'loose',
    };
  }

  /** Resolves when everything is counted, or after a timeout. */
  private async beginCount(plan: number): Promise<void> {
    const { workers, environment } = this.options;
    const { scheduler, logger } = environment;
    const counted = workers
      .each(worker => worker.inspection.beginCount(plan))
      .catch((error: unknown) =>
        logger.log('warn', 'the data of a standing query from an earlier run could not be counted', {
          error: String(error),
        }),
      );
    let stop = (): void => undefined;
    const late = new Promise<void>(resolve => (stop = scheduler.after(COUNT_MILLIS, resolve)));
    await Promise.race([counted, late]);
    stop();
  }

  /** Returns the answers in the order of the ids. */
  private async inspect(plan: number, ids: readonly NodeId[]): Promise<readonly InspectedNode[]> {
    const byWorker = new Map<WorkerServices, NodeId[]>();
    for (const id of ids) {
      const worker = this.options.workers.ofNode(id);
      byWorker.set(worker, [...(byWorker.get(worker) ?? []), id]);
    }
    const inspected = await Promise.all(
      [...byWorker].map(([worker, some]) => worker.inspection.inspect(plan, some)),
    );
    const found = new Map(inspected.flat().map(each => [each.id, each]));
    return ids.map(id => found.get(id)!);
  }

  private async patternNodesOn(plan: number, node: NodeId): Promise<readonly ExplainedPatternNode[]> {
    const patternNodes = await this.options.workers.ofNode(node).inspection.explain(plan, node);
    return patternNodes.map(explanation => ({ ...explanation, missing: missingRequirements(explanation) }));
  }
}

function elsewhere(explanation: ExplainedPatternNode): { node: NodeId; target: number | 'group' }[] {
  const { patternEdges, missing, asker, askers, groupNodes, isGroupNode } = explanation;
  if (missing.length === 0) {
    const groups = groupNodes.slice(0, MOST_NEIGHBOURS).map(node => ({ node, target: 'group' as const }));
    if (asker === undefined || isGroupNode) return groups;
    return [...groups, ...askers.slice(0, MOST_NEIGHBOURS).map(node => ({ node, target: asker }))];
  }
  return patternEdges.flatMap(({ isMissing, wantsMore, nodeIndex, others }) =>
    (isMissing || wantsMore) && nodeIndex !== undefined
      ? others.slice(0, MOST_NEIGHBOURS).map(node => ({ node, target: nodeIndex }))
      : [],
  );
}

/** Interleaves the lists, one element of each in turn. */
function byTurns<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, i) => lists.flatMap(list => list.slice(i, i + 1))).flat();
}

function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0);
}
