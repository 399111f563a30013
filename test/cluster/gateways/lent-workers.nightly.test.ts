/** Shards of one graph on workers of two gateways, over a real NATS and a real Cassandra. */
import { randomTest } from '@weir/platform/testing';
import { cassandraHere, CassandraServer } from '../../services/cassandra-server.js';
import { natsHere, NatsServer } from '../../services/nats-server.js';
import { describeWith } from '../../services/service-cache.js';
import { testLentWorkers, WAYS } from './lent-workers.js';
import { SharedGraph } from './shared-graph.js';

const { seed, cases: rounds } = randomTest('lent workers');
const nats = await natsHere();

describeWith('Gateways that lend each other workers', await cassandraHere(), installed => {
  describeWith('with a directory', nats, found => {
    let cassandra: CassandraServer;
    let directory: NatsServer;

    beforeAll(async () => {
      directory = await NatsServer.start(found);
      cassandra = await CassandraServer.start(installed);
    }, 240_000);
    afterAll(async () => {
      await cassandra.stop();
      await directory.stop();
    });

    testLentWorkers({
      make: (name, more) =>
        SharedGraph.make(name, { nats: directory.address, cassandra: cassandra.contactPoint }, more),
      ways: WAYS,
      rounds,
      seed,
    });
  });
});
