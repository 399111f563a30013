/** Requests to a sharing server about one table, by the Delta Sharing protocol. */
import { OAuthTokens } from '@weir/formats/http';
import type { DeltaSharingDefinition } from '../definition/delta-sharing-source.js';
import { type Clock, messageOf, type OutgoingPolicy, shownUrl, untilAborted } from '@weir/platform';
import {
  type Answer,
  isPassing,
  LimitedRequests,
  linesOf,
  type LimitedRequest,
  retryAfterMillis,
  saidBy,
} from './limited-requests.js';
import { SharingProblem } from './sharing-problem.js';
import { type TableAnswer, TableAnswerReader } from './table-answer.js';

export interface SharingServerOptions {
  readonly definition: DeltaSharingDefinition;
  readonly clock: Clock;
  readonly outgoing: OutgoingPolicy;
  readonly closing: AbortSignal;
}

export interface SnapshotAnswer extends TableAnswer {
  /** Version of the response, if the server reports it. */
  readonly version: number | undefined;
}

const LIMITS = { largestAnswer: 512 * 1024 * 1024, longestLine: 4 * 1024 * 1024 };
/** Concurrent requests: one, and another while its response is being received. */
const CONNECTIONS = 2;
/** Statuses for a range with versions that do not exist or were removed, and for tables without changes. */
const NO_SUCH_VERSIONS: ReadonlySet<number> = new Set([400, 410, 416, 422]);

/** Requests an explicit last line, so that a truncated response is not mistaken for one with fewer files. */
const WITH_END = 'includeendstreamaction=true';

type Read<T> = (answer: Answer) => Promise<T>;

export class SharingServer {
  /** Description of the table. */
  readonly name: string;
  private readonly requests: LimitedRequests;
  private readonly tokens: OAuthTokens | undefined;
  private readonly capabilities: string;

  constructor(private readonly options: SharingServerOptions) {
    const { definition, outgoing, closing } = options;
    const { endpoint, auth, shareName, schemaName, tableName } = definition;
    this.name = `${shareName}.${schemaName}.${tableName} at ${shownUrl(endpoint)}`;
    this.requests = new LimitedRequests(outgoing, CONNECTIONS, closing);
    this.capabilities = capabilitiesOf(definition);
    if (auth.type === 'OAuthClientCredentials')
      this.tokens = new OAuthTokens({ ...auth, tokenEndpointUrl: auth.tokenEndpoint }, options);
  }

  /** Returns the newest version. @throws SharingProblem */
  async version(): Promise<number> {
    const read = (path: string): Promise<number | undefined> =>
      this.ask('GET', path, undefined, answer => Promise.resolve(versionOf(answer)));
    try {
      const version = await read('version');
      if (version !== undefined) return version;
    } catch (error) {
      // Some servers do not support this request.
      if (!(error instanceof NotThere)) throw error;
    }
    const version = await read('metadata');
    if (version !== undefined) return version;
    throw new SharingProblem('refused', 'the server does not report the version of the table');
  }

  /**
   * Returns the files of the table at a version, or at its newest one. @throws SharingProblem `unreadable` for an
   * unavailable version.
   */
  snapshot(version: number | undefined): Promise<SnapshotAnswer> {
    const body = JSON.stringify(version === undefined ? {} : { version });
    return this.ask('POST', 'query', body, async answer => ({
      ...(await tableAnswer(answer)),
      version: versionOf(answer),
    }));
  }

  /** Returns the changes of these versions. @throws SharingProblem `unreadable` if they are unavailable. */
  changes(from: number, to: number): Promise<TableAnswer> {
    return this.ask('GET', `changes?startingVersion=${from}&endingVersion=${to}`, undefined, tableAnswer);
  }

  close(): Promise<void> {
    return this.requests.close();
  }

  private async ask<T>(
    method: 'GET' | 'POST',
    path: string,
    body: string | undefined,
    read: Read<T>,
  ): Promise<T> {
    const { definition } = this.options;
    const { endpoint, shareName, schemaName, tableName } = definition;
    const names = ['shares', shareName, 'schemas', schemaName, 'tables', tableName].map(encodeURIComponent);
    const url = new URL(`${endpoint.replace(/\/+$/, '')}/${names.join('/')}/${path}`);
    const request = async (): Promise<LimitedRequest> => ({
      method,
      headers: {
        accept: 'application/x-ndjson, application/json',
        authorization: `Bearer ${await this.token()}`,
        'delta-sharing-capabilities': this.capabilities,
        ...(body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
      },
      ...(body === undefined ? {} : { body }),
      millis: definition.serverRequestTimeoutMs,
    });
    const readWell: Read<T> = async answer => {
      if (answer.status !== 200) throw await this.refusal(answer);
      return read(answer);
    };
    try {
      return await this.requests.make(url, await request(), readWell);
    } catch (error) {
      if (!(error instanceof NotAllowed) || this.tokens === undefined) throw error;
      // The token may have expired early; another one is tried once.
      this.tokens.forget();
      return this.requests.make(url, await request(), readWell);
    }
  }

  private async token(): Promise<string> {
    const { auth } = this.options.definition;
    if (auth.type === 'BearerToken') return auth.bearerToken;
    try {
      const token = await untilAborted(this.tokens!.token(), this.options.closing, undefined);
      if (token !== undefined) return token;
    } catch (error) {
      throw new SharingProblem('passing', messageOf(error), {
        cause: error,
      });
    }
    throw new SharingProblem('passing', 'closed');
  }

  private async refusal(answer: Answer): Promise<SharingProblem> {
    const { status } = answer;
    const reason = `status ${status}${await saidBy(answer)}`;
    if (status === 401 || status === 403) {
      return new NotAllowed('refused', `the server denied access: ${reason}`);
    }
    if (status === 404) return new NotThere('refused', `the table does not exist: ${reason}`);
    if (NO_SUCH_VERSIONS.has(status))
      return new SharingProblem('unreadable', `the server does not provide it: ${reason}`);
    if (isPassing(status)) {
      const wait = retryAfterMillis(answer, this.options.clock.now());
      return new SharingProblem('passing', reason, { retryAfterMillis: wait });
    }
    const isRedirect = status >= 300 && status < 400;
    return new SharingProblem('refused', isRedirect ? `${reason}: redirects are not followed` : reason);
  }
}

class NotAllowed extends SharingProblem {}

class NotThere extends SharingProblem {}

/** Tables with deletion vectors are read as long as no relevant file has one. */
function capabilitiesOf({ responseFormat }: DeltaSharingDefinition): string {
  const features = 'readerfeatures=deletionvectors,timestampntz;';
  const format = responseFormat ?? 'delta,parquet';
  return `responseformat=${format};${format === 'parquet' ? '' : features}${WITH_END}`;
}

function versionOf({ headers }: Answer): number | undefined {
  const value = headers['delta-table-version'];
  if (typeof value !== 'string') return undefined;
  const version = /^\d{1,16}$/.test(value) ? Number(value) : NaN;
  if (Number.isSafeInteger(version)) return version;
  throw new SharingProblem('refused', `the server reports the invalid table version '${value.slice(0, 40)}'`);
}

async function tableAnswer(answer: Answer): Promise<TableAnswer> {
  const said = answer.headers['delta-sharing-capabilities'];
  const reader = new TableAnswerReader(String(said).toLowerCase().includes(WITH_END));
  for await (const line of linesOf(answer, LIMITS)) reader.line(line);
  return reader.whole();
}
