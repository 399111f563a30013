/** Skips suites of the pages without a browser, and prints a line about it. */
import { BROWSER } from './browser.js';

if (BROWSER === undefined) {
  const line = 'no Chromium here (WEIR_TEST_CHROMIUM names one): the tests of the pages are left out';
  if (process.env['WEIR_TEST_REQUIRE_BROWSER']) throw new Error(line);
  process.stderr.write(`${line}\n`);
}

/** Accesses the suite's own `describe` when it is called: several suites share this module. */
export function describeInBrowser(name: string, body: () => void): void {
  (BROWSER === undefined ? describe.skip : describe)(name, body);
}
