/**
 * No suite is left out of both tiers: `full` has every one there is, `fast` all but those called `*.full.test.ts`. And no
 * variable of a random test goes unmentioned.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { RANDOM_TESTS, TIER } from '@weir/model/testing';
import { projectFile } from '../support/project-file.js';

const SUITE = /\.test\.tsx?$/;

/** Paths without extension, as sources have them. */
function sourceSuites(folder: string): string[] {
  return readdirSync(projectFile(folder), { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return entry.name === 'dist' || entry.name === 'node_modules' ? [] : sourceSuites(path);
    return SUITE.test(entry.name) ? [path.replace(SUITE, '')] : [];
  });
}

function runSuites(): string[] {
  const jest = projectFile('node_modules/jest/bin/jest.js');
  const root = projectFile('');
  const { stdout } = spawnSync(process.execPath, [jest, '--listTests', '--json'], {
    cwd: root,
    env: { ...process.env, WEIR_TEST_TIER: TIER },
    encoding: 'utf8',
  });
  return (JSON.parse(stdout) as string[]).map(path =>
    path
      .slice(root.length)
      .replace(/^((?:packages|apps)\/[^/]+)\/dist\//, '$1/src/')
      .replace(/^(test|bench)\/dist\//, '$1/')
      .replace(/\.test\.js$/, ''),
  );
}

test(`the ${TIER} tier has the suites that it should have`, () => {
  const all = ['packages', 'apps', 'test', 'bench'].flatMap(sourceSuites);
  const expected = TIER === 'full' ? all : all.filter(path => !path.endsWith('.full'));
  expect(runSuites().sort()).toEqual(expected.sort());
});

test('suites that are longer in the full tier are known, however far away that is said', async () => {
  const module = pathToFileURL(projectFile('scripts/suites-of-tier.mjs')).href;
  const { suitesThatDiffer } = (await import(module)) as { suitesThatDiffer: (root: string) => string[] };
  const found = suitesThatDiffer(projectFile(''));
  expect(found).toEqual(
    expect.arrayContaining([
      'test/layouts/layouts.test.ts',
      'test/standing-oracle/incremental-oracle-8-shards.test.ts',
      'packages/persistor/src/memory/memory-persistor.test.ts',
      'packages/model/src/values/value-text.test.ts',
      'test/tck/conformance.test.ts',
    ]),
  );
  expect(found).not.toContain('packages/model/src/text/csv-fields.test.ts');
  expect(found).not.toContain('packages/model/src/environment/pause.test.ts');
});

test('the suites that are begun first are there', async () => {
  const module = pathToFileURL(projectFile('scripts/longest-first.mjs')).href;
  const { LONGEST } = (await import(module)) as { LONGEST: readonly string[] };
  expect(LONGEST.length).toBeGreaterThan(3);
  expect(LONGEST.filter(suite => !existsSync(projectFile(`${suite}.test.ts`)))).toEqual([]);
});

test('every variable of a random test is documented', () => {
  const page = readFileSync(projectFile('docs/internals/testing.md'), 'utf8');
  const variables = Object.values(RANDOM_TESTS).flatMap(({ cases, seed }) => [cases[0], seed[0]]);
  expect(variables.filter(variable => !page.includes(`\`${variable}\``))).toEqual([]);
});
