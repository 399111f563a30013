/** A gateway that loads an installed plug-in, with one ingest stream of numbers and one standing query over them. */
import { mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GatewayProcess } from '../support/gateway-process.js';
import { projectFile } from '../support/project-file.js';
import { until } from '../support/until.js';

export class PluginRun {
  private constructor(
    private readonly plugin: string,
    private readonly folder: string,
    private gateway: GatewayProcess,
  ) {}

  /** @param plugin name of its package. */
  static async start(plugin: string): Promise<PluginRun> {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'weir-plugin-')));
    await symlink(projectFile('node_modules'), join(folder, 'node_modules'));
    return new PluginRun(plugin, folder, await GatewayProcess.startIn(folder, '--extension', plugin));
  }

  async stop(): Promise<void> {
    await this.gateway.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Ends the gateway like a crash, and starts it again. */
  async crash(): Promise<void> {
    await this.gateway.kill();
    this.gateway = await GatewayProcess.startIn(this.folder, '--extension', this.plugin);
  }

  /** Reads records such as `{"n": 1}`, and sends `{"n": 1}` for each number to the destination. */
  async createPipeline(source: object, destination: object): Promise<void> {
    await this.post('/api/v2/standing-queries', {
      name: 'numbers',
      pattern: {
        type: 'Cypher',
        mode: 'MultipleValues',
        query: 'MATCH (n) WHERE n.n IS NOT NULL RETURN n.n AS n',
      },
      outputs: [
        {
          name: 'out',
          preEnrichmentTransformation: { type: 'InlineData' },
          destinations: [{ ...destination, format: { type: 'JSON' } }],
        },
      ],
    });
    await this.createStream({ ...source, format: { type: 'Json' } });
  }

  /** Creates the ingest stream `in`. */
  createStream(source: object): Promise<void> {
    const query = 'MATCH (n) WHERE id(n) = idFrom($that.n) SET n.n = $that.n';
    return this.post('/api/v2/ingests', { name: 'in', source, query });
  }

  /** Waits until the graph has this many numbers. */
  async expectCount(count: number): Promise<void> {
    await until(async () => (await this.gateway.rows('MATCH (n) RETURN count(n)'))[0]![0] === count);
  }

  /** Settings and state of the ingest stream `in`, as text. */
  async stream(): Promise<string> {
    const response = await this.gateway.fetch('/api/v2/ingests/in');
    expect(response.status).toBe(200);
    return response.text();
  }

  async standing(): Promise<string> {
    const response = await this.gateway.fetch('/api/v2/standing-queries/numbers');
    expect(response.status).toBe(200);
    return response.text();
  }

  private async post(path: string, body: object): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    const response = await this.gateway.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
    expect([response.status, await response.text()]).toEqual([201, expect.anything()]);
  }
}

export function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}

/** The numbers in messages such as `{"n": 1}`, sorted and without repetitions. */
export function distinctNumbers(messages: readonly string[]): number[] {
  const found = new Set(messages.map(text => (JSON.parse(text) as { n: number }).n));
  return [...found].sort((a, b) => a - b);
}
