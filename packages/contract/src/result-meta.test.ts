import { resultMeta } from './result-meta.js';

const result = { resultId: 'r', isPositiveMatch: true, isInitialResult: true, data: { n: 1 } };
const provenance = [{ stream: 's', position: 7 }];

test.each([
  ['live', {}, '{"resultId":"r","isPositiveMatch":true,"isInitialResult":true}'],
  ['output', {}, '{"resultId":"r","isPositiveMatch":true}'],
  [
    'live',
    { provenance, provenanceTruncated: true },
    '{"resultId":"r","isPositiveMatch":true,"isInitialResult":true,' +
      '"provenance":[{"stream":"s","position":7}],"provenanceTruncated":true}',
  ],
  [
    'output',
    { provenance },
    '{"resultId":"r","isPositiveMatch":true,"provenance":[{"stream":"s","position":7}]}',
  ],
] as const)('%s %j', (audience, more, text) => {
  expect(JSON.stringify(resultMeta({ ...result, ...more }, audience))).toBe(text);
});
