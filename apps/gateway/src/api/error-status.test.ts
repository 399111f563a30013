/** Checks that the page of error codes agrees with the table, and that every code is used. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { STATUS_OF_ERROR } from './error-status.js';

// This file runs as apps/gateway/dist/api/error-status.test.js.
const PROJECT = fileURLToPath(new URL('../../../..', import.meta.url));

const table = Object.entries(STATUS_OF_ERROR).map(([code, status]) => `${code} ${status}`);

/** Returns `standing.busy 503`, one for each row of the page. */
function documented(): string[] {
  const page = readFileSync(join(PROJECT, 'docs/reference/errors.md'), 'utf8');
  return [...page.matchAll(/^\| `([^`]+)` \| (\d{3}) \| [^|]+ \| [^|]+ \|$/gm)].map(
    ([, code, status]) => `${code!} ${status!}`,
  );
}

/** Source texts of the program, without its tests and the table itself. */
function sources(): string[] {
  return ['packages', 'apps'].flatMap(folder =>
    readdirSync(join(PROJECT, folder)).flatMap(name => {
      const root = join(PROJECT, folder, name, 'src');
      return readdirSync(root, { recursive: true, encoding: 'utf8' })
        .filter(
          path =>
            /(?<!\.test)\.ts$/.test(path) && !/(?:error-status|weir-error|cypher-error)\.ts$/.test(path),
        )
        .map(path => readFileSync(join(root, path), 'utf8'));
    }),
  );
}

test('the page lists each code and its status exactly once', () => {
  expect(documented().toSorted()).toEqual(table.toSorted());
});

test('every code is used', () => {
  const texts = sources();
  const unused = Object.keys(STATUS_OF_ERROR).filter(code => !texts.some(text => text.includes(`'${code}'`)));
  expect(unused).toEqual([]);
});
