/**
 * Recorded exchanges with the system that this API comes from, replayed: whatever differs is a known gap, and every known
 * gap differs. Every answer, those of known gaps too, is as our own documents say. WEIR_TEST_CAPTURES names the folder of the recordings; without it there is nothing to run.
 */
import { VERSIONS } from './exchange.js';
import { outcomeText, runCaptures } from './run-captures.js';

const folder = process.env['WEIR_TEST_CAPTURES'];
const describeCaptures = folder === undefined ? describe.skip : describe;

describeCaptures('recorded exchanges (skipped without WEIR_TEST_CAPTURES)', () => {
  test.each(VERSIONS)('of %s', async version => {
    const { surprises, closed, alike } = await runCaptures(folder!, version);
    const text = (outcomes: typeof surprises) => outcomes.map(each => outcomeText(version, each));
    expect({ surprises: text(surprises), closed: text(closed) }).toEqual({ surprises: [], closed: [] });
    expect(alike).toBeGreaterThan(0);
  });
});
