/**
 * Builds the web pages: `apps/explorer/dist/web` from `apps/explorer/src`, and a copy in the gateway. A shell
 * (`index.html`) that browsers revalidate each time, and `assets/`, whose names contain a content hash.
 */
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'esbuild';
import { licensesOf } from './licenses.mjs';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const SOURCES = join(ROOT, 'apps/explorer/src');
const WEB = join(ROOT, 'apps/explorer/dist/web');
/** The gateway serves this copy, also if it is installed without a checkout. */
const SERVED = join(ROOT, 'apps/gateway/dist/web');

/** The worker needs its own file: the page cannot load anything else as a worker. */
const ENTRIES = ['main.tsx', 'canvas/force-layout/layout-worker.ts'];
/** Loaded when the page that needs it is opened. */
const DOCS_STYLE = 'docs/docs.css';
/** Smaller files fit into a packet uncompressed. */
const LEAST_BYTES = 1024;

rmSync(WEB, { recursive: true, force: true });
const shared = {
  absWorkingDir: SOURCES,
  outdir: join(WEB, 'assets'),
  bundle: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  minify: true,
  legalComments: 'none',
  metafile: true,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  entryNames: '[name]-[hash]',
  chunkNames: 'part-[hash]',
  assetNames: '[name]-[hash]',
  loader: { '.woff': 'file', '.svg': 'file', '.scss': 'text' },
  logLevel: 'error',
};
const worker = await build({ ...shared, entryPoints: [ENTRIES[1]] });
const style = await build({ ...shared, entryPoints: [DOCS_STYLE] });
const page = await build({
  ...shared,
  entryPoints: [ENTRIES[0]],
  splitting: true,
  define: {
    LAYOUT_WORKER: JSON.stringify(`./${outputOf(worker, ENTRIES[1])}`),
    DOCS_STYLE: JSON.stringify(`./${outputOf(style, DOCS_STYLE)}`),
  },
});

const preloads = partsOf(outputsOf(page, ENTRIES[0]).file).map(
  part => `<link rel="modulepreload" href="assets/${basename(part)}" />`,
);
const shell = readFileSync(join(SOURCES, 'index.html'), 'utf8')
  .replace('<link rel="icon"', () => [...preloads, '<link rel="icon"'].join('\n    '))
  .replace('main.tsx', `assets/${outputOf(page, ENTRIES[0])}`)
  .replace('main.css', `assets/${basename(outputsOf(page, ENTRIES[0]).cssBundle)}`);
mkdirSync(WEB, { recursive: true });
copyFileSync(join(SOURCES, 'icon.svg'), join(WEB, 'icon.svg'));
const inputs = [worker, style, page].flatMap(({ metafile }) => Object.keys(metafile.inputs));
writeFileSync(join(WEB, 'THIRD-PARTY-LICENSES.txt'), licensesOf(inputs, SOURCES));
rmSync(SERVED, { recursive: true, force: true });
cpSync(WEB, SERVED, { recursive: true });
await compress(join(SERVED, 'assets'));
// Last: if the shell exists, everything does.
writeFileSync(join(WEB, 'index.html'), shell);
writeFileSync(join(SERVED, 'index.html'), shell);

/**
 * Writes a compressed file beside each file that gets smaller: `.br`, and `.gz` for browsers that use another machine
 * without TLS, which do not request Brotli. Fonts are already compressed.
 */
async function compress(folder) {
  const names = readdirSync(folder).filter(name => /\.(?:js|css)$/.test(name));
  await Promise.all(
    names.map(async name => {
      const file = join(folder, name);
      const content = readFileSync(file);
      if (content.length < LEAST_BYTES) return;
      // One level below the best: a third of the time for 2 % more bytes.
      const params = { [constants.BROTLI_PARAM_QUALITY]: 10 };
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, { params }));
      writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}

/**
 * Files that the page needs to start: the shell lists them so that they are fetched immediately instead of one after
 * the other.
 */
function partsOf(file, found = new Set()) {
  for (const { path, kind } of page.metafile.outputs[file].imports)
    if (kind === 'import-statement' && path.endsWith('.js') && !found.has(path)) {
      found.add(path);
      partsOf(path, found);
    }
  return [...found];
}

function outputsOf({ metafile }, entry) {
  const [file, output] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === entry);
  return { ...output, file };
}

function outputOf(result, entry) {
  return basename(outputsOf(result, entry).file);
}
