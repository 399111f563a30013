/** Every thread of a graph loads this for a user's module: only a few small files. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

interface Coverage {
  readonly result: readonly { readonly url: string }[];
}

/** Files loaded by a process that does nothing else. */
async function filesLoadedBy(file: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'weir-loaded-'));
  try {
    const env = { ...process.env, NODE_OPTIONS: '', NODE_V8_COVERAGE: folder };
    await promisify(execFile)(process.execPath, [file], { env });
    const reports = await Promise.all(
      (await readdir(folder)).map(name => readFile(join(folder, name), 'utf8')),
    );
    return reports
      .flatMap(text => (JSON.parse(text) as Coverage).result.map(({ url }) => url))
      .filter(url => url.startsWith('file:'))
      .map(url => url.replace(/^.*\/packages\//, ''))
      .sort();
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('the entry for extensions loads no parser, no dates and no package index', async () => {
  expect(await filesLoadedBy(fileURLToPath(new URL('./extension.js', import.meta.url)))).toEqual([
    'cypher/dist/extension.js',
    'cypher/dist/registry/define-function.js',
    'cypher/dist/registry/define-procedure.js',
    'cypher/dist/run/in-sequence.js',
    'model/dist/extension.js',
    'model/dist/extensions/engine-values.js',
    'model/dist/values/value-classes.js',
    'model/dist/values/value.js',
    'platform/dist/environment/shared-in-thread.js',
    'platform/dist/errors/own-weir-error.js',
    'platform/dist/errors/weir-error.js',
    'platform/dist/text/is-error.js',
    'platform/dist/text/masked-text.js',
    'platform/dist/text/shown-url.js',
  ]);
});
