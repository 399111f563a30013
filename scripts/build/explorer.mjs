/**
 * The pages for people: `apps/explorer/dist/web`, made of `apps/explorer/src`, and a copy in the gateway. A shell (`index.html`) that browsers ask
 * for again each time, and beside it `assets/`, whose names carry a hash of what is in them.
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
/** The gateway serves them, also where it is installed without a checkout around it. */
const SERVED = join(ROOT, 'apps/gateway/dist/web');

/** The worker is a file of its own: the page may load nothing else as one. */
const ENTRIES = ['main.tsx', 'canvas/layout-worker.ts'];
/** Taken in when the page that needs it is opened. */
const DOCS_STYLE = 'docs/docs.css';
/** Smaller ones fit into a packet as they are. */
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
  loader: { '.woff': 'file', '.svg': 'file' },
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
// The last: where it is, all is.
writeFileSync(join(WEB, 'index.html'), shell);
writeFileSync(join(SERVED, 'index.html'), shell);

/**
 * Beside each file that gets smaller by it: `.br`, and `.gz` for browsers that talk to another machine without TLS, which
 * don't ask for Brotli. Fonts are packed already.
 */
async function compress(folder) {
  const names = readdirSync(folder).filter(name => /\.(?:js|css)$/.test(name));
  await Promise.all(
    names.map(async name => {
      const file = join(folder, name);
      const content = readFileSync(file);
      if (content.length < LEAST_BYTES) return;
      // One step below the best: a third of its time, for 2 % more bytes.
      const params = { [constants.BROTLI_PARAM_QUALITY]: 10 };
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, { params }));
      writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}

/** What the page can't begin without: told in the shell, it is fetched at once instead of part after part. */
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
