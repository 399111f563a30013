/** Shards of one graph in a log, on workers of two gateways, over three real NATS servers. */
import { randomTest } from '@weir/platform/testing';
import { natsHere, NatsServer } from '../../services/nats-server.js';
import { describeWith } from '../../services/service-cache.js';
import { LOG_WAYS, testLentWorkers, WAYS } from './lent-workers.js';
import { SharedGraph } from './shared-graph.js';

const { seed, cases: rounds } = randomTest('lent workers with a log');

describeWith('Gateways with a log that lend each other workers', await natsHere(), found => {
  let brokers: readonly NatsServer[];

  beforeAll(async () => {
    brokers = await NatsServer.startThree(found);
  });
  afterAll(() => Promise.all(brokers.map(broker => broker.stop())));

  testLentWorkers({
    make: (name, more) =>
      SharedGraph.make(
        name,
        { nats: brokers },
        {
          'cluster.lend-workers': 1,
          'cluster.replicas': brokers.length,
          'store.snapshot-interval': '64k',
          'log-level': 'info',
          ...more,
        },
      ),
    brokers: () => brokers,
    ways: [...WAYS, ...LOG_WAYS],
    rounds,
    seed,
  });
});
