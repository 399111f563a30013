/**
 * Lists the functions of CPU profiles by self time.
 *
 *     node scripts/dev.mjs profile FILE.cpuprofile ...
 */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fail, ROOT } from '../build/prepare.mjs';

const ROWS = 40;
const files = process.argv.slice(2);
if (files.length === 0) fail('name at least one .cpuprofile file (made with node --cpu-prof)');

let report = '';
for (const file of files) {
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(file, 'utf8'));
  const frames = new Map(nodes.map(node => [node.id, nameOf(node.callFrame)]));
  const micros = new Map();
  let total = 0;
  samples.forEach((id, i) => {
    const name = frames.get(id);
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

function nameOf({ functionName, url, lineNumber }) {
  const name = functionName || '(anonymous)';
  if (!url) return name;
  const path = url.startsWith('file:') ? relative(ROOT, fileURLToPath(url)) : url;
  return `${name}  ${path}:${lineNumber + 1}`;
}
