/**
 * Replays recorded exchanges with the original system of this API. Every difference must be a known gap, and every
 * known gap must differ. Every response, also of known gaps, must conform to our own documents. WEIR_TEST_CAPTURES
 * names the folder of the recordings; without it nothing runs.
 */
import { VERSIONS } from './exchange.js';
import { outcomeText, runCaptures } from './run-captures.js';

const folder = process.env['WEIR_TEST_CAPTURES'];
const describeCaptures = folder === undefined ? describe.skip : describe;

describeCaptures('recorded exchanges (skipped without WEIR_TEST_CAPTURES)', () => {
  test.each(VERSIONS)('replays %s', async version => {
    const { surprises, closed, alike } = await runCaptures(folder!, version);
    const text = (outcomes: typeof surprises) => outcomes.map(each => outcomeText(version, each));
    expect({ surprises: text(surprises), closed: text(closed) }).toEqual({ surprises: [], closed: [] });
    expect(alike).toBeGreaterThan(0);
  });
});
