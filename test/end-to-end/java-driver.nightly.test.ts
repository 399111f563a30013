/** The official Java driver against a server with Bolt. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { GatewayProcess } from '../support/gateway-process.js';
import { projectFile } from '../support/project-file.js';
import { describeWith, installed } from '../services/service-cache.js';

const POM = projectFile('test/services/neo4j-driver-pom.xml');
const PROGRAM = projectFile('test/services/UseDriver.java');

const driver = await installed('neo4j-java-driver-5.28.5', ['java', 'mvn'], folder => [
  ['mvn', '-q', '-B', '-f', POM, 'dependency:copy-dependencies', `-DoutputDirectory=${folder}`],
]);

describeWith('the Java driver', driver, ({ folder }) => {
  let gateway: GatewayProcess;
  let address: string;
  beforeAll(async () => {
    gateway = await GatewayProcess.start('--store', 'memory', '-Dweir.bolt.port=0');
    const [found] = await gateway.status.matching(/^Bolt available at bolt:(\/\/\S+)$/);
    address = found![1]!;
  });
  afterAll(() => gateway?.stop());

  test.each(['bolt', 'neo4j'])(
    'reads values, and runs transactions and reactive sessions over %s://',
    async scheme => {
      const { stdout } = await promisify(execFile)('java', [
        '-cp',
        `${folder}/*`,
        PROGRAM,
        `${scheme}:${address}`,
      ]);
      expect(stdout.trim().split('\n')).toEqual([
        'labels [Person]',
        'type next',
        'path 1',
        'integer 9223372036854775807',
        'time 2026-01-02T03:04:05.000000006+02:00',
        'list 2',
        'date 2026-01-02',
        'duration P0M1DT2S',
        'sum 12502500',
        'done true',
        'error Neo.ClientError.Statement.SyntaxError',
        'rollback Neo.DatabaseError.Transaction.TransactionRollbackFailed',
        'read Neo.ClientError.Statement.AccessMode',
        'reactive [1, 2, 3, 4, 5]',
      ]);
    },
  );
});
