import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectFile } from '../support/project-file.js';

test('removes compiled files whose source was removed', () => {
  const root = mkdtempSync(join(tmpdir(), 'weir-orphans-'));
  const kept = [
    'packages/one/src/here.test.ts',
    'packages/one/dist/here.test.js',
    'packages/one/dist/here.test.d.ts',
    'packages/one/dist/.tsbuildinfo',
    'packages/one/dist/data.json',
    'test/folder/here.ts',
    'test/dist/folder/here.js',
  ];
  const orphans = [
    'packages/one/dist/gone.test.js',
    'packages/one/dist/gone.test.js.map',
    'packages/one/dist/folder/gone.d.ts',
    'test/dist/folder/gone.test.js',
  ];
  const manifests = ['packages/one/tsconfig.json', 'test/tsconfig.json'];
  for (const file of [...kept, ...orphans, ...manifests]) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), '');
  }
  const module = pathToFileURL(projectFile('scripts/build/source-folders.mjs')).href;
  const program = `import { removeOrphans } from ${JSON.stringify(module)}; removeOrphans(process.argv[1]);`;
  execFileSync(process.execPath, ['--input-type=module', '-e', program, root]);
  expect([...kept, ...orphans].filter(file => existsSync(join(root, file)))).toEqual(kept);
  rmSync(root, { recursive: true });
});
