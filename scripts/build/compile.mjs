/**
 * Runs the compiler. On a terminal, one line shows the project being compiled; elsewhere only the compiler's diagnostics are
 * printed. It runs on a fresh clone, so it uses nothing but Node.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const ERASE_LINE = '\r\u001b[2K';
const isTerminal = process.stderr.isTTY === true;

/**
 * @param {string} compiler the file of `tsc`.
 * @param {string} root where it runs.
 * @param {readonly string[]} projects are compiled with the projects that they reference.
 * @returns {Promise<boolean>} whether they compile.
 */
export async function compile(compiler, root, projects) {
  const started = performance.now();
  const child = spawn(process.execPath, [compiler, '-b', '--verbose', ...projects], {
    cwd: root,
    stdio: ['ignore', 'pipe', 2],
  });
  const exited = new Promise(resolve => child.once('exit', resolve));
  const order = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const listed = /^ {4}\* (.+)$/.exec(line);
    const building = /^[\d:]+(?: [AP]M)? - Building project '(.+)'/.exec(line);
    if (listed) order.push(nameOf(listed[1]));
    else if (building) showProgress(order, nameOf(building[1]), started);
    else if (line !== '' && !/^[\d:]+(?: [AP]M)? - /.test(line)) print(line);
  }
  if (isTerminal) process.stderr.write(ERASE_LINE);
  return (await exited) === 0;
}

function nameOf(file) {
  return file.replace(/\/?tsconfig\.json$/, '') || 'everything';
}

function showProgress(order, project, started) {
  if (!isTerminal) return;
  const seconds = Math.round((performance.now() - started) / 1000);
  const place = `${order.indexOf(project) + 1} of ${order.length}`;
  process.stderr.write(`${ERASE_LINE}  ${place}: ${project} (${seconds} s)`);
}

function print(line) {
  process.stderr.write(`${isTerminal ? ERASE_LINE : ''}${line}\n`);
}
