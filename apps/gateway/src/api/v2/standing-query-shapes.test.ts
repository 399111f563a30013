/** Standing queries of version 2, field for field, in both of its forms. */
import { clientOfService } from '../../testing/client-of-service.js';

const { ask } = clientOfService();
const NEW = '/api/v2/graph/quine/standingQueries';
const OLD = '/api/v2/standing-queries';

/** The shape of a value: its fields and their types; texts that clients parse are distinguished by name. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, shapeOf(field)]));
  }
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'string' ? kindOf(value) : typeof value;
}

function kindOf(text: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)) return 'uuid';
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text)) return 'timestamp';
  if (/^((\d+h)?(\d+m)?(\d+s)?(\d+ms)?)$/.test(text)) return 'duration';
  return text;
}

const QUERY = 'MATCH (n:Shape) RETURN DISTINCT id(n) AS id';
const RATES = {
  count: 'integer',
  oneMinute: 'integer',
  fiveMinute: 'integer',
  fifteenMinute: 'integer',
  overall: 'integer',
};
const STATS = { rates: RATES, startTime: 'timestamp', bufferSize: 'integer', expressionFailures: 'integer' };
const common = (name: string): object => ({
  name,
  internalId: 'uuid',
  outputs: [{ name: 'o', destinations: [{ type: 'Drop' }] }],
  includeCancellations: 'boolean',
  inputBufferSize: 'integer',
});
const newer = (name: string): object => ({
  ...common(name),
  pattern: { type: 'Cypher', query: QUERY, mode: 'DISTINCT_ID' },
  stats: { local: { ...STATS, totalRuntime: 'duration', outputHashCode: 'integer' } },
});
const older = (name: string): object => ({
  ...common(name),
  pattern: { type: 'Cypher', query: QUERY, mode: 'DistinctId' },
  stats: { local: { ...STATS, totalRuntime: 'integer', outputHashCode: '0' } },
});
const body = (name: string): object => ({
  name,
  pattern: { type: 'Cypher', query: QUERY },
  includeCancellations: true,
  outputs: [{ name: 'o', destinations: [{ type: 'Drop' }] }],
});
const wrapped = (content: unknown): object => ({ content, warnings: [] });
const output = { name: 'p', destinations: [{ type: 'Drop' }] };

test.each<[method: string, path: string, body: object | undefined, status: number, shape: unknown]>([
  ['GET', NEW, undefined, 200, { items: [] }],
  ['GET', OLD, undefined, 200, wrapped([])],
  ['POST', NEW, body('n'), 201, newer('n')],
  ['GET', `${NEW}/n`, undefined, 200, newer('n')],
  ['GET', NEW, undefined, 200, { items: [newer('n')] }],
  ['POST', `${NEW}/n/outputs`, output, 201, ''],
  ['DELETE', `${NEW}/n/outputs/p`, undefined, 200, output],
  ['POST', `${NEW}:propagate?includeSleeping=true&wakeUpParallelism=2`, undefined, 202, ''],
  ['DELETE', `${NEW}/n`, undefined, 200, newer('n')],
  ['POST', OLD, body('o'), 201, wrapped(older('o'))],
  ['GET', `${OLD}/o`, undefined, 200, wrapped(older('o'))],
  ['GET', OLD, undefined, 200, wrapped([older('o')])],
  ['POST', `${OLD}/o/outputs`, output, 201, ''],
  ['DELETE', `${OLD}/o/outputs/p`, undefined, 200, wrapped(output)],
  [
    'PUT',
    `${OLD}/control/propagate?includeSleeping=true`,
    undefined,
    202,
    { message: 'All nodes have received all standing queries' },
  ],
  ['DELETE', `${OLD}/o`, undefined, 200, wrapped(older('o'))],
])('%s %s', async (method, path, sent, status, shape) => {
  const answer = await ask(method, path, sent);
  expect(answer.status).toBe(status);
  expect(answer.text === '' ? '' : shapeOf(JSON.parse(answer.text))).toEqual(shape);
});

describe('errors', () => {
  const error = (code: number, status: string, details: unknown[]): object => ({
    error: { code, status, message: 'text', details },
  });
  const HELP = { type: 'Help', message: 'text' };
  const CYPHER = { type: 'ErrorInfo', reason: 'CYPHER_ERROR', domain: 'quine.io', metadata: {} };
  const bad = (pattern: object): object => ({ name: 'bad', pattern });
  const cypher = (query: string, mode = 'DISTINCT_ID'): object => bad({ type: 'Cypher', query, mode });

  /** The texts themselves are specific to Weir. */
  function withoutTexts(text: string): unknown {
    return JSON.parse(text, (key, value: unknown) => (key === 'message' ? 'text' : value)) as unknown;
  }

  beforeAll(() => ask('POST', NEW, body('taken')));

  test.each<
    [what: string, method: string, path: string, body: object | undefined, shape: { error: { code: number } }]
  >(
    (
      [
        ['nothing of that name', 'GET', '/none', undefined, 404, 'NOT_FOUND', []],
        ['nothing to delete', 'DELETE', '/none', undefined, 404, 'NOT_FOUND', []],
        ['a name that is taken', 'POST', '', body('taken'), 400, 'INVALID_ARGUMENT', []],
        ['no Cypher', 'POST', '', cypher('MATCH (n'), 400, 'INVALID_ARGUMENT', [CYPHER]],
        ['no pattern', 'POST', '', cypher('RETURN 1 AS x'), 400, 'INVALID_ARGUMENT', [CYPHER]],
        [
          'not connected',
          'POST',
          '',
          cypher('MATCH (a), (b) RETURN DISTINCT id(a)'),
          400,
          'INVALID_ARGUMENT',
          [],
        ],
        [
          'an unknown mode',
          'POST',
          '',
          cypher('MATCH (a) RETURN DISTINCT id(a)', 'SOME'),
          400,
          'INVALID_ARGUMENT',
          [],
        ],
        [
          'an unknown type',
          'POST',
          '',
          { ...body('x'), outputs: [{ name: 'o', destinations: [{ type: 'X' }] }] },
          400,
          'INVALID_ARGUMENT',
          [HELP],
        ],
        [
          'two unknown fields',
          'POST',
          '',
          { ...body('x'), odd: 1, other: 2 },
          400,
          'INVALID_ARGUMENT',
          [HELP],
        ],
        ['nothing at all', 'POST', '', {}, 400, 'INVALID_ARGUMENT', [HELP]],
        ['no number', 'POST', ':propagate?wakeUpParallelism=x', undefined, 400, 'INVALID_ARGUMENT', []],
        [
          'a number that is too small',
          'POST',
          ':propagate?wakeUpParallelism=0',
          undefined,
          400,
          'INVALID_ARGUMENT',
          [],
        ],
      ] as const
    ).map(([what, method, path, sent, code, status, details]) => [
      what,
      method,
      path,
      sent,
      error(code, status, [...details]) as { error: { code: number } },
    ]),
  )('%s', async (_, method, path, sent, shape) => {
    const answer = await ask(method, NEW + path, sent);
    expect(answer.status).toBe(shape.error.code);
    expect(withoutTexts(answer.text)).toEqual(shape);
  });
});
