import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readHoconFile } from './hocon-file.js';
import { loadConfig } from './load-config.js';

let folder: string;
let path: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'weir-hocon-'));
  path = join(folder, 'application.conf');
});
afterAll(() => rm(folder, { recursive: true }));

async function load(text: string) {
  await writeFile(path, text);
  const content = { path, value: await readHoconFile(path) };
  return loadConfig({ options: {}, properties: new Map(), environment: {}, content }).config;
}

test('reads a file as the reference does', async () => {
  const config = await load(`
    # everything else is for others
    akka { loglevel = DEBUG }
    base = "/var/lib"
    quine {
      webserver { port = 8081, address : 127.0.0.1 }
      store {
        type = rocks-db
        filepath = \${base}"/graph"
      }
      in-memory-soft-node-limit = 1000
      shutdown.drain-timeout = 10 s
      should-resume-ingest = off
      metrics-reporters += { type: jmx }
    }`);
  expect(config).toMatchObject({
    'webserver.port': 8081,
    'webserver.address': '127.0.0.1',
    'store.type': 'embedded',
    'store.filepath': '/var/lib/graph',
    'in-memory-soft-node-limit': 1000,
    'shutdown.drain-timeout': 10_000,
    'should-resume-ingest': false,
  });
});

test.each([
  [
    'that ends too early',
    'quine { webserver {',
    /application\.conf: The object is not closed \(line 1, column 9\)$/,
  ],
  ['with a text that has no end', 'a = "x', /: Quoted string not closed \(line 1, column 7\)$/],
  [
    'with a substitution of nothing',
    'quine { webserver.port = $' + '{nothing} }',
    /application\.conf: .*'nothing' \(line 1, column 26\)$/,
  ],
  [
    'with an unknown key',
    'quine { web-server.port = 1 }',
    /Unknown configuration key 'web-server\.port' in .*application\.conf/,
  ],
  [
    'with a wrong value',
    'quine { webserver.port = many }',
    /Invalid value "many" for 'webserver\.port' in .*application\.conf/,
  ],
])('reports a file %s in one clear line', async (_, text, message) => {
  await expect(load(text)).rejects.toMatchObject({
    code: 'config.invalid',
    message: expect.stringMatching(message),
  });
});

test('reports a missing file', async () => {
  const missing = join(folder, 'none.conf');
  await expect(readHoconFile(missing)).rejects.toMatchObject({
    code: 'config.invalid',
    message: expect.stringContaining(`Cannot read ${missing}`) as string,
  });
});
