/** Invalid recipes and options: all errors on standard error, exit code 1, and nothing started. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inNightlyTier } from '@weir/platform/testing';
import { GatewayProcess } from '../support/gateway-process.js';
import { projectFile } from '../support/project-file.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'weir-recipe-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Ended {
  readonly code: number | null;
  readonly lines: readonly string[];
}

async function run(...options: string[]): Promise<Ended> {
  const child = spawn(process.execPath, [projectFile('apps/gateway/bin/weir.mjs'), ...options], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', piece => (errors += String(piece)));
  child.stdout.resume();
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, lines: errors.trimEnd().split('\n') };
}

const INGEST = 'ingestStreams:\n  - type: FileIngest\n    path: $in_file\n';

type WrongRecipe = [name: string, recipe: string, lines: readonly RegExp[]];

test.each<WrongRecipe>([
  ['not YAML', 'version: 1\ntitle: "x\n', [/^ParsingFailure: .*line 3, column 1/]],
  [
    'unknown fields, each named',
    'version: 1\nfoo: 1\nbar: 2\n',
    [
      /^DecodingFailure at : Unexpected field: \[foo\]; valid fields: version, title/,
      /Unexpected field: \[bar\]/,
    ],
  ],
  [
    'a value that is missing',
    `version: 1\n${INGEST}`,
    [/^Missing required parameter in_file; use --recipe-value in_file=$/],
  ],
  ...inNightlyTier<WrongRecipe>([
    ['a list', '- 1\n', [/^Missing or invalid 'version' field in recipe/]],
    ['no version', 'title: x\n', [/^Missing or invalid 'version' field in recipe/]],
    ['another version', 'version: 3\n', [/^Unsupported recipe version: 3\. /]],
    ['a wrong type', 'version: 1\ntitle: [x]\n', [/^DecodingFailure at \.title: /]],
    [
      'a wrong type within',
      'version: 1\ningestStreams:\n  - type: FileIngest\n    path: 5\n',
      [/^DecodingFailure at .*path: /],
    ],
  ]),
])('recipe: %s', async (_name, recipe, lines) => {
  await writeFile(join(folder, 'r.yaml'), recipe);
  const ended = await run('-r', 'r.yaml', '-p', '0');
  expect(ended.code).toBe(1);
  expect(ended.lines).toEqual(lines.map(line => expect.stringMatching(line) as string));
  expect(await readdir(folder)).toEqual(['r.yaml']);
});

test.each<[options: string[], line: RegExp]>([
  [['--store', 'nothing'], /store\.type/],
  ...inNightlyTier<[options: string[], line: RegExp]>([
    [['-r', 'none.yaml'], /^Cannot find recipe file at .*none\.yaml/],
    [['-r', 'no-such-recipe'], /no-such-recipe/],
    [['--nonsense'], /^Error: Unknown option --nonsense/],
    [['--port', 'x'], /^Error: Option --port expects a number but was given 'x'/],
    [['--config', 'none.yaml'], /none\.yaml/],
  ]),
])('%j', async (options, line) => {
  const { code, lines } = await run(...options);
  expect(code).toBe(1);
  expect(lines).toEqual([expect.stringMatching(line)]);
  expect(await readdir(folder)).toEqual([]);
});

test('a port in use', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const { code, lines } = await run('--port', String(port));
    expect(code).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(new RegExp(`port .*${port}|${port}.* port|${port}.*in use`, 'i')),
    ]);
  } finally {
    server.close();
  }
});

test('a data directory in use by another process', async () => {
  const gateway = await GatewayProcess.start('--data', 'data');
  try {
    const { code, lines } = await run('--port', '0', '--data', join(gateway.folder, 'data'));
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringMatching(/^Unable to start graph: /)]);
    expect(await gateway.rows('RETURN 1')).toEqual([[1]]);
  } finally {
    await gateway.stop();
  }
});

test('runs nothing of a partly invalid recipe, in either version', async () => {
  await writeFile(
    join(folder, 'r1.yaml'),
    `version: 1
ingestStreams:
  - type: NumberIteratorIngest
    ingestLimit: 3
    format:
      type: CypherLine
      query: |-
        MATCH (n)
        SET n.x =
  - { type: NumberIteratorIngest, ingestLimit: 3 }
standingQueries:
  - pattern: { type: Cypher, query: "MATCH (n) RETURN n" }
    outputs: {}
`,
  );
  await writeFile(
    join(folder, 'r2.yaml'),
    `version: 2
title: t
ingestStreams:
  - { name: good, source: { type: NumberIterator, limit: 3 }, query: "MATCH (n) WHERE id(n) = idFrom($that) SET n.x = 1" }
  - { source: { type: File, path: none.jsonl, format: { type: JsonL } }, query: "RETURN $that" }
`,
  );
  const both = ['r1.yaml', 'r2.yaml'].map(recipe => run('-r', recipe, '-p', '0'));
  const [first, second] = await Promise.all(both);
  expect([first!.code, second!.code]).toEqual([1, 1]);
  expect(first!.lines).toEqual([
    expect.stringMatching(/^Ingest Stream INGEST-1: SyntaxError: .* \(line 9, column 18\)$/),
    expect.stringMatching(/^Standing Query STANDING-1: DistinctId .* \(line 12, column 30\)$/),
  ]);
  expect(second!.lines).toEqual([
    expect.stringMatching(
      /^Ingest Stream ingest-stream-1: Invalid file path: none.jsonl .* \(line 5, column 29\)$/,
    ),
  ]);
  expect(await readdir(folder)).toEqual(['r1.yaml', 'r2.yaml']);
});
