import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const BUNDLE = new URL('../dist/bundle/main.js', import.meta.url);
const MODULES = new URL('../dist/main.js', import.meta.url);
/** Present in a checkout only; an installed program has no such folder beside it. */
const PACKAGES = new URL('../../../packages/', import.meta.url);

/**
 * Returns the program's entry point: the bundle, which starts in a third of the time, or the compiled modules if the
 * bundle is missing or older than any of them.
 * @returns {URL}
 */
export function programFile() {
  const made = changed(BUNDLE);
  if (made === undefined) return MODULES;
  const compiled = [new URL('../dist/.tsbuildinfo', import.meta.url)];
  if (existsSync(fileURLToPath(PACKAGES))) {
    for (const name of readdirSync(fileURLToPath(PACKAGES)))
      compiled.push(new URL(`${name}/dist/.tsbuildinfo`, PACKAGES));
  }
  return compiled.every(file => (changed(file) ?? 0) <= made) ? BUNDLE : MODULES;
}

function changed(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}
