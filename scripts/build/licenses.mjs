/**
 * Collects the licenses of packages whose code is part of the build: distributing the build requires distributing them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @param files as named by a build, relative to `root`. */
export function licensesOf(files, root) {
  const folders = new Set(
    files.flatMap(file => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []),
  );
  return [...folders]
    .sort()
    .map(folder => licenseOf(join(root, folder)))
    .join('\n');
}

function licenseOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder)
    .filter(file => /^(?:licen[cs]e|notice|copying)/i.test(file))
    .map(file => readFileSync(join(folder, file), 'utf8').trim());
  return `${name} ${version} (${license})\n\n${texts.join('\n\n')}\n`;
}
