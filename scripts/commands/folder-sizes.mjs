/**
 * Checks that no folder of packages, tests and benches holds more source files than a reader can survey. Suites and
 * subfolders do not count.
 * A folder above the limit needs subfolders, each named for one concern.
 */
import { dirname, relative, sep } from 'node:path';
import { ROOT } from '../build/prepare.mjs';
import { filesBelow, sourceFolders } from '../build/source-folders.mjs';

/** Source files in one folder. */
const LIMIT = 25;

const counts = new Map();
for (const { sources } of sourceFolders(ROOT)) {
  for (const file of filesBelow(sources)) {
    if (!/\.tsx?$/.test(file) || /\.test\.tsx?$/.test(file)) continue;
    const folder = relative(ROOT, dirname(file)).split(sep).join('/');
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
}
const tooLarge = [...counts].filter(([, count]) => count > LIMIT);
for (const [folder, count] of tooLarge) {
  process.stderr.write(
    `${folder} has ${count} source files; the limit is ${LIMIT}. Group them in subfolders.\n`,
  );
}
process.exitCode = tooLarge.length === 0 ? 0 : 1;
