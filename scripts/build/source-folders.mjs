/** Locates the sources of a checkout, and compiled files whose sources were removed. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The projects of a checkout: their sources are in `src` for packages, in the folder itself for others. */
export function sourceFolders(root) {
  const folders = [];
  for (const group of ['packages', 'apps']) {
    if (!existsSync(join(root, group))) continue;
    for (const name of readdirSync(join(root, group)).sort()) {
      const project = `${group}/${name}`;
      if (!existsSync(join(root, project, 'tsconfig.json'))) continue;
      folders.push({ project, sources: join(root, project, 'src') });
    }
  }
  for (const project of ['test', 'bench']) {
    if (existsSync(join(root, project, 'tsconfig.json')))
      folders.push({ project, sources: join(root, project) });
  }
  return folders;
}

/** Removes compiled files without a source: tests among them must not run, and modules must not be found. */
export function removeOrphans(root) {
  for (const { project, sources } of sourceFolders(root)) {
    const dist = join(root, project, 'dist');
    if (!existsSync(dist)) continue;
    for (const file of filesBelow(dist)) {
      // Other tools create the bundle and the pages.
      if (/^(?:bundle|web)[\\/]/.test(relative(dist, file))) continue;
      const compiled = /^(.*)\.(?:js|js\.map|d\.ts|d\.ts\.map|cjs|cjs\.map|d\.cts|d\.cts\.map)$/.exec(
        relative(dist, file),
      );
      if (!compiled) continue;
      const source = join(sources, compiled[1]);
      if (!['.ts', '.tsx', '.cts'].some(ending => existsSync(source + ending))) rmSync(file, { force: true });
    }
  }
}

/** Skips folders with generated or installed files. */
export function* filesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== 'dist' && entry.name !== 'node_modules') yield* filesBelow(path);
    } else yield path;
  }
}
