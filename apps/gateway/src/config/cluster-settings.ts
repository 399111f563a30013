/** Keys of a graph that several processes share, and what else they ask for. All need `cluster.directory`. */
import { z } from 'zod';
import { setting } from './setting.js';
import { durationSetting, integerSetting, listSetting } from './setting-types.js';

const NAME = z
  .string()
  .regex(/^[\w-]{1,64}$/, { error: 'expected letters, digits, - and _, at most 64 of them' });

export const CLUSTER_SETTINGS = {
  'cluster.directory': setting(
    listSetting.optional(),
    'Servers of NATS with JetStream, as host:port, where the processes that share the graph find each other; default: this process is alone',
  ),
  'cluster.name': setting(NAME.default('weir'), 'Name of the bucket there: one for each graph'),
  'cluster.replicas': setting(
    integerSetting(1, 5).default(1),
    'Servers of NATS that have a copy of the bucket, when it is made',
  ),
  'cluster.member': setting(NAME.optional(), 'Name of this process; default: made of host and process'),
  'cluster.address': setting(
    z.url({ protocol: /^http$/ }).optional(),
    'Where the others reach the web server of this process; default: the address that it listens on',
  ),
  'cluster.lease': setting(
    durationSetting(1_000).default(3_000),
    'A process that shows no sign of life for so long is taken for gone, and another takes the graph over',
  ),
  'cluster.lend-workers': setting(
    integerSetting(0, 1024).default(0),
    'Worker threads that this process lends to the one that works on the graph, so that shards lie on both',
  ),
} as const;

/** @returns what a configuration asks for that several processes can't have. */
export function clusterProblems(config: Readonly<Record<string, unknown>>): readonly string[] {
  if (config['cluster.directory'] === undefined) return [];
  const problems: string[] = [];
  const refuse = (isWrong: boolean, why: string): void => {
    if (isWrong) problems.push(`cluster.directory ${why}`);
  };
  refuse(
    config['store.type'] !== 'cassandra',
    'needs store.type cassandra: all processes must reach the graph',
  );
  refuse(config['webserver.enabled'] === false, 'needs webserver.enabled: requests are passed on over it');
  refuse(config['webserver.use-tls'] === true, 'does not go with webserver.use-tls so far');
  refuse(
    config['webserver.requests-per-minute'] !== undefined,
    'does not go with webserver.requests-per-minute so far: what is passed on comes from one address',
  );
  refuse(
    config['store.take-over'] === true,
    'does not go with store.take-over: the directory says who takes over',
  );
  return problems;
}
