/**
 * State that the nodes of one worker hold for a standing query, as plain data that can be sent, for audits and
 * explanations. Wakes no node.
 */
import type { GraphWorker, PeekedNode } from '@weir/graph';
import { type NodeId, type Value } from '@weir/model';
import { SeededRandom } from '@weir/platform';
import {
  describePlan,
  explainNode,
  groupOn,
  holdsAsRoot,
  groupNodesWithoutMembers,
  inspectState,
  matchRow,
  membershipOf,
  membersOf,
  type PatternNodeExplanation,
  type StateInspection,
  resultsOfMembers,
  type StandingPlan,
  type StandingPlanDescription,
} from '@weir/standing';
import type {
  InspectionService,
  InspectedNode,
  NodeSample,
  Rows,
  StandingCount,
} from '../contract/inspection-service.js';
import type { StandingCounts } from './standing-counts.js';

/** Maximum number of nodes returned that may lead to a root. */
const MOST_TOWARDS_ROOTS = 3;

export class WorkerInspection implements InspectionService {
  /** @param planOf throws if the plan is unknown. */
  constructor(
    private readonly graph: GraphWorker,
    private readonly counts: StandingCounts,
    private readonly planOf: (number: number) => StandingPlan,
  ) {}

  async describe(plan: number): Promise<StandingPlanDescription> {
    return describePlan(this.planOf(plan));
  }

  async count(plan: number, isRestored: boolean): Promise<StandingCount> {
    return this.counts.of(this.planOf(plan), isRestored);
  }

  async beginCount(plan: number): Promise<void> {
    await this.counts.begin(this.planOf(plan));
  }

  async sample(number: number, count: number, seed: number): Promise<NodeSample> {
    const plan = this.planOf(number);
    const random = new SeededRandom(seed);
    return {
      ids: await this.graph.peeks.sampleIds(count, () => random.next()),
      recentRoots: [...groupNodesWithoutMembers(plan), ...this.graph.recentRoots.newest(plan.query, count)],
    };
  }

  async inspect(number: number, ids: readonly NodeId[]): Promise<readonly InspectedNode[]> {
    const plan = this.planOf(number);
    const inspected: InspectedNode[] = [];
    for (const id of ids) await this.graph.peeks.one(id, node => inspected.push(inspectedNode(plan, node)));
    return inspected;
  }

  async membersAt(number: number, groupNode: NodeId, member: NodeId): Promise<Rows> {
    const plan = this.planOf(number);
    let rows: Rows = [];
    await this.graph.peeks.one(
      groupNode,
      ({ standing }) => (rows = membersOf(plan, standing, groupNode, member)),
    );
    return rows;
  }

  async resultsOf(plan: number, members: Rows): Promise<Rows> {
    return resultsOfMembers(this.planOf(plan), members);
  }

  async allRows(number: number): Promise<Rows> {
    const plan = this.planOf(number);
    const rows: (readonly Value[])[] = [];
    await this.graph.peeks.all(node => {
      if (node.standing === undefined) return;
      for (const inspection of statesOf(plan, node)) rows.push(...rowsOf(plan, node.id, inspection));
    });
    return rows;
  }

  async explain(number: number, id: NodeId): Promise<readonly PatternNodeExplanation[]> {
    const plan = this.planOf(number);
    let explanations: readonly PatternNodeExplanation[] = [];
    await this.graph.peeks.one(id, node => (explanations = explainNode(plan, node, node.standing)));
    return explanations;
  }
}

function inspectedNode(plan: StandingPlan, node: PeekedNode): InspectedNode {
  const { id, exists, standing } = node;
  const inspections = statesOf(plan, node);
  const askers = inspections.flatMap(({ subscribers }) => subscribers.slice(0, MOST_TOWARDS_ROOTS));
  const group = groupOn(plan, id, standing, MOST_TOWARDS_ROOTS);
  return {
    id,
    exists,
    couldBeRoot: holdsAsRoot(plan, node),
    rows: inspections.flatMap(inspection => rowsOf(plan, id, inspection)),
    groupAnew: group?.anew ?? null,
    ...membershipOf(plan, id, standing),
    towardsRoots: [...askers, ...(group?.members ?? [])],
  };
}

function statesOf(plan: StandingPlan, { standing }: PeekedNode): readonly StateInspection[] {
  return inspectState(standing).filter(({ query }) => query === plan.query);
}

/** Returns one row per result, as in the results themselves. */
function rowsOf(plan: StandingPlan, id: NodeId, inspection: StateInspection): Rows {
  if (inspection.resultId !== undefined) return [matchRow(plan, id)];
  return inspection.results.flatMap(({ row, ids }) => ids.map(() => row));
}
