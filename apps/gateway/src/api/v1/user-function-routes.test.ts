/** Functions written in Cypher, over both versions of the API. */
import { API, clientOfService } from '../../testing/client-of-service.js';

const { ask, cypher } = clientOfService();
const V1 = `${API}/query/cypher/user-defined`;
const V2 = '/api/v2/cypher-queries/user-defined';
const score = { name: 'risk.score', parameters: ['n'], expression: 'n.a * 2' };
const parse = (text: string): unknown => JSON.parse(text);

test.each([
  ['v1', V1, (content: unknown) => content],
  ['v2', V2, (content: unknown) => ({ content, warnings: [] })],
])('%s: defines, uses, lists and removes a function', async (_version, path, wrapped) => {
  expect((await cypher('RETURN risk.score({a: 21}) AS s')).status).toBe(400);
  const made = await ask('POST', path, score);
  expect([made.status, parse(made.text)]).toEqual([201, wrapped(score)]);
  expect((await cypher('RETURN risk.score({a: 21}) AS s')).text).toBe('{"columns":["s"],"results":[[42]]}');
  expect(parse((await ask('GET', path)).text)).toEqual(wrapped([score]));
  expect((await ask('POST', path, score)).status).toBe(400);
  const removed = await ask('DELETE', `${path}/risk.score`);
  expect([removed.status, parse(removed.text)]).toEqual([200, wrapped(score)]);
  expect((await ask('DELETE', `${path}/risk.score`)).status).toBe(404);
  expect(parse((await ask('GET', path)).text)).toEqual(wrapped([]));
});

test.each<[what: string, body: unknown, text: string]>([
  [
    'a wrong expression: line, column and caret',
    { ...score, expression: 'n.a *\n  no.such(n)' },
    'CompileError at 2.3 Failed to resolve function `no.such`\n\n  no.such(n)\n  ^',
  ],
  ['a name that is taken', { ...score, name: 'toUpper' }, 'There is already a function named `toUpper`'],
  ['a name that is none', { ...score, name: 'risk score' }, '`risk score` is not a valid function name'],
  ['a field that is missing', { name: 'f' }, 'expression'],
  ['parameters that are none', { ...score, parameters: 'n' }, 'parameters'],
])('rejects %s', async (_what, body, text) => {
  const answers = [await ask('POST', V1, body), await ask('POST', V2, body)];
  const messages = [
    (parse(answers[0]!.text) as string[])[0],
    (parse(answers[1]!.text) as { errors: { message: string }[] }).errors[0]!.message,
  ];
  expect(answers.map(answer => answer.status)).toEqual([400, 400]);
  expect(messages).toEqual([expect.stringContaining(text), expect.stringContaining(text)]);
});
