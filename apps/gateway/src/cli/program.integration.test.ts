/** The program as users start it: a process with arguments, two streams of lines and an exit code. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inNightlyTier } from '@weir/platform/testing';

const MAIN = fileURLToPath(new URL('../../bin/weir.mjs', import.meta.url));

let folder: string;
let temporary: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weir-cli-'));
  temporary = mkdtempSync(join(tmpdir(), 'weir-cli-tmp-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  rmSync(temporary, { recursive: true });
});

function start(...args: string[]) {
  const program = startUnread(...args);
  program.child.stdout.setEncoding('utf8').on('data', (text: string) => (program.stdout += text));
  return program;
}

/** Starts the program with a standard output that is never read. */
function startUnread(...args: string[]) {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const program = {
    child,
    stdout: '',
    stderr: '',
    code: once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string),
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    /** Resolves when standard error matches; rejects when the program ends first. */
    async says(pattern: RegExp): Promise<RegExpExecArray> {
      for (;;) {
        const found = pattern.exec(program.stderr);
        if (found) return found;
        const ended = await Promise.race([once(child.stderr, 'data'), program.code]);
        if (!Array.isArray(ended) && !pattern.test(program.stderr)) {
          throw new Error(`ended with ${String(ended)}: ${program.stderr}`);
        }
      }
    },
  };
  child.stderr.setEncoding('utf8').on('data', (text: string) => (program.stderr += text));
  return program;
}

type Refused = [name: string, options: string[], code: number, line: RegExp];

test.each<Refused>([
  [
    'unknown option',
    ['--prot', '1'],
    2,
    /^Error: Unknown option --prot; did you mean --port\? Try --help for more information\.\n$/,
  ],
  ['unknown command', ['qury'], 2, /^Error: Unknown command qury; did you mean query\? Try --help/],
  ['port out of range', ['-p', '70000'], 2, /^Error: Option --port expects a number from 0 to 65535/],
  ['unknown recipe', ['-r', 'nosuch'], 1, /^Recipe nosuch does not exist; /],
  [
    'an address of another machine',
    ['--host', '203.0.113.1', '--store', 'memory'],
    1,
    /^Cannot listen on 203\.0\.113\.1:8080: /,
  ],
  ...inNightlyTier<Refused>([
    ['missing recipe file', ['-r', 'none.yaml'], 1, /^Cannot find recipe file at none\.yaml\n$/],
    ['missing configuration', ['--config', 'none.yaml'], 1, /^Configuration error: Cannot read none\.yaml/],
    [
      'unknown store',
      ['--store', 'rocks'],
      1,
      /^Configuration error: Invalid value "rocks" for 'store\.type' on the command line/,
    ],
  ]),
])('reports %s in one clear line and an exit code', async (_name, args, code, line) => {
  const program = start(...args);
  expect(await program.code).toBe(code);
  expect(program.stderr).toMatch(line);
  expect(program.stderr.trimEnd()).not.toContain('\n');
  expect(program.stdout).toBe('');
  expect(readdirSync(folder)).toEqual([]);
});

test('reports all errors of a recipe, one per line', async () => {
  writeFileSync(
    join(folder, 'bad.yaml'),
    'version: 1\nfoo: 1\ningestStreams: [{ type: FileIngest, path: $x }]\nstatusQuery: { cypherQuery: RETRN 1 }\n',
  );
  const program = start('-r', 'bad.yaml');
  expect(await program.code).toBe(1);
  expect(program.stderr.trimEnd().split('\n')).toEqual([
    expect.stringMatching(
      /^DecodingFailure at : Unexpected field: \[foo\]; valid fields: .* \(line 2, column 1\)$/,
    ),
    expect.stringMatching(/^Missing required parameter x; use --recipe-value x=/),
    expect.stringMatching(/^Status query: SyntaxError: Invalid input 'RETRN'.* \(line 4, column 29\)$/),
  ]);
});

test('prints help and version', async () => {
  const help = start('--help');
  expect(await help.code).toBe(0);
  expect(help.stdout).toContain('--recipe-value');
  const version = start('-v');
  expect(await version.code).toBe(0);
  expect(version.stderr).toMatch(/^Weir version \d+\.\d+\.\d+\n$/);
});

test('prints help about a command, and the version as a command', async () => {
  const help = start('help', 'query');
  expect(await help.code).toBe(0);
  expect(help.stdout).toMatch(/^Usage: weir query .*--param <key=value>/s);
  const version = start('version');
  expect(await version.code).toBe(0);
  expect(version.stderr).toMatch(/^Weir version \d+\.\d+\.\d+\n$/);
});

describe('commands for a running server', () => {
  async function withServer() {
    const server = start('--store', 'memory', '-p', '0', '--workers', '0', '--log-format', 'json');
    const url = (await server.says(/available at (.*)/))[1]!;
    return { server, run: (...args: string[]) => start(...args, '--url', url) };
  }

  test('query, shell, watch, diff and apply end with their exit codes', async () => {
    const { server, run } = await withServer();
    const query = run('query', 'UNWIND [1, 2] AS x RETURN x', '--format', 'csv');
    expect([await query.code, query.stdout]).toEqual([0, 'x\n1\n2\n']);
    expect(await run('query', 'RETRN 1').code).toBe(1);
    expect(await run('query', 'RETURN 1', '--format', 'xml').code).toBe(2);
    const recipe = {
      version: 2,
      title: 't',
      standingQueries: [
        {
          name: 'q',
          pattern: { type: 'Cypher', query: 'MATCH (n) WHERE n.i = 1 RETURN DISTINCT strId(n) AS id' },
        },
      ],
    };
    writeFileSync(join(folder, 'recipe.json'), JSON.stringify(recipe));
    expect(await run('diff', 'recipe.json').code).toBe(1);
    expect(await run('apply', 'recipe.json').code).toBe(0);
    expect(await run('diff', 'recipe.json').code).toBe(0);
    expect(await run('diff', 'none.json').code).toBe(2);
    const watch = run('watch', 'q', '--count', '1', '--format', 'jsonl');
    await watch.says(/Watching q/);
    expect(await run('query', 'CREATE (n {i: 1})').code).toBe(0);
    expect([await watch.code, watch.stdout]).toEqual([0, expect.stringContaining('"isPositiveMatch":true')]);
    expect(await run('watch', 'none').code).toBe(1);
    server.kill('SIGTERM');
    expect(await server.code).toBe(0);
  });

  test('Ctrl-C cancels a query and ends with 130', async () => {
    const { server, run } = await withServer();
    const query = run(
      'query',
      'UNWIND range(1, 1000000000) AS x RETURN x',
      '--format',
      'jsonl',
      '--timeout',
      '5m',
    );
    await once(query.child.stdout, 'data');
    query.kill('SIGINT');
    expect(await query.code).toBe(130);
    expect(query.stderr).toBe('The query was canceled\n');
    server.kill('SIGTERM');
    expect(await server.code).toBe(0);
  });
});

test('detects a port in use before doing anything', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const program = start('-p', String(port));
  expect(await program.code).toBe(1);
  expect(program.stderr).toBe(
    `Port ${port} on 127.0.0.1 is in use; choose another port with --port, or stop the process that listens on it\n`,
  );
  expect(readdirSync(folder)).toEqual([]);
  other.close();
});

const RECIPE = `
version: 1
ingestStreams:
  - type: FileIngest
    path: $in_file
    format:
      type: CypherJson
      query: MATCH (n) WHERE id(n) = idFrom('n', $that.id) SET n = $that
standingQueries:
  - pattern:
      type: Cypher
      query: MATCH (n) WHERE n.kind = 'wanted' RETURN DISTINCT strId(n) AS id
    outputs:
      print: { type: PrintToStandardOut }
sampleQueries: [{ name: a, query: RETURN 1 }]
statusQuery: MATCH (n) RETURN count(n) AS count
`;

test('runs a recipe to its last line and removes its temporary data', async () => {
  writeFileSync(join(folder, 'recipe.yaml'), RECIPE);
  writeFileSync(join(folder, 'in.jsonl'), '{"id":1}\n{"id":2,"kind":"wanted"}\n{"id":3}\n');
  const program = start('-r', 'recipe.yaml', '-x', 'in_file=in.jsonl', '-p', '0', '--workers', '1');
  await program.says(/INGEST-1 status is completed/);
  await program.says(/Default API version/);
  expect(readdirSync(temporary)).toHaveLength(1);
  program.kill('SIGTERM');
  expect(await program.code).toBe(0);
  const lines = program.stderr.trimEnd().split('\n');
  const url = /available at (.*)/.exec(program.stderr)![1]!;
  expect(lines.filter(line => !line.startsWith('INGEST-1'))).toEqual([
    'Graph is ready',
    'Using 1 sample queries',
    'Running Standing Query STANDING-1',
    'Running Ingest Stream INGEST-1',
    `Status query URL is ${url}#MATCH%20(n)%20RETURN%20count(n)%20AS%20count`,
    `Weir web server available at ${url}`,
    'Default API version: v2',
    'Weir is shutting down... ',
    'Ingest has stopped',
    'Outputs are closed',
    'The graph is closed',
    'Shutdown complete.',
  ]);
  expect(lines).toContain('INGEST-1 status is completed and ingested 3');
  expect(program.stdout).toMatch(
    /^\S+ \S+ Standing query `print` match: \{"meta":.*"isPositiveMatch":true\},"data":\{"id":"[0-9a-f-]+"\}\}\n$/,
  );
  expect(readdirSync(temporary)).toEqual([]);
  expect(existsSync(join(folder, 'weir-data'))).toBe(false);
});

test('restores data, standing queries, outputs, streams and lists after a restart', async () => {
  const first = start('--data', 'kept', '-p', '0', '--workers', '1');
  const base = (await first.says(/available at (.*)/))[1]!;
  const send = (url: string, method: string, body?: unknown) =>
    fetch(url, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
  await send(`${base}/api/v1/query/standing/q`, 'POST', {
    pattern: { type: 'Cypher', query: 'MATCH (n) WHERE exists(n.i) RETURN DISTINCT strId(n) AS id' },
    outputs: { file: { type: 'WriteToFile', path: 'out.jsonl' } },
  });
  await send(`${base}/api/v1/ingest/numbers`, 'POST', {
    type: 'NumberIteratorIngest',
    maximumPerSecond: 100,
  });
  await send(`${base}/api/v1/query-ui/sample-queries`, 'PUT', [{ name: 'mine', query: 'RETURN 1' }]);
  await send(`${base}/api/v1/query/cypher`, 'POST', {
    text: 'MATCH (n) WHERE id(n) = idFrom("x") SET n.i = 1',
  });
  const before = (await (await send(`${base}/api/v1/query/standing/q`, 'GET')).json()) as {
    internalId: string;
  };
  expect((await send(`${base}/api/v1/admin/shutdown`, 'POST')).status).toBe(202);
  expect(await first.code).toBe(0);

  const second = start('--data', 'kept', '-p', '0', '--workers', '1');
  const again = (await second.says(/available at (.*)/))[1]!;
  const get = async (path: string) => (await send(`${again}${path}`, 'GET')).json();
  expect(await get('/api/v1/query/standing/q')).toMatchObject({
    internalId: before.internalId,
    outputs: { file: { type: 'WriteToFile', path: 'out.jsonl' } },
  });
  expect(await get('/api/v1/ingest/numbers')).toMatchObject({ status: 'Running' });
  expect(await get('/api/v1/query-ui/sample-queries')).toEqual([{ name: 'mine', query: 'RETURN 1' }]);
  const read = await send(`${again}/api/v1/query/cypher`, 'POST', {
    text: 'MATCH (n) WHERE id(n) = idFrom("x") RETURN n.i AS i',
  });
  expect(await read.json()).toEqual({ columns: ['i'], results: [[1]] });
  second.kill('SIGINT');
  expect(await second.code).toBe(0);
});

describe('a shutdown', () => {
  /** A match whose output goes to a server that never answers. */
  async function withStuckOutput(...options: string[]) {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const program = start('--store', 'memory', '-p', '0', '--workers', '0', ...options);
    const base = `${(await program.says(/available at (.*)/))[1]!}/api/v1`;
    const post = (path: string, body: unknown) =>
      fetch(base + path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json' },
      });
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    await post('/query/standing/q', {
      pattern: { type: 'Cypher', query: 'MATCH (n) WHERE exists(n.i) RETURN DISTINCT strId(n) AS id' },
      outputs: { post: { type: 'PostToEndpoint', url } },
    });
    const connected = once(silent, 'connection');
    await post('/query/cypher', { text: 'CREATE (n {i: 1})' });
    await connected;
    return { program, end: () => silent.close() };
  }

  test('reports its steps, and waits a limited time for outputs that do not deliver', async () => {
    const { program, end } = await withStuckOutput('-Dweir.shutdown.drain-timeout=50ms');
    program.kill('SIGTERM');
    expect(await program.code).toBe(0);
    expect(program.stderr).toMatch(
      /\nWeir is shutting down\.\.\. \nIngest has stopped\n([^]*\n)?Outputs are closed\nThe graph is closed\nShutdown complete\.\n$/,
    );
    end();
  });

  const SIGNALS: readonly NodeJS.Signals[] = ['SIGTERM', ...inNightlyTier<NodeJS.Signals>(['SIGINT'])];
  test.each(SIGNALS)('ends immediately on a second %s', async signal => {
    const { program, end } = await withStuckOutput('-Dweir.shutdown.drain-timeout=5m', '-Dweir.timeout=5m');
    program.kill(signal);
    await program.says(/Ingest has stopped/);
    program.kill(signal);
    expect(await program.code).toBe(signal);
    expect(program.stderr).not.toContain('Shutdown complete');
    end();
  });

  test('fails when it takes longer than its limit', async () => {
    const { program, end } = await withStuckOutput('-Dweir.shutdown.drain-timeout=5m', '-Dweir.timeout=50ms');
    program.kill('SIGTERM');
    expect(await program.code).toBe(1);
    expect(program.stderr).toMatch(/Shutdown did not finish within 50 ms. Acknowledged data is safe\n$/);
    end();
  });
});

test('a reader that consumes nothing blocks the source, not the service', async () => {
  const program = startUnread('--store', 'memory', '-p', '0', '--workers', '1');
  const base = `${(await program.says(/available at (.*)/))[1]!}/api/v1`;
  const post = (path: string, body: unknown) =>
    fetch(base + path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    });
  await post('/query/standing/q', {
    pattern: { type: 'Cypher', query: 'MATCH (n) WHERE exists(n.i) RETURN DISTINCT strId(n) AS id' },
    outputs: { print: { type: 'PrintToStandardOut' } },
  });
  await post('/ingest/numbers', { type: 'NumberIteratorIngest', ingestLimit: 10_000_000 });
  // The source is blocked when the count no longer changes; poll until then.
  const countOf = async (): Promise<number> => {
    const info = (await (await fetch(`${base}/ingest/numbers`)).json()) as {
      stats: { readCount: number };
    };
    return info.stats.readCount;
  };
  let same = 0;
  for (let last = -1; same < 300;) {
    const count = await countOf();
    same = count === last && count > 0 ? same + 1 : 0;
    last = count;
  }
  expect(await countOf()).toBeLessThan(1_000_000);
  program.kill('SIGKILL');
  await program.code;
});
