/**
 * Runs recipes as the guides say, in a folder with the files that the page shows, and compares the output. Only the
 * port differs, and `npm start --` is the program itself.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseJson, queryJson } from '@weir/model';
import { inNightlyTier } from '@weir/platform/testing';
import { GatewayProcess } from '../support/gateway-process.js';
import { projectFile } from '../support/project-file.js';
import { codeBlocks, type Page, pages } from './markdown.js';
import { shellWords } from './shell-words.js';

const PAGES = pages();
const WEIR = projectFile('apps/gateway/bin/weir.mjs');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'weir-commands-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function pageOf(path: string): Page {
  return PAGES.find(page => page.path === path)!;
}

/** Returns the options after `npm start --`. */
function optionsOf(command: string): string[] {
  const [npm, start, , ...options] = shellWords(command);
  expect([npm, start]).toEqual(['npm', 'start']);
  return options;
}

const USE_CASES = ['loan-cycle', 'parts-threshold'].concat(
  inNightlyTier(['device-at-two-places', 'login-then-failures', 'order-without-payment', 'supplier-chain']),
);

test.each(USE_CASES)('use case %s prints the shown output', async name => {
  const page = pageOf(`docs/guides/use-cases/${name}.md`);
  const block = (language: string): string => codeBlocks(page).find(each => each.language === language)!.text;
  const options = optionsOf(block('sh'));
  await writeFile(join(folder, options[options.indexOf('-r') + 1]!), block('yaml'));
  await writeFile(join(folder, /path: (\S+)/.exec(block('yaml'))![1]!), block('jsonl'));
  const expected = block('results').trim().split('\n');
  const gateway = await GatewayProcess.startIn(folder, ...options);
  try {
    const count = block('jsonl').trim().split('\n').length;
    await gateway.status.matching(new RegExp(`^INGEST-1 status is completed and ingested ${count}$`));
    const printed = await gateway.results.matching(/ Standing query `\w+` match: (.*)$/, expected.length);
    const lines = printed.map(([, json]) => {
      const { meta, data } = parseJson(json!) as { meta: { isPositiveMatch: boolean }; data: never };
      return `${meta.isPositiveMatch ? '+' : '-'} ${queryJson(data)}`;
    });
    const shown = expected.map(line => line.slice(0, 2) + queryJson(parseJson(line.slice(2))));
    expect(lines.sort()).toEqual(shown.sort());
  } finally {
    expect(await gateway.stop()).toBe(0);
  }
  expect(gateway.results.seen).toHaveLength(expected.length);
});

test('the recipes of the guide are valid and pass its cases', async () => {
  const [first, second, cases] = codeBlocks(pageOf('docs/guides/recipes.md')).filter(
    ({ language }) => language === 'yaml',
  );
  await writeFile(join(folder, 'numbers.yaml'), first!.text);
  await writeFile(join(folder, 'numbers-2.yaml'), second!.text);
  await writeFile(join(folder, 'numbers.test.yaml'), cases!.text);
  const weir = (...args: string[]): Promise<{ stdout: string }> =>
    promisify(execFile)(process.execPath, [WEIR, 'recipe', ...args], { cwd: folder });
  const done = await Promise.all([
    weir('check', '--strict', 'numbers.yaml', 'numbers-2.yaml'),
    weir('test', 'numbers.yaml'),
  ]);
  expect(done[0].stdout).toBe('');
  expect(done[1].stdout).toMatch(/^passed numbers.test.yaml:3: .*\n$/);
  const wrong = cases!.text.replace('15, ', '');
  await writeFile(join(folder, 'numbers.test.yaml'), wrong);
  const failed = (await weir('test', 'numbers.yaml').catch((error: unknown) => error)) as {
    readonly code: number;
    readonly stdout: string;
  };
  const shown = codeBlocks(pageOf('docs/guides/recipes.md')).find(({ text }) => text.startsWith('FAILED'))!;
  const withoutTime = (text: string): string => text.replace(/\(\d+ ms\)/, '(N ms)');
  expect([failed.code, withoutTime(failed.stdout)]).toEqual([1, withoutTime(shown.text)]);
});

for (const path of inNightlyTier(['docs/recipes/access-log.md'])) {
  test(`${path}: the sample gives the shown output`, async () => {
    const blocks = codeBlocks(pageOf(path)).map(({ text }) => text);
    const gateway = await GatewayProcess.startIn(
      folder,
      ...optionsOf(blocks.find(text => text.startsWith('npm start'))!),
    );
    try {
      const shown = blocks.find(text => text.startsWith('{"client":'))!.trim();
      const literal = shown.split('...').map(piece => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
      await gateway.results.matching(new RegExp(`^${literal.join('.*')}$`));
    } finally {
      expect(await gateway.stop()).toBe(0);
    }
  });
}
