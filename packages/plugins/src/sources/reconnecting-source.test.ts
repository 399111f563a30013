import { type Logger, WeirError } from '@weir/platform';
import { TestEnvironment, until } from '@weir/platform/testing';
import { type CutRecords } from './base-source.js';
import { type ResumePoint, type SourceSupports, TransientSourceError } from './ingest-source.js';
import { packBytes } from './pack-bytes.js';
import { type ReconnectingOptions, ReconnectingSource } from './reconnecting-source.js';
import { describeIngestSource } from './source-conformance.js';

/** Results of a session's reads, one after the other: records, nothing, the end, or an error. Then it waits. */
type Read = string | 'skipped' | undefined | Error;

class Session {
  readonly ended = new AbortController();

  constructor(readonly reads: Read[]) {}

  next(): Promise<Read> {
    if (this.reads.length > 0) return Promise.resolve(this.reads.shift());
    return new Promise((_, reject) =>
      this.ended.signal.addEventListener('abort', () => reject(new Error('ended')), { once: true }),
    );
  }
}

class ScriptedSource extends ReconnectingSource<Session> {
  readonly supports: SourceSupports = { finite: false, resume: 'exact', acknowledge: false };
  readonly sessions: Session[] = [];
  readonly dropped: Session[] = [];
  readonly polled: Session[] = [];
  connects = 0;
  left: Session | undefined | 'not yet' = 'not yet';
  private at = 0;

  /** @param scripts reads of each session, or the error of an attempt to open it; the last one repeats. */
  constructor(
    private readonly scripts: readonly (readonly Read[] | Error | 'never')[],
    options: ReconnectingOptions,
    private readonly isEager = false,
  ) {
    super(options);
  }

  loseSession(error: Error): void {
    this.lose(error);
  }

  protected async begin(from: ResumePoint | undefined): Promise<void> {
    this.at = Number(from?.cursor ?? 0);
    if (this.isEager) await this.connectNow();
  }

  protected connect(): Promise<Session> {
    const script = this.scripts[Math.min(this.connects++, this.scripts.length - 1)]!;
    if (script === 'never') return new Promise(() => undefined);
    if (script instanceof Error) return Promise.reject(script);
    const session = new Session([...script].slice(this.scripts.length === 1 ? this.at : 0));
    this.sessions.push(session);
    return Promise.resolve(session);
  }

  protected async read(session: Session): Promise<CutRecords | 'skipped' | undefined> {
    const read = await session.next();
    if (read === 'skipped' || read === undefined) return read;
    if (read instanceof Error) throw read;
    this.at++;
    return packBytes([Buffer.from(read)]);
  }

  protected disconnect(session: Session): void {
    this.dropped.push(session);
    session.ended.abort();
  }

  protected override async leave(session: Session | undefined): Promise<void> {
    this.left = session;
    await super.leave(session);
  }

  protected override poll(session: Session): Promise<void> {
    this.polled.push(session);
    return Promise.resolve();
  }

  protected cursor(): string {
    return String(this.at);
  }
}

let environment: TestEnvironment;
let source: ScriptedSource;

beforeEach(() => {
  environment = new TestEnvironment();
});

afterEach(() => source.close());

function optionsOf(options: Partial<ReconnectingOptions> = {}): ReconnectingOptions {
  const { scheduler, logger } = environment;
  return { sender: 'the sender', scheduler, logger, ...options };
}

async function textOfNext(): Promise<string | undefined> {
  const batch = await source.next(1);
  return batch && Buffer.from(batch.chunk.bytes).toString();
}

/** Waits for a pause, and ends it. Fails unless it takes exactly that long. */
async function endPause(millis: number): Promise<void> {
  await until(() => environment.timersWaiting > 0);
  const { connects } = source;
  environment.advance(millis - 1);
  await Promise.resolve();
  expect(source.connects).toBe(connects);
  environment.advance(1);
  await until(() => source.connects > connects);
}

const lines = (): string[] => environment.logged.map(({ level, message }) => `${level}: ${message}`);
const WARNING = 'warn: Cannot read from the sender: broken. Retrying until it responds.';

const RECORDS = ['a', 'bb', 'ccc', 'dddd', 'ä', 'f'];

describeIngestSource('a source that reconnects', () => {
  const { scheduler, logger } = new TestEnvironment();
  const make = (): ScriptedSource =>
    (source = new ScriptedSource([RECORDS], { sender: 'the sender', scheduler, logger }));
  return { make, records: RECORDS };
});

test('opens another session after a pause when the first one fails, and reports the reason until then', async () => {
  source = new ScriptedSource([['a', new Error('broken')], ['b']], optionsOf());
  await source.open();
  expect(await textOfNext()).toBe('a');
  const next = textOfNext();
  await until(() => source.status().trouble !== undefined);
  expect(source.status()).toEqual({ trouble: 'Cannot read from the sender: broken' });
  expect(source.dropped).toEqual([source.sessions[0]]);
  await endPause(200);
  expect(await next).toBe('b');
  expect(source.status()).toEqual({});
  expect(lines()).toEqual([WARNING, 'info: Reading from the sender again.']);
});

test('doubles the pauses up to a limit, and logs a reason once', async () => {
  source = new ScriptedSource([new Error('broken')], optionsOf({ pauses: { shortest: 100, longest: 350 } }));
  await source.open();
  const next = source.next(1);
  for (const millis of [100, 200, 350, 350]) await endPause(millis);
  expect(lines()).toEqual([WARNING]);
  await source.close();
  expect(await next).toBeUndefined();
  expect(environment.timersWaiting).toBe(0);
});

test.each([
  ['session', 200, 200],
  ['records', 200, 400],
] as const)(
  'begins with short pauses again if a %s proves that the sender responds',
  async (provenBy, first, second) => {
    source = new ScriptedSource([[new Error('broken')]], optionsOf({ provenBy }));
    await source.open();
    void source.next(1);
    for (const millis of [first, second]) await endPause(millis);
  },
);

test('clears the reason with the session, and lets the pauses grow until there are records', async () => {
  const scripts = [[new Error('broken')], [new Error('broken')], ['skipped'], [new Error('broken')]] as const;
  source = new ScriptedSource(scripts, optionsOf({ pausesRestartWith: 'records' }));
  await source.open();
  void source.next(1);
  await endPause(200);
  await endPause(400);
  await until(() => source.status().trouble === undefined);
  source.loseSession(new Error('broken'));
  await endPause(200);
});

test.each([undefined, { position: 3, cursor: '3' }])(
  'a sender that rejects the client, resumed from %j',
  async from => {
    const isRefusal = (): boolean => true;
    source = new ScriptedSource([new Error('wrong password'), ['d']], optionsOf({ isRefusal }));
    await source.open(from);
    const next = textOfNext();
    if (from === undefined) {
      const message = 'Cannot read from the sender: wrong password';
      await expect(next).rejects.toMatchObject({ code: 'ingest.invalid', message });
    } else {
      await endPause(200);
      expect(await next).toBe('d');
    }
  },
);

test('fails with errors that no retry can mend', async () => {
  const error = new WeirError('ingest.source-changed', 'the records are gone');
  source = new ScriptedSource([['a', error]], optionsOf());
  await source.open();
  await source.next(1);
  await expect(source.next(1)).rejects.toBe(error);
  expect(environment.timersWaiting).toBe(0);
});

test('fails after the configured number of retries, every time it is read', async () => {
  source = new ScriptedSource([new Error('broken')], optionsOf({ maximumTries: 2 }));
  await source.open();
  const failing = expect(source.next(1)).rejects.toBeInstanceOf(TransientSourceError);
  for (const millis of [200, 400]) await endPause(millis);
  await failing;
  expect(source.status()).toEqual({});
  await expect(source.next(1)).rejects.toThrow('Cannot read from the sender: broken');
});

test('opens its first session with the source if it must not miss anything', async () => {
  source = new ScriptedSource([['a']], optionsOf(), true);
  await source.open();
  expect(source.connects).toBe(1);
  source = new ScriptedSource([new Error('broken')], optionsOf({ maximumTries: 0 }), true);
  await expect(source.open()).rejects.toBeInstanceOf(TransientSourceError);
});

test('replaces a session that is reported as lost while nothing is read', async () => {
  source = new ScriptedSource([['a'], ['b']], optionsOf());
  await source.open();
  await source.next(1);
  source.loseSession(new Error('broken'));
  await endPause(200);
  expect(await textOfNext()).toBe('b');
});

test('polls the session regularly until it is lost', async () => {
  source = new ScriptedSource([['a'], 'never'], optionsOf());
  await source.open();
  await source.next(1);
  for (let times = 1; times <= 2; times++) {
    environment.advance(5_000);
    await until(() => source.polled.length === times && environment.timersWaiting === 1);
  }
  source.loseSession(new Error('broken'));
  await endPause(200);
  environment.advance(60_000);
  expect(source.polled).toEqual([source.sessions[0], source.sessions[0]]);
});

test('logs a failed poll and continues', async () => {
  const { logger } = environment;
  const debug: string[] = [];
  const listening: Logger = {
    log: (level, message) => {
      debug.push(`${level}: ${message}`);
      logger.log(level, message);
    },
  };
  source = new ScriptedSource([['a']], optionsOf({ logger: listening }));
  Object.assign(source, { poll: () => Promise.reject(new Error('busy')) });
  await source.open();
  await source.next(1);
  environment.advance(5_000);
  await until(() => environment.timersWaiting === 1 && debug.length === 1);
  expect(debug).toEqual(['debug: The number of unread records is unknown. the sender: busy']);
});

test('leaves the session when it is closed, and waits for that only a short time', async () => {
  source = new ScriptedSource([['a']], optionsOf());
  await source.open();
  await source.next(1);
  const pending = source.next(1);
  await source.close();
  expect(source.left).toBe(source.sessions[0]);
  expect(await pending).toBeUndefined();

  source = new ScriptedSource([['a']], optionsOf());
  Object.assign(source, { leave: () => new Promise(() => undefined) });
  await source.open();
  const closed = source.close();
  await until(() => environment.timersWaiting === 1);
  environment.advance(2_000);
  await closed;
});
