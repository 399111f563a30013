/** A built-in kind is one object in the package of its technology, and one line of a table: no other package knows it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { destinationDeclarations, sourceDeclarations } from '@weir/definitions';
import { projectFile } from '../support/project-file.js';

const TECHNOLOGIES = ['kafka', 'nats', 'aws', 'postgres', 'delta-sharing', 'web', 'files', 'local'];
/** Unique names, in either version of the API, which no example of the API uses. */
const TYPES_OF_KINDS = [
  'NatsJetStream',
  'PostgresChanges',
  'DeltaSharingCdf',
  'KinesisKCL',
  'ServerSentEvent',
  'WebsocketClient',
  'WebSocketFileUpload',
  'ReactiveStream',
  'StdInput',
  'FileIngest',
  'StandardInputIngest',
  'ServerSentEventsIngest',
  'WebsocketSimpleStartupIngest',
  'KafkaIngest',
  'S3Ingest',
  'KinesisIngest',
  'KinesisKCLIngest',
  'SQSIngest',
  'WriteToFile',
  'PostToEndpoint',
  'PostToSlack',
  'WriteToKafka',
  'WriteToKinesis',
  'WriteToSNS',
  'WriteToSQS',
];

const KNOWN = new Set(
  [...sourceDeclarations().values(), ...destinationDeclarations().values()].flatMap(({ type, version1 }) => [
    type,
    version1?.type,
  ]),
);

const sources = readdirSync(projectFile('packages'), { withFileTypes: true })
  .filter(entry => entry.isDirectory() && entry.name !== 'client')
  .flatMap(({ name }) =>
    readdirSync(projectFile(`packages/${name}/src`), { recursive: true, encoding: 'utf8' }).map(
      file => `packages/${name}/src/${file.split(sep).join('/')}`,
    ),
  )
  .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('/testing/'));

const textOf = (file: string): string => readFileSync(join(projectFile(''), file), 'utf8');

test.each(TYPES_OF_KINDS)('only its own technology names %s', type => {
  expect(KNOWN.has(type)).toBe(true);
  const naming = sources.filter(file => textOf(file).includes(`type: '${type}'`));
  const compared = sources.filter(file => new RegExp(`(?:[=!]== |case )'${type}'`).test(textOf(file)));
  expect(compared).toEqual([]);
  const packages = new Set(naming.map(file => file.split('/')[1]!));
  expect([...packages]).toHaveLength(1);
  expect(TECHNOLOGIES).toContain([...packages][0]);
});
