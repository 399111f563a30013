/**
 * Runs the compiler and shows how far it is, on a terminal: one line, drawn anew for each project. Elsewhere only what the
 * compiler finds is shown. Runs on a fresh clone, so it uses nothing but Node.
 *
 *     node scripts/build-progress.mjs COMPILER PROJECT...
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { dirname } from 'node:path';

const ERASE_LINE = '\r\u001b[2K';
const isTerminal = process.stderr.isTTY === true;
const [compiler, ...projects] = process.argv.slice(2);
const started = performance.now();

const child = spawn(process.execPath, [compiler, '-b', '--verbose', ...projects], {
  cwd: dirname(dirname(fileURLToPath(import.meta.url))),
  stdio: ['ignore', 'pipe', 2],
});

const order = [];
for await (const line of createInterface({ input: child.stdout })) {
  const listed = /^ {4}\* (.+)$/.exec(line);
  const building = /^[\d:]+(?: [AP]M)? - Building project '(.+)'/.exec(line);
  if (listed) order.push(nameOf(listed[1]));
  else if (building) show(nameOf(building[1]));
  else if (line !== '' && !/^[\d:]+(?: [AP]M)? - /.test(line)) say(line);
}
if (isTerminal) process.stderr.write(ERASE_LINE);
process.exitCode = await new Promise(resolve => {
  if (child.exitCode !== null) resolve(child.exitCode);
  else child.once('exit', code => resolve(code ?? 1));
});

function nameOf(file) {
  return file.replace(/\/?tsconfig\.json$/, '') || 'everything';
}

function show(project) {
  if (!isTerminal) return;
  const seconds = Math.round((performance.now() - started) / 1000);
  const place = `${order.indexOf(project) + 1} of ${order.length}`;
  process.stderr.write(`${ERASE_LINE}  ${place}: ${project} (${seconds} s)`);
}

function say(line) {
  process.stderr.write(`${isTerminal ? ERASE_LINE : ''}${line}\n`);
}
