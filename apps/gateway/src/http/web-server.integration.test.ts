import { once } from 'node:events';
import { Agent, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { TestEnvironment } from '@weir/platform/testing';
import { get as getSecurely } from 'node:https';
import { connect } from 'node:net';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { WebServer } from './web-server.js';

const pem = (name: string): Buffer =>
  readFileSync(fileURLToPath(new URL(`../../src/testing/certificates/${name}`, import.meta.url)));

test('keeps idle connections open, but not after the server has ended', async () => {
  // The clock is stopped, so no timeout closes anything.
  const { scheduler } = new TestEnvironment();
  const web = await WebServer.listen('127.0.0.1', 0, scheduler);
  const answers: ServerResponse[] = [];
  web.serve((_request, response) => void answers.push(response));
  const agent = new Agent({ keepAlive: true });
  const ask = async (): Promise<IncomingMessage> => {
    const [answer] = (await once(get(web.url, { agent }), 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
    return answer;
  };
  const answered = async (work: () => void): Promise<IncomingMessage> => {
    const answer = ask();
    while (answers.length === 0) await new Promise(resolve => setImmediate(resolve));
    work();
    answers.pop()!.end('x');
    return answer;
  };
  try {
    const first = await answered(() => undefined);
    expect(first.headers['keep-alive']).toBe('timeout=65');
    let closed: Promise<void> | undefined;
    await answered(() => {
      closed = web.close(60_000);
    });
    await closed;
  } finally {
    agent.destroy();
  }
}, 20_000);

test.each([
  ['HTTP', undefined],
  ['HTTPS', { cert: pem('server.pem'), key: pem('server.key') }],
])(
  'a connection without a request does not delay its end, and a request in flight is answered: %s',
  async (_, tls) => {
    const { scheduler } = new TestEnvironment();
    const web = await WebServer.listen('127.0.0.1', 0, scheduler, tls);
    const idle = connect(web.port, '127.0.0.1');
    await once(idle, 'connect');
    const asked = new Promise<ServerResponse>(resolve =>
      web.serve((_request, response) => resolve(response)),
    );
    const ask = tls === undefined ? get : getSecurely;
    const answer = once(ask(web.url, { ca: pem('ca.pem'), agent: false }), 'response');
    const response = await asked;
    const cut = once(idle, 'close');
    idle.resume();
    const closed = web.close(60_000);
    await cut;
    response.end('x');
    const [received] = (await answer) as [IncomingMessage];
    expect(received.statusCode).toBe(200);
    received.resume();
    await closed;
  },
);
