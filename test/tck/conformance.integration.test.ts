/**
 * Runs the conformance kit in the folder named by WEIR_TEST_TCK, on every engine. Every failure must be a known gap,
 * and every known gap must fail. Without a folder nothing runs.
 */
import { ENGINE_NAMES } from './engines.js';
import { KNOWN_GAPS, runKit } from './run-kit.js';

const folder = process.env['WEIR_TEST_TCK'];
const describeTck = folder === undefined ? describe.skip : describe;

describeTck('the conformance kit (skipped without WEIR_TEST_TCK)', () => {
  test.each(ENGINE_NAMES)(
    'on %s',
    async engine => {
      const report = await runKit({ folder: folder!, engine, filter: '', gaps: KNOWN_GAPS, limit: 20_000 });
      expect([report.failed, report.closed, report.unknownGaps]).toEqual([[], [], []]);
      expect(report.passed).toBeGreaterThan(0);
      process.stderr.write(`${engine}: ${report.summary}\n`);
    },
    300_000,
  );
});
