/** A client of a service under test. */
import { startWeir, type TestWeir, type TestWeirOptions } from './start-weir.js';

export const API = '/api/v1';

export interface Answer {
  readonly status: number;
  readonly code: string | null;
  readonly type: string | null;
  readonly text: string;
  readonly headers: Headers;
}

export type Ask = (method: string, path: string, body?: unknown, type?: string) => Promise<Answer>;

export interface Client {
  readonly service: TestWeir;
  readonly ask: Ask;
  /** Runs a query. */
  readonly cypher: (text: string, parameters?: object) => Promise<Answer>;
}

/** Starts a service before the tests of a file and stops it after them. */
export function clientOfService(options: TestWeirOptions = {}): Client {
  const client = { service: undefined as unknown as TestWeir };
  beforeAll(async () => {
    client.service = await startWeir(options);
  });
  afterAll(() => client.service.stop());
  const ask: Ask = (method, path, body, type) => send(client.service.url + path, method, body, type);
  return Object.assign(client, {
    ask,
    cypher: (text: string, parameters = {}) => ask('POST', `${API}/query/cypher`, { text, parameters }),
  });
}

export async function send(
  url: string,
  method: string,
  body?: unknown,
  type = 'application/json',
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    ...(body === undefined
      ? {}
      : {
          body:
            typeof body === 'string' || body instanceof Uint8Array
              ? (body as Uint8Array<ArrayBuffer>)
              : JSON.stringify(body),
          headers: type === '' ? {} : { 'Content-Type': type },
        }),
  });
  return {
    status: response.status,
    code: response.headers.get('weir-error-code'),
    type: response.headers.get('content-type'),
    text: await response.text(),
    headers: response.headers,
  };
}

/** Polls until the value is as expected; the test's own timeout ends a vain wait. */
export async function until<T>(read: () => Promise<T>, isThere: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read();
    if (isThere(value)) return value;
    // A read that waits for nothing would not let other work run.
    await new Promise(resolve => setImmediate(resolve));
  }
}
