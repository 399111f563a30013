import { parseShellCommand } from '../arguments/query-command-line.js';
import { clientOfService } from '../../testing/client-of-service.js';
import { commandRun } from '../testing/run-command.js';
import { runShell } from './run-shell.js';
import { StatementBuffer } from './statement-buffer.js';

const client = clientOfService();

async function shell(input: string, ...args: string[]) {
  const run = commandRun(input);
  const code = await runShell(parseShellCommand(['--url', client.service.url, ...args]), run.context);
  return { code, stdout: run.stdout(), stderr: run.stderr() };
}

test('runs the statements of a pipe, without a prompt', async () => {
  const input = `RETURN 1 AS x; RETURN\n 'a;b' AS y // c ; d\n;\nRETURN 3 AS z`;
  expect(await shell(input, '--format', 'csv')).toEqual({
    code: 0,
    stdout: 'x\n1\ny\na;b\nz\n3\n',
    stderr: '',
  });
});

test('keeps parameters, the format and the time between statements', async () => {
  const input =
    ':format jsonl\n:param x => [1, "a"]\n:params\nRETURN $x AS x;\n:at 1970-01-01T00:00:00Z\nMATCH (n) RETURN count(n) AS n;\n';
  await client.cypher('CREATE (n)');
  expect(await shell(input)).toEqual({
    code: 0,
    stdout: 'x => [1,"a"]\n{"x":[1,"a"]}\n{"n":0}\n',
    stderr: '',
  });
});

test('ends at the first error of a pipe', async () => {
  const { code, stdout, stderr } = await shell('RETURN 1 +;\nRETURN 2;');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^SyntaxError/);
  expect(await shell(':frmat csv\nRETURN 2;')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Unknown command :frmat; did you mean :format?\n',
  });
});

test(':quit ends the shell', async () => {
  expect(await shell(':quit\nRETURN 1;')).toEqual({ code: 0, stdout: '', stderr: '' });
});

test(':standing lists the standing queries', async () => {
  await client.ask('POST', '/api/v1/query/standing/alarm', {
    pattern: { type: 'Cypher', query: 'MATCH (n) WHERE exists(n.i) RETURN DISTINCT strId(n) AS id' },
    outputs: {},
  });
  const { stdout } = await shell(':standing');
  expect(stdout).toContain('alarm |');
});

test.each<[string[], string[]]>([
  [['RETURN 1;'], ['RETURN 1']],
  [['a', 'b;c'], ['a\nb']],
  [["RETURN ';' AS `a;`;"], ["RETURN ';' AS `a;`"]],
  [["RETURN 'it\\'s;';"], ["RETURN 'it\\'s;'"]],
  [['a /* ; ', '; */ b;'], ['a /* ; \n; */ b']],
  [['a // ;', ';'], ['a // ;']],
  [[';;', ' ;'], []],
])('splits %j into statements', (lines, statements) => {
  const buffer = new StatementBuffer();
  expect(lines.flatMap(line => buffer.add(line))).toEqual(statements);
});
