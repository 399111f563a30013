import { once } from 'node:events';
import { Agent, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { TestEnvironment } from '@weir/platform/testing';
import { WebServer } from './web-server.js';

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
