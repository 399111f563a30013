/**
 * Golden files: one case per section, `### input` up to `---`, then the output. With WEIR_TEST_GOLDEN=update in the
 * environment the outputs are rewritten (review the difference before committing it).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface GoldenCase {
  readonly input: string;
  readonly output: string;
}

/** @param name of the file in `syntax/golden`. */
export function goldenCases(name: string, actual: (input: string) => string): readonly GoldenCase[] {
  const file = fileURLToPath(new URL(`../../../src/syntax/golden/${name}`, import.meta.url));
  const cases = readFileSync(file, 'utf8')
    .split(/^### /m)
    .slice(1)
    .map(section => {
      const [input = '', output = ''] = section.split(/^---$/m).map(text => text.trim());
      return { input, output };
    });
  if (process.env['WEIR_TEST_GOLDEN'] === 'update') {
    const written = cases.map(({ input }) => `### ${input}\n---\n${actual(input)}\n`);
    writeFileSync(file, written.join('\n'));
  }
  return cases;
}
