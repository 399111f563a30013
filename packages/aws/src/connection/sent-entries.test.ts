import { failuresOfEntries } from './sent-entries.js';

const unanswered = (index: number) => ({ index, reason: 'the response does not mention it', mayPass: true });

test.each([
  ['all taken', [{ Id: '0' }, { Id: '1' }], [], []],
  [
    'one refused, one busy',
    [],
    [
      { Id: '0', Code: 'InvalidMessageContents', Message: 'no', SenderFault: true },
      { Id: '1', Code: 'Busy', SenderFault: false },
    ],
    [
      { index: 0, reason: 'InvalidMessageContents: no', mayPass: false },
      { index: 1, reason: 'Busy', mayPass: true },
    ],
  ],
  ['one not spoken of', [{ Id: '1' }], [], [unanswered(0)]],
  ['nothing said', undefined, undefined, [unanswered(0), unanswered(1)]],
  [
    'of entries that were not sent',
    [{ Id: '0' }],
    [{ Id: '7', Code: 'Busy' }, { Id: 'x' }, {}],
    [unanswered(1)],
  ],
])('interprets a response for two entries: %s', (_, taken, failed, expected) => {
  expect(failuresOfEntries(2, taken, failed)).toEqual(expected);
});
