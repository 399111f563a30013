/** A built-in kind is one object in the package of its technology, and one line of a table: no other file knows it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { destinationDeclarations, sourceDeclarations } from '@weir/definitions';
import { projectFile } from '../support/project-file.js';

const TECHNOLOGIES = ['kafka', 'nats', 'aws', 'postgres', 'delta-sharing', 'web', 'files', 'local'];
/** Version 1 has its own names for kinds. */
const MAY_NAME_KINDS = /\/(?:v1|testing)\/|\/outputs\/output-(?:forms|definition)\.ts$/;
/** Lists differences between types of definitions and their schemas. */
const TYPES = 'packages/definitions/src/ingest/source.ts';

/** Unique names. */
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
];

const sources = readdirSync(projectFile('packages'), { withFileTypes: true })
  .filter(entry => entry.isDirectory() && entry.name !== 'client')
  .flatMap(({ name }) =>
    readdirSync(projectFile(`packages/${name}/src`), { recursive: true, encoding: 'utf8' }).map(
      file => `packages/${name}/src/${file.split(sep).join('/')}`,
    ),
  )
  .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts') && !MAY_NAME_KINDS.test(file));

const textOf = (file: string): string => readFileSync(join(projectFile(''), file), 'utf8');

test.each(TYPES_OF_KINDS)('only its own technology names %s', type => {
  const known = sourceDeclarations().has(type) || destinationDeclarations().has(type);
  expect(known).toBe(true);
  const naming = sources.filter(file => file !== TYPES && textOf(file).includes(`type: '${type}'`));
  const compared = sources.filter(
    file => file !== TYPES && new RegExp(`(?:[=!]== |case )'${type}'`).test(textOf(file)),
  );
  expect(compared).toEqual([]);
  const packages = new Set(naming.map(file => file.split('/')[1]!));
  expect([...packages]).toHaveLength(1);
  expect(TECHNOLOGIES).toContain([...packages][0]);
});
