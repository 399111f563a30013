/** Shards of one graph in a log, on workers of two gateways, over a real NATS. */
import { randomTest } from '@weir/platform/testing';
import { natsHere, NatsServer } from '../../services/nats-server.js';
import { describeWith } from '../../services/service-cache.js';
import { testLentWorkers, WAYS } from './lent-workers.js';
import { SharedGraph } from './shared-graph.js';

const { seed, cases: rounds } = randomTest('lent workers with a log');

describeWith('Gateways with a log that lend each other workers', await natsHere(), found => {
  let directory: NatsServer;

  beforeAll(async () => {
    directory = await NatsServer.start(found);
  });
  afterAll(() => directory.stop());

  testLentWorkers({
    make: (name, more) =>
      SharedGraph.make(
        name,
        { nats: directory.address },
        { 'cluster.lend-workers': 1, 'store.snapshot-interval': '64k', 'log-level': 'info', ...more },
      ),
    // Members reach each other directly, so that a refused connection shows that one has ended.
    ways: WAYS.filter(way => way !== 'cut the lender off'),
    rounds,
    seed,
  });
});
