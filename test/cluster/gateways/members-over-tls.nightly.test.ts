/**
 * Gateways that reach NATS and each other only over TLS, with a real NATS and a real Cassandra: they lend workers,
 * forward requests, and find a new owner.
 */
import { readFile } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { cassandraHere, CassandraServer } from '../../services/cassandra-server.js';
import { natsHere, NatsServer } from '../../services/nats-server.js';
import { describeWith } from '../../services/service-cache.js';
import type { GatewayProcess } from '../../support/gateway-process.js';
import { until } from '../../support/until.js';
import { nameOf, SharedGraph } from './shared-graph.js';

const nats = await natsHere();

describeWith('Gateways that reach each other over TLS', await cassandraHere(), installed => {
  describeWith('with a directory', nats, found => {
    let cassandra: CassandraServer;
    let directory: NatsServer;
    let graph: SharedGraph;
    let ca: Buffer;

    beforeAll(async () => {
      const lines = ['authorization { users = [ { user: weir, password: "wonder-land" } ] }'];
      directory = await NatsServer.start(found, { tls: true, lines });
      cassandra = await CassandraServer.start(installed);
      const [certificate, key] = ['cert.pem', 'key.pem'].map(name => join(directory.folder, name));
      ca = await readFile(certificate!);
      graph = await SharedGraph.make(
        'secure',
        { nats: directory.address, cassandra: cassandra.contactPoint },
        {
          'webserver.use-tls': true,
          'webserver.tls.certificate': certificate!,
          'webserver.tls.key': key!,
          'cluster.authorities': certificate!,
          'cluster.nats.username': 'weir',
          'cluster.nats.password': 'wonder-land',
          'cluster.nats.use-tls': true,
          'cluster.nats.tls.authorities': certificate!,
        },
      );
    }, 600_000);
    afterAll(async () => {
      await graph.close();
      await cassandra.stop();
      await directory.stop();
    });

    /** @returns the response; `undefined`: an error. */
    async function ask({ url }: GatewayProcess, path: string, body?: string): Promise<unknown> {
      const headers = { 'content-type': 'text/plain' };
      const method = body === undefined ? 'GET' : 'POST';
      return new Promise(resolve => {
        request(new URL(path, url), { ca, method, headers }, answer => {
          const whole = text(answer);
          whole.then(
            json => resolve(answer.statusCode === 200 ? JSON.parse(json) : undefined),
            () => resolve(undefined),
          );
        })
          .on('error', () => resolve(undefined))
          .end(body);
      });
    }

    function rows(through: GatewayProcess, query: string): Promise<unknown> {
      return until(() => ask(through, '/api/v1/query/cypher', query));
    }

    interface Cluster {
      readonly owner: string;
      readonly members: readonly { readonly address: string; readonly shards: readonly number[] }[];
    }

    test('lends workers, forwards requests, and finds the new owner', async () => {
      for (const name of ['one', 'two']) await graph.start(name);
      const [one, two] = [...graph.running.values()];
      const cluster = (await until(
        () => ask(two!, '/api/v2/system/cluster') as Promise<Cluster | undefined>,
        seen => seen?.members.filter(({ shards }) => shards.length > 0).length === 2,
      ))!;
      expect(cluster.members.every(({ address }) => address.startsWith('https://'))).toBe(true);
      for (const [n, member] of [one!, two!].entries())
        await rows(member, `UNWIND range(1, 20) AS k MATCH (a) WHERE id(a) = idFrom(${n}, k) SET a:Leaf`);
      const count = 'MATCH (a:Leaf) RETURN count(a)';
      for (const member of [one!, two!]) expect(await rows(member, count)).toMatchObject({ results: [[40]] });

      const owner = nameOf(cluster.owner);
      await graph.running.get(owner)!.kill();
      graph.running.delete(owner);
      expect(await rows(graph.any, count)).toMatchObject({ results: [[40]] });
    }, 600_000);
  });
});
