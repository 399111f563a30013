/**
 * Runs the programs of docs/guides/embedding.md and compares their output. A block that begins with the comment `//
 * name.mjs` is a file of that name; a block without a language is the output of the program before it.
 */
import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectFile } from '../support/project-file.js';
import { codeBlocks, pages } from './markdown.js';

test('the programs of the embedding guide print the shown output', async () => {
  const blocks = codeBlocks(pages().find(page => page.path === 'docs/guides/embedding.md')!);
  // A folder where imports of the project's packages resolve.
  const folder = projectFile('test/dist/embedding-guide');
  await mkdir(folder, { recursive: true });
  try {
    let program = '';
    let runs = 0;
    for (const [index, { language, text }] of blocks.entries()) {
      if (language === 'js') {
        program = join(folder, /^\/\/ ([\w-]+\.mjs)$/m.exec(text.split('\n')[0]!)?.[1] ?? `${index}.mjs`);
        await writeFile(program, text);
      } else if (language === '') {
        expect((await promisify(execFile)(process.execPath, [program])).stdout).toBe(text);
        runs++;
      }
    }
    expect(runs).toBeGreaterThan(1);
  } finally {
    await rm(folder, { recursive: true });
  }
});
