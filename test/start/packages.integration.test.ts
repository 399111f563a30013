/** The packages as published: their contents, and that they work in a folder that has nothing else. */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { codeBlocks } from '../docs/markdown.js';
import { GatewayProcess } from '../support/gateway-process.js';
import { isRegistryReachable, npm } from '../support/npm.js';
import { projectFile } from '../support/project-file.js';
import { until } from '../support/until.js';
import { LineServer } from '../extensions/line-server.js';

interface Packed {
  readonly name: string;
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly description?: string;
  readonly keywords?: readonly string[];
  readonly license?: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const run = promisify(execFile);
const root = projectFile('');
/** A quarter of a minute on an idle machine. */
const INSTALL_MILLIS = 600_000;

let folder: string;
let folders: ReadonlyMap<string, string>;
let packed: readonly Packed[];
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'weir-packages-')));
  folders = await publishedFolders();
  const workspaces = [...folders.values()].flatMap(path => ['-w', path]);
  const said = await npm(
    root,
    'pack',
    '--json',
    '--ignore-scripts',
    '--pack-destination',
    folder,
    ...workspaces,
  );
  // An array, or, since npm 12, an object keyed by name.
  packed = Object.values(JSON.parse(said) as Record<string, Packed>);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function publishedFolders(): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const group of ['packages', 'apps']) {
    for (const name of await readdir(join(root, group))) {
      const manifest = await manifestIn(`${group}/${name}`);
      if (manifest.private !== true) found.set(manifest.name, `${group}/${name}`);
    }
  }
  return found;
}

async function manifestIn(path: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(root, path, 'package.json'), 'utf8')) as Manifest;
}

test('published packages need only published ones', async () => {
  expect(packed.map(({ name }) => name).sort()).toEqual([...folders.keys()].sort());
  expect([...folders.keys()]).toEqual(
    expect.arrayContaining(['@weir/client', '@weir/gateway', '@weir/runtime']),
  );
  for (const path of folders.values()) {
    const { dependencies = {} } = await manifestIn(path);
    const own = Object.keys(dependencies).filter(name => name.startsWith('@weir/'));
    expect([path, own.filter(name => !folders.has(name))]).toEqual([path, []]);
  }
});

test('packages describe themselves, and are built before they are packed', async () => {
  for (const path of folders.values()) {
    const { description, keywords, license, scripts } = await manifestIn(path);
    expect([path, description, keywords, license, scripts?.['prepack']]).toEqual([
      path,
      expect.any(String),
      expect.arrayContaining([expect.any(String)]),
      'Apache-2.0',
      'node ../../scripts/build.mjs',
    ]);
  }
});

test('packages contain all named files, a license and a README, and no tests, source maps or sources', async () => {
  for (const { name, files } of packed) {
    const paths = files.map(({ path }) => path);
    const { exports, bin = {} } = await manifestIn(folders.get(name)!);
    const entries = [...Object.values(exports).flatMap(entry => Object.values(entry)), ...Object.values(bin)];
    const wanted = [
      ...entries.map(entry => entry.replace(/^\.\//, '')),
      'LICENSE',
      'README.md',
      'package.json',
    ];
    expect([name, wanted.filter(path => !paths.includes(path))]).toEqual([name, []]);
    const stray = /\.test\.|\.map$|\.tsbuildinfo$|(?<!\.d)\.tsx?$|^(?:src|node_modules|dist\/compiled)\//;
    expect([name, paths.filter(path => stray.test(path))]).toEqual([name, []]);
  }
});

test('the client contains the generated types of the API', () => {
  const paths = packed.find(({ name }) => name === '@weir/client')!.files.map(({ path }) => path);
  const types = ['v1', 'v2', 'v2-enveloped'].map(version => `dist/generated/${version}.d.ts`);
  expect(paths).toEqual(expect.arrayContaining(types));
});

test('packages declare all their imports', async () => {
  const builtin = new Set(builtinModules);
  for (const { name, files } of packed) {
    const path = folders.get(name)!;
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = await manifestIn(path);
    const all = { ...dependencies, ...optionalDependencies, ...peerDependencies };
    const known = new Set([name, ...Object.keys(all), ...OPTIONAL]);
    const unknown = new Set<string>();
    for (const { path: file } of files) {
      if (!/\.(?:js|d\.ts)$/.test(file) || file.startsWith('dist/web/')) continue;
      const text = await readFile(join(root, path, file), 'utf8');
      const pattern = file.includes('/bundle/') ? IMPORT_IN_BUNDLE : IMPORT;
      for (const [, atStart, late] of text.matchAll(pattern)) {
        const specifier = (atStart ?? late)!;
        const imported = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)![0];
        if (!specifier.startsWith('node:') && !builtin.has(imported) && !known.has(imported))
          unknown.add(imported);
      }
    }
    expect([name, [...unknown]]).toEqual([name, []]);
  }
});

/** Imports in the compiler's output: a name at the end of a line that began as an import, and dynamic imports. */
const IMPORT =
  /^(?:(?:import|export)\b[^'"\n=]*\bfrom |import |\} from )['"]([^.'"\n][^'"\n]*)['"];?$|\bimport\(['"]([^.'"\n][^'"\n]*)['"]\)/gm;
const IMPORT_IN_BUNDLE =
  /(?:\b(?:__)?require\(|[}*\w] ?from ?|\bimport\(|(?:^|;)import ?)"([\w@][\w@/.:-]*)"/g;
/** `ws` uses these if they are installed. */
const OPTIONAL = ['bufferutil', 'utf-8-validate'];

/** Third-party packages are installed from the registry. */
const withRegistry = (await isRegistryReachable()) ? test : test.skip;

withRegistry(
  'installed in an empty folder they work (skipped where the package registry is not reached)',
  async () => {
    await writeFile(join(folder, 'package.json'), '{"private": true, "type": "module"}');
    const files = packed.map(({ filename }) => `./${filename}`);
    await npm(folder, 'install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', ...files);

    expect(await npm(folder, 'exec', '--offline', '--', 'weir', '--help')).toContain('--recipe');
    expect(await printedBy('runtime')).toEqual(["{ name: 'Ann' }\n"]);
    expect(await printedByCommonJs()).toBe('2 WeirClient Weir\n');
    expect(await unwantedPackages()).toEqual([]);
    await writeFile(join(folder, 'access.log'), ['a', 'b', 'c'].map(miss).join(''));
    const weir = join(folder, 'node_modules/.bin/weir');
    const options = ['--recipe', 'access-log', '--recipe-value', 'in_file=access.log'];
    const recipe = await GatewayProcess.startProgram(weir, folder, ...options);
    try {
      await recipe.results.matching(/^\{"client":.*"\/c"/);
      const page = await recipe.fetch('/');
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    } finally {
      expect(await recipe.stop()).toBe(0);
    }
    await extensionsWork(weir);
    const empty = await GatewayProcess.startProgram(weir, folder);
    try {
      expect(await printedBy('client', empty.url)).toHaveLength(4);
    } finally {
      expect(await empty.stop()).toBe(0);
    }
  },
  INSTALL_MILLIS,
);

/** Runs a program that requires the packages. */
async function printedByCommonJs(): Promise<string> {
  const program = join(folder, 'program.cjs');
  await writeFile(
    program,
    `const { openGraph } = require('@weir/runtime');
    const { WeirClient } = require('@weir/client');
    const { Weir } = require('@weir/gateway');
    void (async () => {
      const graph = await openGraph({ store: { type: 'memory' }, workers: 0 });
      const run = await graph.query('RETURN 1 + 1 AS n');
      for await (const { n } of run.objects()) console.log(n, WeirClient.name, Weir.name);
      await graph.close();
    })();`,
  );
  return (await run(process.execPath, [program], { cwd: folder })).stdout;
}

/** Large packages that are installed although they must be so only on request. */
async function unwantedPackages(): Promise<string[]> {
  const installed = await readdir(join(folder, 'node_modules'));
  return ['@aws-sdk', '@modelcontextprotocol', '@smithy', 'cassandra-driver'].filter(name =>
    installed.includes(name),
  );
}

/** Types of the examples that requests name. */
const KINDS = ['example.Folder', 'example.KeyValue', 'example.TcpLines'];

/** Runs the examples, copied to a folder with nothing but the packages. */
async function extensionsWork(weir: string): Promise<void> {
  const names = ['folder-source', 'key-value-format', 'tcp-lines-destination', 'bounded-store'];
  for (const name of names) await copyFile(join(root, `examples/${name}.mjs`), join(folder, `${name}.mjs`));
  await mkdir(join(folder, 'drop'));
  await writeFile(join(folder, 'drop/1.txt'), 'n=1');
  const lines = await LineServer.start();
  const options = names.flatMap(name => ['--extension', `${name}.mjs`]);
  const gateway = await GatewayProcess.startProgram(
    weir,
    folder,
    ...[...options, '--store', 'example.bounded', '-Dweir.file-ingest.allowed-directories=drop'],
  );
  const post = async (path: string, body: object): Promise<void> => {
    const headers = { 'content-type': 'application/json' };
    const response = await gateway.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
    expect([path, response.status]).toEqual([path, 201]);
  };
  try {
    const description = await (await gateway.fetch('/openapi.json')).text();
    expect(KINDS.filter(type => !description.includes(`"${type}"`))).toEqual([]);
    const docs = await gateway.fetch('/docs');
    expect([docs.status, docs.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    await post('/api/v2/standing-queries', {
      name: 'numbers',
      pattern: {
        type: 'Cypher',
        mode: 'MultipleValues',
        query: 'MATCH (n) WHERE n.n IS NOT NULL RETURN n.n AS n',
      },
      outputs: [
        {
          name: 'lines',
          preEnrichmentTransformation: { type: 'InlineData' },
          destinations: [
            { type: 'example.TcpLines', host: '127.0.0.1', port: lines.port, format: { type: 'JSON' } },
          ],
        },
      ],
    });
    await post('/api/v2/ingests', {
      name: 'files',
      source: { type: 'example.Folder', path: 'drop', format: { type: 'example.KeyValue' } },
      query: 'MATCH (n) WHERE id(n) = idFrom($that.n) SET n = $that',
    });
    await until(() => lines.lines.length > 0);
    expect(lines.lines).toEqual(['{"n":1}']);
  } finally {
    expect(await gateway.stop()).toBe(0);
    await lines.stop();
  }
}

function miss(page: string): string {
  return `10.0.0.1 - - [10/Oct/2026:13:55:36 +0000] "GET /${page} HTTP/1.1" 404 12 "-" "none"\n`;
}

/** Compiler options of user programs. */
const COMPILING = [
  ...['--strict', '--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023,dom,dom.iterable'],
  ...['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')],
];

/** Runs the programs in a package's README, which are also type-checked. */
async function printedBy(name: string, url = ''): Promise<string[]> {
  const path = `packages/${name}/README.md`;
  const blocks = codeBlocks({ path, text: await readFile(join(root, path), 'utf8') });
  const printed: string[] = [];
  for (const [index, { language, text }] of blocks.entries()) {
    if (language !== 'js') continue;
    const program = join(folder, `${name}-${index}.mts`);
    await writeFile(program, text.replaceAll('http://127.0.0.1:8080', url));
    const compiler = join(root, 'node_modules/@typescript/native/bin/tsc');
    await run(process.execPath, [compiler, ...COMPILING, program], { cwd: folder });
    const { stdout } = await run(process.execPath, [program.replace(/mts$/, 'mjs')], { cwd: folder });
    expect(stdout).toBe(blocks[index + 1]!.text);
    printed.push(stdout);
  }
  return printed;
}
