/** Texts of the metrics page. */
import { format } from './en.js';

export const metricTexts = {
  title: 'Metrics',
  memory: 'Memory',
  shards: 'Nodes in memory by shard',
  soft: 'Soft limit',
  hard: 'Hard limit',
  apply: 'Set limits',
  applied: 'Limits set',
  shard: (name: string) => `Shard ${name}`,
  awake: (awake: number, soft = 0, hard = 0) =>
    `${format.number(awake)} of ${format.number(soft)}, at most ${format.number(hard)}`,
  all: 'All shards',
  timers: 'Timers, in ms',
  counters: 'Counters',
  gauges: 'Gauges',
  name: 'Name',
  count: 'Count',
  value: 'Value',
  median: 'Median',
  p99: '99 %',
  max: 'Maximum',
  distributions: 'Distributions',
  logarithmic: 'The height of the columns is logarithmic.',
  distributionOf: {
    'node.mailbox-sizes': 'Pending messages per node',
    'quine.node.edge-counts': 'Edges per node',
    'quine.node.property-counts': 'Properties per node',
    'weir.shard.wake-time': 'Wake-up time of nodes',
  } as Readonly<Record<string, string>>,
  noneYet: 'None yet.',
  rare: 'Unexpected events',
  filter: 'Filter metrics',
};
