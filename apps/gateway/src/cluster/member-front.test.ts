/** Which process answers when a member is unsure whether it still owns the graph. */
import { once } from 'node:events';
import { systemEnvironment } from '@weir/runtime';
import { WebSocket } from 'ws';
import { WebServer } from '../http/web-server.js';
import type { LendingDoor } from './lending-door.js';
import { MemberFront } from './member-front.js';

const { scheduler } = systemEnvironment();
/** No process borrows workers. */
const door = {} as LendingDoor;
const READINESS = '/api/v2/system/readiness';

let servers: WebServer[] = [];

async function start(name: string): Promise<MemberFront> {
  const web = await WebServer.listen('127.0.0.1', 0, scheduler);
  servers.push(web);
  return new MemberFront(web, { name, scheduler, door });
}

async function ask({ web }: MemberFront, path = '/'): Promise<{ status: number; text: string }> {
  const response = await fetch(web.url + path);
  return { status: response.status, text: await response.text() };
}

afterEach(async () => {
  await Promise.all(servers.map(web => web.close(0)));
  servers = [];
});

test('an unsure owner waits, and forwards its requests once it learns of another owner', async () => {
  const [one, two] = [await start('one'), await start('two')];
  let isSure = true;
  one.answerWith(
    (_, response) => response.end('of one'),
    () => isSure,
  );
  two.answerWith(
    (_, response) => response.end('of two'),
    () => true,
  );
  expect(await ask(one)).toEqual({ status: 200, text: 'of one' });
  isSure = false;
  expect(await ask(one, READINESS)).toMatchObject({ status: 503, text: expect.stringMatching(/a lease/) });
  const waiting = ask(one);
  one.turnTo(two.web.url);
  expect(await waiting).toEqual({ status: 200, text: 'of two' });
});

test('an owner that is sure again answers', async () => {
  const one = await start('one');
  let checks = 0;
  one.answerWith(
    (_, response) => response.end('of one'),
    () => ++checks > 1,
  );
  expect(await ask(one)).toEqual({ status: 200, text: 'of one' });
});

test('discards results that were read before the process stalled', async () => {
  const one = await start('one');
  let isSure = true;
  one.answerWith(
    (request, response) => {
      isSure = request.url !== '/stands-still';
      response.setHeader('content-type', 'text/plain');
      response.end('of one');
    },
    () => isSure,
  );
  expect(await ask(one)).toMatchObject({ status: 200 });
  await expect(ask(one, '/stands-still')).rejects.toThrow();
});

test('readiness immediately reports why no member answers', async () => {
  const one = await start('one');
  expect(await ask(one, READINESS)).toMatchObject({
    status: 503,
    text: expect.stringMatching(/No process owns the graph/),
  });
  one.turnTo(undefined, 'cut off');
  expect(await ask(one, READINESS)).toMatchObject({ status: 503, text: '["cut off"]' });
  expect(await ask(one, '/api/v2/system/liveness')).toMatchObject({ status: 204 });
});

test('a member that stops answering closes WebSockets too', async () => {
  const one = await start('one');
  one.answerWith(
    request => void one.web.upgrades.accept(request).then(socket => socket!.send('of one')),
    () => true,
  );
  const socket = new WebSocket(one.web.url.replace('http', 'ws'));
  const closed = once(socket, 'close');
  const [message] = (await once(socket, 'message')) as [Buffer];
  expect(message.toString()).toBe('of one');
  await one.drain(0);
  await closed;
});
