/**
 * A gateway with data at risk: a graph on disk, a standing query that writes its results to a file, and an endless
 * stream of records while the tests send invalid input.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { standingRoots } from '../support/accumulated-results.js';
import { GatewayProcess } from '../support/gateway-process.js';
import { resultsInFile } from '../support/result-lines.js';
import { until } from '../support/until.js';
import { V1Client } from '../support/v1-client.js';

const ACCEPTED = `MATCH (n) WHERE id(n) = idFrom('accepted', $that) SET n:Accepted, n.number = toInteger($that)`;

export interface Answer {
  readonly status: number;
  readonly code: string | null;
  /** Parsed if it is JSON. */
  readonly body: unknown;
}

export class LivingService {
  private constructor(
    readonly gateway: GatewayProcess,
    readonly api: V1Client,
  ) {}

  static async start(...options: string[]): Promise<LivingService> {
    const gateway = await GatewayProcess.start(...options);
    const service = new LivingService(gateway, new V1Client(gateway));
    const { api } = service;
    await api.createStanding('accepted', 'MATCH (n:Accepted) RETURN DISTINCT strId(n) AS id', {
      outputs: { file: { type: 'WriteToFile', path: 'accepted.jsonl' } },
    });
    const format = { type: 'CypherLine', query: ACCEPTED };
    await api.createIngest('accepted', { type: 'NumberIteratorIngest', maximumPerSecond: 500, format });
    return service;
  }

  /** @param body text or bytes; anything else is sent as JSON. */
  async send(method: string, path: string, body?: unknown, type = 'application/json'): Promise<Answer> {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const response = await this.gateway.fetch(path, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': type }, body: isRaw ? (body as string) : JSON.stringify(body) }),
    });
    const text = await response.text();
    let parsed: unknown = text;
    if (response.headers.get('content-type')?.startsWith('application/json') === true)
      parsed = JSON.parse(text);
    return { status: response.status, code: response.headers.get('weir-error-code'), body: parsed };
  }

  file(name: string, content: string | Uint8Array): Promise<void> {
    return writeFile(join(this.gateway.folder, name), content);
  }

  /** Checks that the stream of valid records continues and the process responds. */
  async checkAlive(): Promise<void> {
    const { status, stats } = await this.api.ingest('accepted');
    expect(status).toBe('Running');
    await until(
      () => this.api.ingest('accepted'),
      info => info.stats.ingestedCount > stats.ingestedCount,
    );
  }

  /** Ends the stream and the process; everything accepted must be in the graph of the next process, and in the file. */
  async stopAndJudge(...options: string[]): Promise<void> {
    await this.api.call('PUT', '/ingest/accepted/pause', 200);
    await this.api.call('POST', '/admin/shutdown', 202);
    expect(await this.gateway.exit).toBe(0);
    const again = await GatewayProcess.startIn(this.gateway.folder, ...options);
    try {
      const rows = await again.rows('MATCH (n:Accepted) RETURN strId(n), n.number ORDER BY n.number');
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.map(([, number]) => number)).toEqual(rows.map((_, i) => i));
      const roots = standingRoots(await resultsInFile(join(this.gateway.folder, 'accepted.jsonl')));
      expect(roots).toEqual(rows.map(([id]) => id).sort());
    } finally {
      await again.stop();
      await this.gateway.stop();
    }
  }
}
