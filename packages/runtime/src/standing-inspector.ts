/** Looks into running standing queries over all hosts: audits, surveys, single nodes. */
import { type NodeId, type Scheduler, shardOf, type ValueMap } from '@weir/model';
import type { HostService } from './host-service.js';
import { type AuditReport, auditStanding } from './standing-audit.js';
import type { PartOnNode } from './standing-survey.js';
import type { QueryRun, StandingSummary } from './streaming-graph.js';

/** Sleeping nodes that are woken at a time. */
const PARALLELISM = 64;

export interface StandingInspectorOptions {
  readonly hosts: readonly HostService[];
  readonly hostOfShard: readonly number[];
  readonly scheduler: Scheduler;
  query(text: string, parameters: ValueMap): Promise<QueryRun>;
}

export class StandingInspector {
  constructor(private readonly options: StandingInspectorOptions) {}

  audit(number: number, query: string, sample: number): Promise<AuditReport> {
    const { hosts, scheduler } = this.options;
    return auditStanding(query, sample, {
      scheduler,
      survey: size => Promise.all(hosts.map(host => host.surveyStanding(number, size, PARALLELISM))),
      rowsOn: async node => (await this.inspectNode(number, node)).flatMap(({ rows }) => rows),
      run: async (text, parameters) => (await this.options.query(text, parameters)).rows(),
    });
  }

  async survey(number: number): Promise<StandingSummary> {
    const surveys = await Promise.all(
      this.options.hosts.map(host => host.surveyStanding(number, 0, PARALLELISM)),
    );
    const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0);
    return {
      parts: surveys[0]!.parts.map((part, i) => ({
        ...part,
        states: sum(surveys.map(each => each.states[i]!)),
      })),
      results: sum(surveys.map(({ results }) => results)),
      nodes: sum(surveys.map(({ nodes }) => nodes)),
    };
  }

  inspectNode(number: number, id: NodeId): Promise<readonly PartOnNode[]> {
    const { hosts, hostOfShard } = this.options;
    return hosts[hostOfShard[shardOf(id, hostOfShard.length)]!]!.standingOnNode(number, id);
  }
}
