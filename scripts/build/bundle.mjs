/**
 * Bundles the gateway with esbuild: one file per entry and chunks that they share, instead of some 1,500 modules, since a
 * start spends most of its time finding, reading and compiling modules. The input is the output of TypeScript;
 * `apps/gateway/bin` decides when the bundle is used.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { licensesOf } from './licenses.mjs';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const BUNDLE = 'apps/gateway/dist/bundle';

/** Files that threads and the program load by path, each under its own name. */
const ENTRIES = [
  'apps/gateway/dist/main.js',
  'apps/gateway/dist/cluster/directory-entry.js',
  'packages/runtime/dist/worker-main.js',
  'packages/aws/dist/snapshots/graph-snapshots.js',
  'packages/formats/dist/files/text-opener.js',
  'packages/formats/dist/records/record-formats.js',
  'packages/formats/dist/records/transforming-formats.js',
  'packages/formats/dist/records/schema-formats.js',
  'packages/formats/dist/records/extension-formats.js',
  'packages/formats/dist/records/written-avro.js',
  'packages/formats/dist/records/packed-values.js',
  'packages/formats/dist/parquet/parquet-process.js',

  'apps/gateway/dist/responses/row-encoder.js',
];

const LOADED_BY_PATH = /new URL\('\.\/([\w-]+\.c?js)', import\.meta\.url\)/g;

/** Loaded from their packages: they have native modules, find their files by path, or are large and rarely needed. */
const EXTERNAL = [
  'piscina',
  'undici',
  'iconv-lite',
  'mime-db',
  'quickjs-emscripten-core',
  '@jitl/quickjs-singlefile-mjs-release-sync',
  '@pushcorn/hocon-parser',
  '@modelcontextprotocol/*',
  '@platformatic/kafka',
  '@aws-sdk/*',
  '@smithy/*',
  '@nats-io/transport-node',
  '@nats-io/jetstream',
  'cassandra-driver',
  'pg',
  '@bufbuild/protobuf',
  'avsc',
];

/** Contains messages in fifty languages; only one is used. */
const ONE_LANGUAGE = {
  name: 'one-language',
  setup(build) {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
    }));
  },
};

/**
 * The single-file builds that the packages ship. Node would use js-joda's older format and first scan its 450 kB for
 * exports; Chevrotain's files are found by path, which a bundle cannot contain.
 */
const ONE_PIECE = {
  '@js-joda/core': '@js-joda/core/dist/js-joda.esm.js',
  '@js-joda/timezone': '@js-joda/timezone/dist/js-joda-timezone.esm.js',
};
const CHEVROTAIN = {
  name: 'chevrotain',
  setup(build) {
    build.onLoad({ filter: /[\\/]syntax[\\/]lexing[\\/]chevrotain\.js$/ }, () => ({
      contents: `export * from ${JSON.stringify(join(ROOT, 'node_modules/chevrotain/lib/chevrotain.mjs'))};`,
    }));
  },
};
/** One format, CommonJS, for all users: with both there would be two copies, and only one would be initialized. */
const TELEMETRY = {
  name: 'telemetry',
  setup(build) {
    build.onResolve({ filter: /^@opentelemetry\/api$/ }, () => ({
      path: join(ROOT, 'node_modules/@opentelemetry/api/build/src/index.js'),
    }));
  },
};
/**
 * Bundles everything but its native module, which is found by its location: thirty small files cost each thread some 20
 * ms.
 */
const LEVEL = {
  name: 'level',
  setup(build) {
    build.onResolve({ filter: /^\.\/binding$/ }, ({ importer }) =>
      /[\\/]classic-level[\\/]/.test(importer)
        ? { path: 'classic-level/binding.js', external: true }
        : undefined,
    );
  },
};

for (const old of [BUNDLE, 'apps/gateway/dist/compiled'])
  rmSync(join(ROOT, old), { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: ROOT,
  entryPoints: [
    ...ENTRIES.map(entry => ({ in: entry, out: basename(entry, '.js') })),
    // Replaces `zone-rules.cjs`, which would load js-joda in another format than the bundle contains.
    { in: '@js-joda/timezone', out: 'zone-rules' },
  ],
  outdir: join(ROOT, BUNDLE),
  chunkNames: 'chunk-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  external: EXTERNAL,
  alias: ONE_PIECE,
  plugins: [ONE_LANGUAGE, CHEVROTAIN, TELEMETRY, LEVEL],
  // Reduces the amount of code to read and compile. Names stay, because logs and errors show them.
  minifyWhitespace: true,
  minifySyntax: true,
  sourcemap: true,
  sourcesContent: false,
  metafile: true,
  // CommonJS modules in the bundle require Node's own modules.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);",
  },
  logLevel: 'error',
});

// Otherwise a missing entry would be noticed only on use.
const entryNames = new Set([...ENTRIES.map(entry => basename(entry)), 'zone-rules.cjs']);
for (const file of Object.keys(metafile.inputs).filter(name => /^(packages|apps)\/\w+\/dist\//.test(name))) {
  for (const [, name] of readFileSync(join(ROOT, file), 'utf8').matchAll(LOADED_BY_PATH)) {
    if (!entryNames.has(name)) throw new Error(`${file} loads ${name} by its path: add it to ENTRIES`);
  }
}

// `zones.ts` requires a CommonJS module.
writeFileSync(join(ROOT, BUNDLE, 'zone-rules.cjs'), "require('./zone-rules.js');\n");
writeFileSync(join(ROOT, BUNDLE, 'THIRD-PARTY-LICENSES.txt'), licensesOf(Object.keys(metafile.inputs), ROOT));

// Editors read them from the installed package, too.
const SCHEMAS = join(ROOT, 'apps/gateway/dist/schemas');
const { JSON_SCHEMAS } = await import('../../apps/gateway/dist/system/json-schemas.js');
mkdirSync(SCHEMAS, { recursive: true });
for (const [name, schema] of Object.entries(JSON_SCHEMAS))
  writeFileSync(join(SCHEMAS, name), `${JSON.stringify(schema(), undefined, 2)}\n`);

// An installed program has no checkout around it.
const RECIPES = join(ROOT, 'apps/gateway/dist/recipes');
rmSync(RECIPES, { recursive: true, force: true });
cpSync(join(ROOT, 'recipes'), RECIPES, { recursive: true, filter: path => !/\.test\.ya?ml$/.test(path) });
