/** The official JavaScript driver against a server. */
import neo4j, { type Driver, Neo4jError } from 'neo4j-driver';
import { startWeir, type TestWeir } from '../testing/start-weir.js';

let service: TestWeir;
let driver: Driver;

beforeAll(async () => {
  service = await startWeir({ settings: { 'bolt.port': 0 } });
  driver = neo4j.driver(service.weir.boltUrl!);
});
afterAll(async () => {
  await driver.close();
  await service.stop();
});

test('runs a query with parameters', async () => {
  const { records, summary } = await driver.executeQuery('RETURN $x + 1 AS y', { x: neo4j.int(41) });
  expect(records.map(record => record.toObject())).toEqual([{ y: neo4j.int(42) }]);
  expect(summary.server).toMatchObject({ protocolVersion: 5.4 });
});

test('reports a syntax error', async () => {
  await expect(driver.executeQuery('RETRN 1')).rejects.toMatchObject({
    code: 'Neo.ClientError.Statement.SyntaxError',
  });
  expect(Neo4jError).toBeDefined();
});
