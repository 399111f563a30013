/** Tests against a mail server in this process. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { OPEN_RULES, OutgoingPolicy } from '@weir/platform';
import { TestEnvironment } from '@weir/platform/testing';
import type { DestinationContext, Message } from '@weir/plugins';
import { describeDestination } from '@weir/plugins/conformance';
import { SMTPServer } from 'smtp-server';
import { extensions } from './email.js';

const [email] = extensions.destinations!;

class MailServer {
  readonly mails: string[] = [];
  /** Reasons to refuse a recipient. */
  readonly refused = new Map<string, Error & { responseCode: number }>();
  private readonly server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password }, _, done) =>
      password === 'right' ? done(null, { user: 'weir' }) : done(new Error('wrong password')),
    onRcptTo: ({ address }, _, done) => done(this.refused.get(address)),
    onData: (stream, _, done) => {
      let text = '';
      stream.setEncoding('utf8');
      stream.on('data', (piece: string) => (text += piece));
      stream.on('end', () => {
        this.mails.push(text);
        done();
      });
    },
  });

  async start(): Promise<number> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server.server, 'listening');
    return (this.server.server.address() as AddressInfo).port;
  }

  stop(): Promise<void> {
    return new Promise(resolve => this.server.close(() => resolve()));
  }

  /** The lines of all mails that are JSON. */
  get lines(): string[] {
    return this.mails.flatMap(mail => mail.split('\r\n').filter(line => line.startsWith('{')));
  }
}

let server: MailServer;
let port: number;
beforeEach(async () => {
  server = new MailServer();
  port = await server.start();
  server.refused.clear();
});
afterEach(() => server.stop());

const FIELDS = { host: '127.0.0.1', from: 'weir@example.com', to: ['team@example.com'] };
const DEFAULTS = {
  secure: false,
  subject: '{{query}}: {{data.user}}',
  text: '{{kind}} {{id}}\n{{dataText}}',
};

describeDestination(email!, () => ({
  definition: { ...FIELDS, port, text: '{{dataText}}', maxResults: 100 },
  arrived: () => server.lines,
}));

const context = (): DestinationContext => ({
  name: 'test',
  origin: { query: 'travels', output: 'mail' },
  environment: new TestEnvironment(),
  outgoing: new OutgoingPolicy(OPEN_RULES),
  signal: new AbortController().signal,
});
const open = (fields: object = {}) =>
  email!.open({ ...FIELDS, ...DEFAULTS, port, maxResults: 2, ...fields }, context());

function message(id: string, data: object, isRetraction = false): Message {
  return { id, isRetraction, data: Buffer.from(JSON.stringify(data)), isText: true };
}
const WHOLE = { meta: { resultId: 'r1' }, data: { n: 1, user: 'Ada' } };

test('a retraction replies to the mail of its match', async () => {
  const destination = await open();
  await destination.write([message('r1', WHOLE)]);
  await destination.write([message('r1', WHOLE, true)]);
  const [match, retraction] = server.mails;
  expect(match).toContain('Subject: travels: Ada\r\n');
  expect(match).toContain('To: team@example.com\r\n');
  expect(match).toContain('Message-ID: <r1@weir>\r\n');
  expect(match).toContain('match r1\r\n{"n":1,"user":"Ada"}\r\n');
  expect(retraction).toContain('In-Reply-To: <r1@weir>\r\n');
  expect(retraction).toContain('retraction r1\r\n');
});

test('results that wait together share a mail, which counts those that it does not show', async () => {
  const destination = await open();
  await destination.write([1, 2, 3, 4, 5].map(n => message(`r${n}`, { user: `u${n}` })));
  expect(server.mails).toHaveLength(1);
  expect(server.mails[0]).toContain('Subject: travels: u1 (and 4 more)\r\n');
  expect(server.lines).toEqual(['{"user":"u1"}', '{"user":"u2"}']);
  expect(server.mails[0]).toContain('... and 3 more\r\n');
});

test.each([
  ['a wrong password', { username: 'weir', password: 'wrong' }, false],
  ['a refused recipient', { to: ['unknown@example.com'] }, false],
  ['a busy server', { to: ['busy@example.com'] }, true],
  ['a server that is not there', { port: 1 }, true],
])('reports %s', async (_, fields, mayPass) => {
  const refusal = (responseCode: number) => Object.assign(new Error('refused'), { responseCode });
  server.refused.set('unknown@example.com', refusal(550));
  server.refused.set('busy@example.com', refusal(451));
  const destination = await open(fields);
  const [first] = [message('r1', WHOLE)];
  expect(await destination.write([first])).toMatchObject([{ message: first, mayPass }]);
  expect(server.mails).toEqual([]);
});

test('logs in, and sends special characters', async () => {
  const destination = await open({ username: 'weir', password: 'right', subject: 'Grüße {{data.user}}' });
  expect(await destination.write([message('r1', { user: 'a\r\nBcc: x@example.com' })])).toBeUndefined();
  const [head] = server.mails[0]!.split('\r\n\r\n');
  expect(head).not.toMatch(/^Bcc:/m);
});

test('rejects a host that the configuration denies', () => {
  const outgoing = new OutgoingPolicy({ ...OPEN_RULES, deny: ['192.0.2.0/24'] });
  expect(() => email!.open({ ...FIELDS, port, host: '192.0.2.1' }, { ...context(), outgoing })).toThrow(
    expect.objectContaining({ code: 'output.invalid' }),
  );
});
