import { arrivedPartitions } from './arrived-partitions.js';

/** An error as the client throws it: nested, with the data that accompanied it. */
function failure(fields: object, errors: readonly unknown[] = []): Error {
  return Object.assign(new Error('failed'), fields, { errors });
}

function answer(name: string, errorCodes: readonly number[]): object {
  const partitionResponses = errorCodes.map((errorCode, index) => ({ index, errorCode }));
  return { responses: [{ name, partitionResponses }] };
}

test.each([
  [
    'of an answer with a code for each',
    failure({}, [failure({ response: answer('t', [0, 10, 0]) })]),
    [0, 2],
  ],
  ['of other brokers', failure({ produced: { offsets: [{ topic: 't', partition: 5 }] } }), [5]],
  [
    'of several tries',
    failure({}, [failure({ response: answer('t', [0, 6]) }), failure({ response: answer('t', [6, 0]) })]),
    [0, 1],
  ],
  ['not of another topic', failure({ response: answer('u', [0]) }), []],
  ['not where nothing was answered', failure({ produced: {} }, [new Error('no connection')]), []],
  ['not of what is no error', 'closed', []],
])('finds the partitions that were written: %s', (_, error, expected) => {
  expect([...arrivedPartitions(error, 't')].sort((a, b) => a - b)).toEqual(expected);
});
