import { describeIngestSource } from '@weir/plugins/conformance';
import { NumberSource } from './number-source.js';

describeIngestSource('numbers', () => ({
  records: [
    '9223372036854775805',
    '9223372036854775806',
    '9223372036854775807',
    '-9223372036854775808',
    '-9223372036854775807',
  ],
  make: () => new NumberSource(2n ** 63n - 3n, 5),
}));

describeIngestSource('numbers without end', () => ({
  records: ['-2', '-1', '0', '1', '2', '3'],
  make: () => new NumberSource(-2n, undefined),
}));
