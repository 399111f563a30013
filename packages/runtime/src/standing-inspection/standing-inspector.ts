/** Looks into running standing queries over all hosts: audits, counts, and why a node does not match. */
import { type NodeId, type Scheduler, shardOf, type ValueMap } from '@weir/model';
import { missingPieces } from '@weir/standing';
import type { HostService } from '../host-service.js';
import type { NodeExplanation, PartOnNode, QueryRun, StandingSummary } from '../streaming-graph.js';
import { type AuditReport, auditStanding } from './standing-audit.js';

/** Sleeping nodes that are woken at a time. */
const PARALLELISM = 64;
/** Nodes that an explanation follows what is missing to. */
const MOST_NODES = 20;
/** Neighbours over one edge of the pattern that it follows. */
const MOST_NEIGHBOURS = 5;

export interface StandingInspectorOptions {
  readonly hosts: readonly HostService[];
  readonly hostOfShard: readonly number[];
  readonly scheduler: Scheduler;
  query(text: string, parameters: ValueMap): Promise<QueryRun>;
}

export class StandingInspector {
  constructor(private readonly options: StandingInspectorOptions) {}

  audit(plan: number, query: string, sample: number): Promise<AuditReport> {
    const { hosts, scheduler } = this.options;
    return auditStanding(query, sample, {
      scheduler,
      survey: size => Promise.all(hosts.map(host => host.surveyStanding(plan, size, PARALLELISM))),
      rowsOn: node => this.hostOf(node).standingRowsOn(plan, node),
      run: async (text, parameters) => (await this.options.query(text, parameters)).rows(),
    });
  }

  /** @param isRestored an earlier run left the query. */
  async survey(plan: number, isRestored: boolean): Promise<StandingSummary> {
    const { hosts } = this.options;
    const { kind, parts } = await hosts[0]!.describeStanding(plan);
    const counts = await Promise.all(hosts.map(host => host.countStanding(plan, isRestored, PARALLELISM)));
    return {
      kind,
      parts: parts.map(part => ({ ...part, states: sum(counts.map(each => each.states[part.number]!)) })),
      results: sum(counts.map(({ results }) => results)),
    };
  }

  /**
   * The node with all its parts. Then, where one of these misses a neighbour, what the part there misses; and where one
   * misses nothing, those that ask it.
   */
  async explain(plan: number, id: NodeId): Promise<readonly NodeExplanation[]> {
    const explanations: NodeExplanation[] = [{ node: id, parts: await this.partsOn(plan, id) }];
    const known = new Set<string>();
    for (let next = 0; next < explanations.length && explanations.length < MOST_NODES; next++) {
      for (const { node, part } of explanations[next]!.parts.flatMap(elsewhere)) {
        const key = `${part} ${node}`;
        if (known.has(key) || explanations.length === MOST_NODES) continue;
        known.add(key);
        const parts = (await this.partsOn(plan, node)).filter(each => each.part === part);
        if (parts.length > 0) explanations.push({ node, parts });
      }
    }
    return explanations;
  }

  private async partsOn(plan: number, node: NodeId): Promise<readonly PartOnNode[]> {
    const parts = await this.hostOf(node).explainStandingOn(plan, node);
    return parts.map(part => ({ ...part, missing: missingPieces(part) }));
  }

  private hostOf(node: NodeId): HostService {
    const { hosts, hostOfShard } = this.options;
    return hosts[hostOfShard[shardOf(node, hostOfShard.length)]!]!;
  }
}

function elsewhere({ slots, missing, asker, askers }: PartOnNode): { node: NodeId; part: number }[] {
  if (missing.length === 0) {
    return asker === undefined ? [] : askers.slice(0, MOST_NEIGHBOURS).map(node => ({ node, part: asker }));
  }
  return slots.flatMap(({ isMissing, part, others }) =>
    isMissing && part !== undefined ? others.slice(0, MOST_NEIGHBOURS).map(node => ({ node, part })) : [],
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0);
}
