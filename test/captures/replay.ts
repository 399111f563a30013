/**
 * Replays a recording, in order, and reports the differences of each exchange. Streams are opened before the exchange
 * that makes them send something, and compared in their own turn.
 */
import { messageOf, pause, type Scheduler } from '@weir/platform';
import { differences } from './likeness.js';
import type { Exchange, Version } from './exchange.js';
import { openLive, type Live } from './live-exchanges.js';
import { undocumented } from './documented.js';
import { mediaTypeOf, send, type RawAnswer } from './raw-request.js';
import { inFolder, WRITTEN_BY_INGEST } from './recorded-files.js';

export interface Outcome {
  readonly exchange: Exchange;
  /** Empty: no differences. */
  readonly differences: readonly string[];
}

export interface ReplayOptions {
  readonly version: Version;
  /** Without a trailing slash. */
  readonly url: string;
  /** Folder of the recorded files. */
  readonly folder: string;
  readonly scheduler: Scheduler;
}

/** Number of each stream, and the exchange before which it is opened. */
const OPENED_BEFORE: Readonly<Record<Version, Readonly<Record<number, number>>>> = {
  v1: { 239: 46, 240: 46, 241: 46, 245: 242 },
  v2: { 198: 195, 199: 195, 200: 195, 201: 195 },
};
/** Before this exchange the data of the ingest streams exists, whatever their state. */
const DATA_BEFORE: Readonly<Record<Version, number>> = { v1: 92, v2: 122 };

/** Time in which a response may reach its recorded state: streams run, states settle. */
const PATIENCE_MILLIS = 2_000;
const RETRY_MILLIS = 25;

/** Prefix of a difference that no known gap covers. */
export const UNDOCUMENTED = 'not as documented: ';

export async function replay(exchanges: readonly Exchange[], options: ReplayOptions): Promise<Outcome[]> {
  const { version, url, folder } = options;
  const lives = new Map<number, Promise<Live>>();
  const outcomes: Outcome[] = [];
  for (const recorded of exchanges) {
    for (const [stream, before] of Object.entries(OPENED_BEFORE[version])) {
      if (before !== recorded.n) continue;
      const live = openLive(url, exchanges[Number(stream)]!);
      lives.set(Number(stream), live);
      await live.catch(() => undefined);
    }
    if (recorded.n === DATA_BEFORE[version]) await writeData(url);
    const exchange = inFolder(recorded, folder);
    outcomes.push({ exchange, differences: await differ(exchange, lives, options) });
  }
  return outcomes;
}

async function differ(
  exchange: Exchange,
  lives: ReadonlyMap<number, Promise<Live>>,
  options: ReplayOptions,
): Promise<readonly string[]> {
  const { url } = options;
  try {
    if (exchange.frames !== undefined || exchange.rawAll !== undefined) {
      const live = await (lives.get(exchange.n) ?? openLive(url, exchange));
      return await live.differences();
    }
    const answer = await send(url, exchange);
    const broken = undocumented(exchange.method, exchange.path, answer);
    if (broken.length > 0) return broken.map(line => `${UNDOCUMENTED}${line}`);
    let found = compare(exchange, answer);
    for (let left = PATIENCE_MILLIS; found.length > 0 && isRead(exchange) && left > 0; left -= RETRY_MILLIS) {
      await pause(options.scheduler, RETRY_MILLIS);
      found = compare(exchange, await send(url, exchange));
    }
    return found;
  } catch (error) {
    return [messageOf(error)];
  }
}

/** The request can be repeated, and may return something else then. */
function isRead({ method, path, status }: Exchange): boolean {
  return method === 'GET' && status === 200 && /\/(ingests?|standing|standingQueries)\b/.test(path);
}

function compare({ status, headers = [], body }: Exchange, answer: RawAnswer): string[] {
  // Some were never answered; if ours is, it must succeed.
  const wanted = status ?? 200;
  if (answer.status !== wanted)
    return [`status ${answer.status}, not ${wanted}: ${answer.body.slice(0, 200)}`];
  const recordedType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const mediaType = mediaTypeOf(recordedType);
  if (recordedType !== undefined && mediaType !== answer.mediaType) {
    return [`${answer.mediaType || 'no media type'}, not ${mediaType}`];
  }
  if (mediaType !== 'application/json' || typeof body !== 'string') {
    return body === '' && answer.body !== '' ? [`a body: ${answer.body.slice(0, 200)}`] : [];
  }
  return differences(body, answer.body, { values: wanted < 300 });
}

async function writeData(url: string): Promise<void> {
  for (const text of WRITTEN_BY_INGEST) {
    const body = JSON.stringify({ text });
    const headers = { 'Content-Type': 'application/json' };
    await fetch(`${url}/api/v1/query/cypher`, { method: 'POST', headers, body });
  }
}
