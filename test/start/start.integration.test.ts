/** `npm start` as a user runs it, in a checkout that is already built. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { inNightlyTier } from '@weir/platform/testing';
import { projectFile } from '../support/project-file.js';

interface Run {
  readonly code: number | null;
  readonly results: readonly string[];
  readonly status: readonly string[];
}

/** Runs until a line of the results is accepted, then requests a stop; or to its end. */
async function start(
  options: readonly string[],
  isEnough: (result: string) => boolean = () => false,
): Promise<Run> {
  const child = spawn(process.execPath, [projectFile('scripts/start.mjs'), ...options], {
    cwd: projectFile(''),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const results: string[] = [];
  const status: string[] = [];
  createInterface({ input: child.stderr }).on('line', line => status.push(line));
  let isAsked = false;
  createInterface({ input: child.stdout }).on('line', line => {
    results.push(line);
    if (isAsked || !isEnough(line)) return;
    // Only once: a second signal ends it immediately.
    isAsked = true;
    child.kill('SIGTERM');
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, results, status };
}

describe('npm start', () => {
  test('runs the demo without options, which prints matches', async () => {
    const { code, results, status } = await start(['--port', '0'], line => line.startsWith('{"chain":'));
    const lines = status.join('\n');
    expect(lines).toMatch(/^Sample stream processes available at http:\/\/127\.0\.0\.1:\d+\/$/m);
    expect(lines).toMatch(/^Graph is ready$/m);
    expect(lines).toMatch(/^Running Standing Query chain$/m);
    expect(lines).toMatch(/^Weir web server available at http:\/\/127\.0\.0\.1:\d+$/m);
    expect(lines).toMatch(/^Shutdown complete\.$/m);
    expect(results.some(line => line.includes('"chain":'))).toBe(true);
    expect(code).toBe(0);
  });

  test.each([
    {
      options: ['-r', 'process-tree'],
      line: /^Missing required parameter events_url; use --recipe-value events_url=$/,
      exit: 1,
    },
    ...inNightlyTier([
      { options: ['--no-such-option'], line: /^Error: Unknown option --no-such-option/, exit: 2 },
      { options: ['--port', 'x'], line: /^Error: Option --port expects a number from 0/, exit: 2 },
      {
        options: ['-r', 'no-such-recipe.yaml'],
        line: /^Cannot find recipe file at no-such-recipe.yaml$/,
        exit: 1,
      },
    ]),
  ])('reports $options in one clear line', async ({ options, line, exit }) => {
    const { code, results, status } = await start([...options, '--store', 'memory']);
    expect(status.filter(each => !each.startsWith('Sample stream'))).toEqual([expect.stringMatching(line)]);
    expect(results).toEqual([]);
    expect(code).toBe(exit);
  });

  test('runs a command without the demo', async () => {
    const { code, results, status } = await start(['backup']);
    expect(status).toEqual(['Error: The command backup expects one file. Try --help for more information.']);
    expect(results).toEqual([]);
    expect(code).toBe(2);
  });

  test('reports a port in use in one clear line', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { code, status } = await start(['--port', String(port), '--store', 'memory']).finally(() =>
      other.close(),
    );
    expect(code).toBe(1);
    expect(status.filter(line => line.includes(String(port)))).toHaveLength(1);
  });
});
