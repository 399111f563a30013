/** Runs the program of docs/guides/embedding.md and compares what it prints. */
import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { projectFile } from '../support/project-file.js';
import { codeBlocks, pages } from './markdown.js';

test('the embedded graph prints what the guide says', async () => {
  const blocks = codeBlocks(pages().find(page => page.path === 'docs/guides/embedding.md')!);
  const program = blocks.find(block => block.language === 'js')!.text;
  const printed = blocks.find(block => block.language === '')!.text;
  // Where imports of the project's packages resolve.
  const file = projectFile('test/dist/embedding-guide.mjs');
  await writeFile(file, program);
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [file]);
    expect(stdout).toBe(printed);
  } finally {
    await rm(file);
  }
});
