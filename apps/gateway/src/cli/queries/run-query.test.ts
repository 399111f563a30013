import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseQueryCommand } from '../arguments/query-command-line.js';
import { clientOfService } from '../../testing/client-of-service.js';
import { commandRun } from '../testing/run-command.js';
import { startWeir } from '../../testing/start-weir.js';
import { runQuery } from './run-query.js';

const client = clientOfService();

async function query(args: readonly string[], input = '', columns?: number) {
  const run = commandRun(input, columns);
  const code = await runQuery(parseQueryCommand(['--url', client.service.url, ...args]), run.context);
  return { code, stdout: run.stdout(), stderr: run.stderr() };
}

test('prints a table with numbers on the right, and a summary', async () => {
  const text = `UNWIND [1, 20] AS n RETURN n, 'a' + n AS name, null AS nothing`;
  const { code, stdout, stderr } = await query([text]);
  expect(code).toBe(0);
  expect(stdout).toBe(
    [' n | name | nothing', '---+------+--------', ' 1 | a1   | null', '20 | a20  | null', ''].join('\n'),
  );
  expect(stderr).toMatch(/^2 rows in \d+ ms\n$/);
});

test('prints only the header of a table without rows', async () => {
  expect(await query(['UNWIND [] AS n RETURN n AS number'])).toMatchObject({ stdout: 'number\n------\n' });
});

test('prints more rows than determine the widths', async () => {
  const { stdout } = await query(['UNWIND range(1, 250) AS n RETURN n']);
  const lines = stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(252);
  expect(lines.at(-1)!.trim()).toBe('250');
});

test('fits a table to the terminal and escapes control characters', async () => {
  const { stdout } = await query(
    [`RETURN '\u001b[31m' + $long AS text, 1 AS n`, '--param', `long=${'x'.repeat(99)}`],
    '',
    30,
  );
  const lines = stdout.trimEnd().split('\n');
  expect(Math.max(...lines.map(line => line.length))).toBeLessThanOrEqual(30);
  expect(lines[2]).toMatch(/^\\u001b\[31mx+… \| 1$/);
});

test.each([
  ['json', '[\n  {"a":1,"b":"x,\\"y"},\n  {"a":9007199254740993,"b":null}\n]\n'],
  ['jsonl', '{"a":1,"b":"x,\\"y"}\n{"a":9007199254740993,"b":null}\n'],
  ['csv', 'a,b\n1,"x,""y"\n9007199254740993,\n'],
])('prints %s', async (format, expected) => {
  const text = `UNWIND [{a: 1, b: 'x,"y'}, {a: 9007199254740993, b: null}] AS m RETURN m.a AS a, m.b AS b`;
  expect(await query([text, '--format', format])).toEqual({ code: 0, stdout: expected, stderr: '' });
});

test('reads parameters as JSON or text, from a file and from options, which take precedence', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'weir-params-'));
  const file = join(folder, 'params.json');
  await writeFile(file, '{"x": 1, "y": [true]}');
  const { stdout } = await query([
    'RETURN $x AS x, $y AS y, $z AS z',
    ...['--params', file, '--param', 'x=9007199254740993', '--param', 'z=a b', '--format', 'jsonl'],
  ]);
  expect(stdout).toBe('{"x":9007199254740993,"y":[true],"z":"a b"}\n');
  await rm(folder, { recursive: true });
});

test('reads the query from standard input', async () => {
  expect(await query(['-', '--format', 'csv'], 'RETURN 1 AS x')).toMatchObject({ code: 0, stdout: 'x\n1\n' });
});

test('shows where a query is wrong', async () => {
  const { code, stdout, stderr } = await query(['RETURN 1 +']);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^SyntaxError at .*\n\nRETURN 1 \+\n +\^\n$/);
});

test('rejects options that cannot be read', async () => {
  await expect(query(['RETURN 1', '--at', 'noon'])).rejects.toMatchObject({ code: 'cli.invalid' });
  await expect(query(['RETURN 1', '--timeout', 'soon'])).rejects.toMatchObject({ code: 'cli.invalid' });
  await expect(query(['RETURN 1', '--param', 'x'])).rejects.toMatchObject({ code: 'cli.invalid' });
});

test('reports a server that cannot be reached', async () => {
  const run = commandRun();
  const command = parseQueryCommand(['RETURN 1', '--url', 'http://127.0.0.1:9']);
  expect(await runQuery(command, run.context)).toBe(1);
  expect(run.stderr()).toMatch(/^No response from http:\/\/127\.0\.0\.1:9: .*\nStart a server with weir/);
});

test('reports a wrong or missing token, and accepts the right one', async () => {
  const guarded = await startWeir({ settings: { 'webserver.access.read': ['let-me-in-please-1234567890'] } });
  const ask = async (...token: string[]) => {
    const run = commandRun();
    const code = await runQuery(
      parseQueryCommand(['RETURN 1 AS x', '--url', guarded.url, ...token]),
      run.context,
    );
    return { code, stderr: run.stderr() };
  };
  expect(await ask()).toEqual({
    code: 1,
    stderr: expect.stringContaining('The server requires a token') as string,
  });
  const wrong = await ask('--token', 'wrong');
  expect(wrong).toEqual({ code: 1, stderr: expect.stringContaining('does not accept the token') as string });
  expect(await ask('--token', 'let-me-in-please-1234567890')).toMatchObject({ code: 0 });
  await guarded.stop();
});

test('Ctrl-C cancels the query on the server', async () => {
  const run = commandRun();
  const text = 'UNWIND range(1, 1000000000) AS n RETURN n';
  const command = parseQueryCommand([
    text,
    '--url',
    client.service.url,
    '--format',
    'jsonl',
    '--timeout',
    '10m',
  ]);
  const ended = runQuery(command, run.context);
  await run.says(/"n":1\}/);
  run.interrupt();
  expect(await ended).toBe(130);
  expect(run.stderr()).toBe('The query was canceled\n');
});
