/**
 * Runs the commands in guides and pages of recipes one after the other, as a shell would, and compares their output.
 * Only ports and folders differ; `weir` is the program itself, `npm run samples` the generator of sample data.
 */
import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@weir/platform/testing';
import { GatewayProcess } from '../support/gateway-process.js';
import { projectFile } from '../support/project-file.js';
import { until } from '../support/until.js';
import { parseCurl } from './curl.js';
import { codeBlocks, pages } from './markdown.js';
import { shellWords } from './shell-words.js';

const run = promisify(execFile);
const WEIR = projectFile('apps/gateway/bin/weir.mjs');
const SAMPLES = projectFile('packages/samples/dist/cli.js');

let folder: string;
/** For a hundred thousand records while a stream runs. */
const FILE_MILLIS = 600_000;
const gateways = new Set<GatewayProcess>();
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'weir-shell-')));
});
afterEach(async () => {
  for (const gateway of gateways) expect(await gateway.stop()).toBe(0);
  gateways.clear();
  await rm(folder, { recursive: true, force: true });
});

function blocksOf(path: string): { readonly language: string; readonly text: string }[] {
  return codeBlocks(pages().find(page => page.path === path)!);
}

function commandsOf(text: string): string[] {
  return text.trim().split(/\n(?=[A-Z_]+=|weir |curl |npm )/);
}

async function started(at: string, ...options: string[]): Promise<GatewayProcess> {
  const gateway = await GatewayProcess.startIn(at, ...options);
  gateways.add(gateway);
  return gateway;
}

/** Returns the options after `weir`. */
function weirOptions(command: string, gateway?: GatewayProcess): string[] {
  const [program, ...options] = shellWords(command);
  expect(program).toBe('weir');
  return options.map(option =>
    gateway === undefined ? option : option.replace('http://127.0.0.1:8080', gateway.url),
  );
}

async function weir(command: string, at: string, gateway?: GatewayProcess): Promise<void> {
  await run(process.execPath, [WEIR, ...weirOptions(command, gateway)], { cwd: at });
}

async function curl(command: string, gateway: GatewayProcess): Promise<string> {
  const { path, init } = parseCurl(command);
  const response = await gateway.fetch(path, init);
  const body = await response.text();
  if (!response.ok) throw new Error(`${command}: ${response.status} ${body}`);
  return body;
}

const ANN = `MATCH (n), (m) WHERE id(n) = idFrom('ann') AND id(m) = idFrom('bob')
  SET n:Person, n.name = 'Ann', n.weight = 60.5 CREATE (n)-[:knows]->(m)`;
const WHO = `MATCH (n)-[:knows]->(m) WHERE id(n) = idFrom('ann') RETURN n.name, labels(n), id(m) = idFrom('bob')`;

test('docs/guides/backup.md: restores a backup and imports an export', async () => {
  const commands = blocksOf('docs/guides/backup.md')
    .filter(({ text }) => text.startsWith('weir '))
    .flatMap(({ text }) => commandsOf(text));
  const [backup, restore, again, exported, imported] = commands;
  expect(commands).toHaveLength(5);
  const first = await started(folder, '--store', 'memory');
  await first.rows(ANN);
  await weir(backup!, folder, first);
  await weir(exported!, folder, first);
  await weir(restore!, folder);
  const restored = await started(folder, ...weirOptions(again!));
  expect(await restored.rows(WHO)).toEqual([['Ann', ['Person'], true]]);
  const other = await started(folder, '--store', 'memory');
  await weir(imported!, folder, other);
  expect(await other.rows(WHO)).toEqual([['Ann', ['Person'], true]]);
});

describe('docs/guides/configuration.md', () => {
  const blocks = blocksOf('docs/guides/configuration.md');
  const ways: [name: string, settings: string, command: string][] = [
    ['a file', blocks.find(({ language }) => language === 'yaml')!.text, 'weir --config weir.yaml'],
    ...commandsOf(blocks.find(({ language }) => language === 'sh')!.text).map(
      (command): [string, string, string] => [command, '', command],
    ),
  ];

  test.each(ways)('%s: uses the stated port and data directory', async (_name, settings, command) => {
    const port = await freePort();
    const here = (text: string): string =>
      text.replaceAll('/var/', `${folder}/`).replaceAll('9090', String(port));
    for (const name of ['lib', 'spool/events']) await mkdir(join(folder, name), { recursive: true });
    await writeFile(join(folder, 'weir.yaml'), here(settings));
    const words = shellWords(here(command));
    const variables = Object.fromEntries(words.slice(0, words.indexOf('weir')).map(word => word.split('=')));
    const gateway = GatewayProcess.spawnBare(folder, variables, ...words.slice(words.indexOf('weir') + 1));
    gateways.add(gateway);
    await gateway.ready();
    expect(gateway.url).toBe(`http://127.0.0.1:${port}`);
    await access(join(folder, 'lib/weir'));
  });

  test('reports settings without effect as shown', async () => {
    const shown = blocks.find(({ text }) => text.startsWith('Found 2'))!.text;
    await writeFile(join(folder, 'application.conf'), 'quine.store.keyspace = weir\n');
    const env = { ...process.env, WEIR_WEBSERVER_PROT: '1' };
    const refused = (await run(process.execPath, [WEIR, '--config', 'application.conf'], {
      cwd: folder,
      env,
    }).catch((error: unknown) => error)) as { readonly code: number; readonly stderr: string };
    expect([refused.code, refused.stderr]).toEqual([1, shown]);
  });
});

describe('docs/recipes/process-tree.md', () => {
  const blocks = blocksOf('docs/recipes/process-tree.md').map(({ text }) => text);
  const [suspicious, chain] = blocks
    .find(text => text.includes('suspicious-parent match'))!
    .trim()
    .split('\n');
  // A line without the time and the name, which only a terminal shows, up to the first value
  const like = (line: string): RegExp => new RegExp(`^\\${/\{"\w+":/.exec(line)![0]}`);
  const samples = blocks.find(text => text.includes('--serve'))!;
  const fromFile = commandsOf(blocks.find(text => text.includes('--out'))!);
  const recipe = blocks.find(text => text.startsWith('npm start -- -r'))!;

  test('reads events from a server, then from a file', async () => {
    const port = String(await freePort());
    const [npm, verb, program, , ...options] = shellWords(samples.replace('9000', port));
    expect([npm, verb, program]).toEqual(['npm', 'run', 'samples']);
    const server = execFile(process.execPath, [SAMPLES, ...options]);
    try {
      const connected = async (): Promise<boolean> =>
        fetch(`http://127.0.0.1:${port}/`).then(
          ({ body }) => body!.cancel().then(() => true),
          () => false,
        );
      await until(connected, isThere => isThere);
      const gateway = await started(folder, ...shellWords(recipe.replace('9000', port)).slice(3));
      await gateway.results.matching(like(suspicious!));
      await gateway.results.matching(like(chain!));

      const [make, ingest] = fromFile as [string, string];
      await run(process.execPath, [SAMPLES, ...shellWords(make).slice(4)], { cwd: folder });
      await curl(ingest, gateway);
      const status = async (): Promise<{ status: string; stats: { ingestedCount: number } }> =>
        (await (await gateway.fetch('/api/v1/ingest/from-file')).json()) as never;
      const { stats } = await until(status, stream => stream.status !== 'Running', FILE_MILLIS);
      expect(stats.ingestedCount).toBe(100_000);
      await gateway.fetch('/api/v1/ingest/processes', { method: 'DELETE' });
    } finally {
      server.kill();
    }
  }, 900_000);
});
