/**
 * Client of a schema registry with Confluent's API. A schema with an id never changes, so each is requested once; an
 * unknown id is requested again after a while.
 */
import {
  type Clock,
  messageOf,
  type OutgoingPolicy,
  policedConnector,
  shownUrl,
  withEitherSignal,
} from '@weir/platform';
import type { SchemaRegistryDefinition } from '../forms/schema-registry.js';
import type { Agent, Dispatcher } from 'undici';
import { responseText } from './response-text.js';

/** A schema and its references, dependencies first. */
export interface RegisteredSchema {
  readonly schema: string;
  readonly references: readonly string[];
}

/**
 * `unknown`: the schema or subject does not exist. `refused`: a retry is pointless. Other failures may be transient.
 */
export class SchemaRegistryError extends Error {
  override readonly name = 'SchemaRegistryError';

  constructor(
    readonly kind: 'unknown' | 'refused' | 'passing',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export interface SchemaRegistryDependencies {
  readonly clock: Clock;
  readonly outgoing: OutgoingPolicy;
}

const ANSWER_MILLIS = 10_000;
const UNKNOWN_MILLIS = 30_000;
const LARGEST_ANSWER_BYTES = 16 * 1024 * 1024;
/** Maximum number of direct and indirect references of a schema. */
const MOST_REFERENCES = 200;
const MOST_UNKNOWN = 1_000;
const MEDIA_TYPES = 'application/vnd.schemaregistry.v1+json, application/json';

interface Reference {
  readonly subject: string;
  readonly version: number;
}

interface Answer {
  readonly schema: string;
  readonly references: readonly Reference[];
}

export class SchemaRegistry {
  private readonly known = new Map<number, Promise<RegisteredSchema>>();
  private readonly unknown = new Map<
    number,
    { readonly until: number; readonly error: SchemaRegistryError }
  >();
  private readonly closing = new AbortController();
  private agent: Agent | undefined;

  constructor(
    private readonly definition: SchemaRegistryDefinition,
    private readonly dependencies: SchemaRegistryDependencies,
  ) {}

  /** The URL without secrets. */
  get shownAddress(): string {
    return shownUrl(this.definition.url);
  }

  /** Rejects with a SchemaRegistryError. */
  async schema(id: number): Promise<RegisteredSchema> {
    const missing = this.unknown.get(id);
    if (missing !== undefined && missing.until > this.dependencies.clock.now()) throw missing.error;
    this.unknown.delete(id);
    let pending = this.known.get(id);
    if (pending === undefined) {
      pending = this.fetchSchema(id);
      this.known.set(id, pending);
    }
    try {
      return await pending;
    } catch (error) {
      this.known.delete(id);
      if (error instanceof SchemaRegistryError && error.kind === 'unknown') this.remember(id, error);
      throw error;
    }
  }

  /**
   * Registers the schema under the subject, if necessary.
   * @returns its id. Rejects with a SchemaRegistryError.
   */
  async register(subject: string, schema: string): Promise<number> {
    const path = ['subjects', subject, 'versions'];
    const { id } = await this.request('POST', path, `the subject '${subject}'`, {
      schema,
      schemaType: 'AVRO',
    });
    if (typeof id === 'number' && Number.isInteger(id)) return id;
    throw new SchemaRegistryError(
      'refused',
      `The schema registry at ${this.shownAddress} did not return an id`,
    );
  }

  /** Pending requests fail. */
  async close(): Promise<void> {
    this.closing.abort();
    await this.agent?.destroy();
  }

  private async fetchSchema(id: number): Promise<RegisteredSchema> {
    const what = `schema ${id}`;
    const answer = answerOf(
      await this.request('GET', ['schemas', 'ids', String(id)], what),
      what,
      this.shownAddress,
    );
    const references: string[] = [];
    await this.collect(answer.references, references, new Set());
    return { schema: answer.schema, references };
  }

  private async collect(wanted: readonly Reference[], into: string[], seen: Set<string>): Promise<void> {
    for (const { subject, version } of wanted) {
      const what = `version ${version} of the subject '${subject}'`;
      if (seen.has(what)) continue;
      seen.add(what);
      if (seen.size > MOST_REFERENCES)
        throw new SchemaRegistryError('unknown', `a schema refers to more than ${MOST_REFERENCES} others`);
      const path = ['subjects', subject, 'versions', String(version)];
      const answer = answerOf(await this.request('GET', path, what), what, this.shownAddress);
      await this.collect(answer.references, into, seen);
      into.push(answer.schema);
    }
  }

  private async request(
    method: 'GET' | 'POST',
    path: readonly string[],
    what: string,
    body?: object,
  ): Promise<Readonly<Record<string, unknown>>> {
    const { url } = this.definition;
    const address = `${url.replace(/\/+$/, '')}/${path.map(encodeURIComponent).join('/')}`;
    let status: number;
    let text: string;
    try {
      const { request } = await import('undici');
      const dispatcher = await this.dispatcher();
      const headers = {
        accept: MEDIA_TYPES,
        ...this.authorization(),
        ...(body === undefined ? {} : { 'content-type': 'application/vnd.schemaregistry.v1+json' }),
      };
      const sent = body === undefined ? null : JSON.stringify(body);
      const late = AbortSignal.timeout(ANSWER_MILLIS);
      [status, text] = await withEitherSignal(this.closing.signal, late, async signal => {
        const response = await request(address, { method, dispatcher, headers, body: sent, signal });
        return [response.statusCode, await responseText(response.body, LARGEST_ANSWER_BYTES)] as const;
      });
    } catch (cause) {
      const reason = messageOf(cause);
      throw this.problem('passing', `does not respond:  ${reason}`, cause);
    }
    if (status >= 200 && status < 300) {
      const value = parsed(text);
      if (value !== undefined) return value;
      throw this.problem('passing', `did not respond in JSON to the request for ${what}`);
    }
    if (status === 404) throw this.problem('unknown', `does not know ${what}`);
    const said = parsed(text)?.['message'];
    const reason = `status ${status}${typeof said === 'string' ? `, ${said.slice(0, 200)}` : ''}`;
    const kind = status >= 500 || status === 408 || status === 429 ? 'passing' : 'refused';
    throw this.problem(kind, `did not return ${what}: ${reason}`);
  }

  private problem(kind: SchemaRegistryError['kind'], what: string, cause?: unknown): SchemaRegistryError {
    const options = cause === undefined ? undefined : { cause };
    return new SchemaRegistryError(kind, `The schema registry at ${this.shownAddress} ${what}`, options);
  }

  private authorization(): Record<string, string> {
    const { username, password, bearerToken } = this.definition;
    if (bearerToken !== undefined) return { authorization: `Bearer ${bearerToken}` };
    if (username === undefined) return {};
    return { authorization: `Basic ${Buffer.from(`${username}:${password ?? ''}`).toString('base64')}` };
  }

  private async dispatcher(): Promise<Dispatcher> {
    if (this.agent === undefined) {
      const { Agent, buildConnector } = await import('undici');
      this.agent = new Agent({ connect: policedConnector(buildConnector, this.dependencies.outgoing) });
    }
    return this.agent;
  }

  private remember(id: number, error: SchemaRegistryError): void {
    if (this.unknown.size >= MOST_UNKNOWN) this.unknown.clear();
    this.unknown.set(id, { until: this.dependencies.clock.now() + UNKNOWN_MILLIS, error });
  }
}

function answerOf(answer: Readonly<Record<string, unknown>>, what: string, place: string): Answer {
  const { schema, schemaType = 'AVRO', references = [] } = answer;
  if (typeof schema !== 'string' || !Array.isArray(references))
    throw new SchemaRegistryError(
      'unknown',
      `The schema registry at ${place} did not return a schema for ${what}`,
    );
  if (schemaType !== 'AVRO')
    throw new SchemaRegistryError('unknown', `${what} has type ${String(schemaType)}, not Avro`);
  const named = references.map((each: unknown): Reference => {
    const { subject, version } = (each ?? {}) as Partial<Reference>;
    if (typeof subject === 'string' && typeof version === 'number') return { subject, version };
    throw new SchemaRegistryError('unknown', `${what} has invalid references to other schemas`);
  });
  return { schema, references: named };
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
