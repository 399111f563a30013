/**
 * Suites that are not the same in both tiers: those of the full tier alone, and those that use, themselves or through
 * what they import, what has another length, seed or number of variants there, or the data of `.ci/run`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { filesBelow, sourceFolders } from './source-folders.mjs';

const SUITE = /\.test\.tsx?$/;
const DIFFERS = /\b(?:randomTest|inFullTier|ofTier|TIER|WEIR_TEST_TCK|WEIR_TEST_CAPTURES)\b/;
const IMPORT = /\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g;
/** Where lengths are said, not used. */
const TABLES = ['packages/model/src/testing/random-tests.ts', 'packages/model/src/testing/index.ts'];

/** @returns paths of the sources relative to the root, sorted. */
export function suitesThatDiffer(root) {
  const differs = new Map();
  const suites = sourceFolders(root).flatMap(({ sources }) =>
    [...filesBelow(sources)].filter(file => SUITE.test(file)),
  );
  return suites
    .filter(file => file.includes('.full.test.') || isDifferent(file))
    .map(file => relative(root, file).replaceAll('\\', '/'))
    .sort();

  /** Imports go in no circles. */
  function isDifferent(file) {
    const known = differs.get(file);
    if (known !== undefined) return known;
    differs.set(file, false);
    if (TABLES.includes(relative(root, file).replaceAll('\\', '/'))) return false;
    const text = readFileSync(file, 'utf8');
    const found = DIFFERS.test(text) || imported(file, text).some(isDifferent);
    differs.set(file, found);
    return found;
  }

  function imported(file, text) {
    const targets = [...text.matchAll(IMPORT)].map(([, name]) => {
      if (name.startsWith('.')) return join(dirname(file), name);
      const [, workspace, entry] = /^@weir\/([^/]+)(?:\/(.+))?$/.exec(name) ?? [];
      return workspace === undefined ? undefined : entryOf(workspace, entry);
    });
    return targets
      .filter(target => target !== undefined)
      .map(target => target.replace(/\.js$/, '.ts'))
      .filter(target => target.endsWith('.ts') && existsSync(target));
  }

  function entryOf(workspace, entry) {
    const folder = join(root, 'packages', workspace);
    const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const { default: file } = exports[entry === undefined ? '.' : `./${entry}`] ?? {};
    return file === undefined ? undefined : join(folder, file.replace(/^\.\/dist\//, 'src/'));
  }
}
