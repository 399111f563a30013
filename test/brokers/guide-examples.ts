import { readFile } from 'node:fs/promises';
import { projectFile } from '../support/project-file.js';

/** Returns the JSON blocks in the section of a page with this heading, including `## `. */
export async function examplesBelow(page: string, heading: string): Promise<string[]> {
  const text = await readFile(projectFile(page), 'utf8');
  const section = `\n${text}`.split(`\n${heading}\n`)[1]!.split(/\n#+ /)[0]!;
  return [...section.matchAll(/```json\n(.*?)```/gs)].map(match => match[1]!);
}
