/** What bundles become (scripts/to-commonjs.mjs), by small ones. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Metafile } from 'esbuild';
import { projectFile } from '../support/project-file.js';

interface Turning {
  toCommonJs(root: string, outputs: Metafile['outputs'], loader: string): void;
  readonly OWN_URL: string;
}
const { toCommonJs, OWN_URL } = (await import(
  pathToFileURL(projectFile('scripts/to-commonjs.mjs')).href
)) as Turning;

/** As `apps/gateway/bin/load-chunk.cjs`, which knows one bundle alone. */
const LOADER = `
  const { readFileSync } = require('node:fs');
  const modules = new Map();
  const chunk = name => {
    if (!modules.has(name)) {
      const module = { exports: {} };
      modules.set(name, module);
      eval(readFileSync(__dirname + '/out/chunks/' + name, 'utf8'))(module, require, 'file:///' + name, chunk, load);
    }
    return modules.get(name).exports;
  };
  const load = async name => name[0] === '#' ? chunk(name.slice(1)) : name[0] === '.' ? require('./out/' + name) : import(name);
  module.exports = { chunk, load };
`;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'weir-commonjs-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** @returns what `main.mjs` exports. */
async function turned(files: Readonly<Record<string, string>>): Promise<Record<string, unknown>> {
  writeFileSync(join(root, 'loader.cjs'), LOADER);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['main.mjs', ...Object.keys(files).filter(name => name.startsWith('entry'))],
    outdir: join(root, 'out'),
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    minifyWhitespace: true,
    sourcemap: true,
    define: { 'import.meta.url': OWN_URL },
    banner: { js: '0;' },
    metafile: true,
    logLevel: 'silent',
  });
  toCommonJs(root, metafile.outputs, '../loader.cjs');
  return createRequire(join(root, 'loader.cjs'))('./out/main.js') as Record<string, unknown>;
}

test('imports of all kinds give what they gave', async () => {
  const exports = await turned({
    'shared.mjs': `export const calls = []; export default class Shared {}; export { join as glue } from 'node:path';`,
    'late.mjs': `import Shared, { calls } from './shared.mjs'; calls.push('late'); export default Shared; export const where = import.meta.url;`,
    'old.cjs': `exports.sum = (a, b) => a + b; exports.os = require('node:os').EOL;`,
    'entry.mjs': `import Shared, { calls } from './shared.mjs'; export { Shared }; export const early = () => calls.length;`,
    'main.mjs': `
      import fs, { existsSync as exists } from 'node:fs';
      import * as os from 'node:os';
      import Shared, { calls, glue } from './shared.mjs';
      import old from './old.cjs';
      export const late = () => import('./late.mjs');
      export const entry = () => import('./entry.mjs');
      export const node = () => import('node:url');
      export const said = 'import("not a call")';
      export { Shared as default, calls };
      export const values = [fs.existsSync === exists, os.EOL === old.os, old.sum(1, 2), glue('a', 'b'), import.meta.url];`,
  });
  const { late, entry, node, calls, values, said } = exports as Record<
    string,
    () => Promise<Record<string, unknown>>
  >;
  expect(values).toEqual([true, true, 3, join('a', 'b'), pathToFileURL(join(root, 'out/main.js')).href]);
  expect(said).toBe('import("not a call")');
  expect(calls).toEqual([]);
  expect((await late!()).default).toBe(exports['default']);
  expect(calls).toEqual(['late']);
  expect((await entry!())['Shared']).toBe(exports['default']);
  expect((await node!())['pathToFileURL']).toBe(pathToFileURL);
});

test('text keeps its place', async () => {
  const { fail } = await turned({
    'shared.mjs': `export const calls = [];`,
    'entry.mjs': `import { calls } from './shared.mjs'; export const none = calls;`,
    'main.mjs': `import { calls } from './shared.mjs';\nexport const load = () => import('./entry.mjs');\nexport function fail() {\n    throw new Error('here' + calls);\n}`,
  });
  // The runner of tests puts places of the sources into stacks, by the maps.
  expect(fail).toThrow(
    expect.objectContaining({ stack: expect.stringContaining('main.mjs:4:11') as string }),
  );
});

test('what changes after it was loaded is refused', async () => {
  const files = {
    'shared.mjs': `export let count = 0; export const more = () => { count++; };`,
    'entry.mjs': `export { count } from './shared.mjs';`,
    'main.mjs': `export { count, more } from './shared.mjs';`,
  };
  await expect(turned(files)).rejects.toThrow(/exports count, which changes after it was loaded/);
});

test.each(['__load', '__chunk', 'module'])('%s as a name of its own is refused', async name => {
  await expect(turned({ 'main.mjs': `export var ${name} = 1;` })).rejects.toThrow(
    `main.js: has something of its own named ${name}`,
  );
});

test.each<[string, string]>([
  ['await 1; export const one = 1;', 'await is only valid'],
  ["import { default as path } from 'node:path'; export { path };", 'takes the default of node:path'],
  ['const one = 1; export { one as "a-b" };', 'has a name that is a text'],
  ["export const data = (name) => import(name, { with: { type: 'json' } });", 'imports with options'],
])('%s is refused', async (text, reason) => {
  await expect(turned({ 'main.mjs': text })).rejects.toThrow(reason);
});

test('files that import each other are refused', () => {
  const importing = (path: string) => ({
    imports: [{ path, kind: 'import-statement' as const }],
    exports: [],
    inputs: {},
    bytes: 0,
  });
  const outputs = { 'a.js': importing('b.js'), 'b.js': importing('a.js') };
  expect(() => toCommonJs(root, outputs, '')).toThrow('files import each other: a.js, b.js, a.js');
});
