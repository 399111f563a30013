/**
 * Lists the functions of CPU profiles by self time.
 *
 *     node scripts/dev.mjs profile [--folders] FILE.cpuprofile ...
 *
 * With `--folders`, lists the folders of packages instead. Time in libraries and in Node counts for the folder that
 * called them.
 */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fail, ROOT } from '../build/prepare.mjs';

const ROWS = 40;
const { values, positionals: files } = parseArgs({
  options: { folders: { type: 'boolean', default: false } },
  allowPositionals: true,
});
if (files.length === 0) fail('name at least one .cpuprofile file (made with node --cpu-prof)');

let report = '';
for (const file of files) {
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(file, 'utf8'));
  const names = values.folders ? foldersOf(nodes) : new Map(nodes.map(node => [node.id, nameOf(node)]));
  const micros = new Map();
  let total = 0;
  samples.forEach((id, i) => {
    const name = names.get(id);
    if (name === '(idle)') return;
    micros.set(name, (micros.get(name) ?? 0) + timeDeltas[i]);
    total += timeDeltas[i];
  });
  report += `${file}: ${(total / 1e6).toFixed(2)} s busy\n`;
  for (const [name, time] of [...micros].sort((a, b) => b[1] - a[1]).slice(0, ROWS)) {
    report += `${((time / total) * 100).toFixed(1).padStart(6)} %  ${(time / 1e3).toFixed(0).padStart(8)} ms  ${name}\n`;
  }
}
process.stdout.write(report);

function nameOf({ callFrame: { functionName, url, lineNumber } }) {
  const name = functionName || '(anonymous)';
  return url ? `${name}  ${pathOf(url)}:${lineNumber + 1}` : name;
}

/** Folder of each node of the call tree. Parents precede their children. */
function foldersOf(nodes) {
  const folders = new Map();
  for (const { id, callFrame, children = [] } of nodes) {
    const { functionName, url } = callFrame;
    const isOwn = /^\((idle|garbage collector)\)$/.test(functionName);
    const folder = isOwn ? functionName : (folderOf(url) ?? folders.get(id) ?? 'Node');
    folders.set(id, folder);
    for (const child of children) folders.set(child, folder === '(idle)' ? 'Node' : folder);
  }
  return folders;
}

function folderOf(url) {
  return /^((packages|apps)\/[^/]+|bench)\/dist(\/[^/]+(?=\/))?/.exec(pathOf(url))?.[0];
}

function pathOf(url) {
  return url.startsWith('file:') ? relative(ROOT, fileURLToPath(url)) : url;
}
