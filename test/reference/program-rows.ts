/** Rows about command lines: runs that end, and runs that serve, each in its own folder. */
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { words } from './behavior-rows.js';
import type { ProgramHost } from './program-host.js';

/** Text after one of these options is written to the file that replaces it. */
const FILES: Readonly<Record<string, string>> = { '-r': 'recipe.yaml', '--config': 'weir.conf' };

/** @returns errors of a run that ends: its exit code, and texts that it must print in this order. */
export function wrongRun(
  host: ProgramHost,
  [line, code, texts]: readonly string[],
): Promise<string | undefined> {
  return inFolder(line!, async (folder, args) => {
    // A run that ends only once it serves must find a free port, whatever else is running.
    const run = host.start(folder, args.includes('-r') ? [...portFor(args), ...args] : args);
    const actual = await run.exit;
    const text = [...run.status.seen, ...run.results.seen].join('\n');
    if (actual !== Number(code)) return `exits with ${actual}: ${text.slice(0, 400)}`;
    return missing(text, texts!);
  });
}

/** @returns errors of a run that serves: lines that it must print, in any order, before it is ended. */
export function wrongService(
  host: ProgramHost,
  [line, texts]: readonly string[],
): Promise<string | undefined> {
  return inFolder(line!, async (folder, args) => {
    const run = host.start(folder, [...portFor(args), ...args]);
    try {
      for (const text of texts!.split(' // ')) {
        const isNever = text.startsWith('never ');
        if (isNever && run.status.seen.some(each => each.includes(text.slice('never '.length)))) return text;
        if (!isNever)
          await Promise.any([run.status, run.results].map(each => each.matching(literally(text))));
      }
      // Matches may arrive before it handles signals.
      await run.status.matching(
        args.includes('-W') ? /Running Ingest Stream|Graph is ready/ : /web server available/i,
      );
      return (await run.stop()) === 0 ? undefined : 'does not end well';
    } catch {
      return `says: ${[...run.status.seen, ...run.results.seen].join('\n').slice(-1500)}`;
    }
  });
}

/** Any free port, unless the options choose one or disable the server. */
function portFor(args: readonly string[]): string[] {
  return args.some(arg => /^(?:-W|-p|-Dquine.webserver.port.*)$/.test(arg)) ? [] : ['-p', '0'];
}

async function inFolder<T>(line: string, work: (folder: string, args: string[]) => Promise<T>): Promise<T> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'weir-rows-')));
  try {
    await writeFile(join(folder, 'lines.txt'), 'a\nb\nc\n');
    await mkdir(join(folder, 'inner'));
    await writeFile(join(folder, 'inner', 'lines.txt'), 'a\nb\nc\n');
    const args: string[] = [];
    for (const { word, isText } of words(line)) {
      const file = isText ? FILES[args.at(-1) ?? ''] : undefined;
      if (file !== undefined) await writeFile(join(folder, file), word);
      args.push(file ?? word);
    }
    return await work(folder, args);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function missing(actual: string, texts: string): string | undefined {
  let from = 0;
  for (const text of texts.split(' // ')) {
    const at = actual.indexOf(text, from);
    if (at < 0) return `says: ${actual.slice(0, 600)}`;
    from = at + text.length;
  }
  return undefined;
}

function literally(text: string): RegExp {
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
}
