/** Prometheus from this machine's installation: a separate process in its own folder, on a free port. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@weir/platform/testing';
import { installedProgram } from './installed-program.js';
import { ServerProcess } from './server-process.js';
import type { Installed, Missing } from './service-cache.js';

const PROGRAM = 'prometheus';

export function prometheusHere(): Promise<Installed | Missing> {
  return installedProgram(PROGRAM);
}

export interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  /** Seconds since the Unix epoch, and the number as text. */
  readonly value: readonly [number, string];
}

export interface Rule {
  readonly name: string;
  readonly health: 'ok' | 'unknown' | 'err';
  readonly state: 'inactive' | 'pending' | 'firing';
}

export class PrometheusServer {
  private constructor(
    private readonly process: ServerProcess,
    private readonly folder: string,
    private readonly url: string,
  ) {}

  /**
   * Scrapes once a second, and evaluates the rules as often.
   * @param target host and port.
   * @param rules path of a file.
   * @returns when it answers.
   */
  static async start(
    { folder: programs }: Installed,
    target: string,
    rules: string,
  ): Promise<PrometheusServer> {
    const folder = await mkdtemp(join(tmpdir(), 'weir-prometheus-'));
    const address = `127.0.0.1:${await freePort()}`;
    const config = {
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: [rules],
      scrape_configs: [{ job_name: 'weir', static_configs: [{ targets: [target] }] }],
    };
    // JSON is YAML.
    await writeFile(join(folder, 'prometheus.yml'), JSON.stringify(config));
    const process = new ServerProcess({
      name: 'Prometheus',
      program: join(programs, PROGRAM),
      args: [
        `--config.file=${join(folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=${address}`,
      ],
      answers: () =>
        fetch(`http://${address}/-/ready`).then(
          ({ ok }) => ok,
          () => false,
        ),
    });
    await process.start();
    return new PrometheusServer(process, folder, `http://${address}/api/v1`);
  }

  /** Rejects if Prometheus refuses the expression. */
  async query(expression: string): Promise<readonly Sample[]> {
    const { result } = await this.read<{ result: readonly Sample[] }>(
      `query?query=${encodeURIComponent(expression)}`,
    );
    return result;
  }

  async rules(): Promise<readonly Rule[]> {
    const { groups } = await this.read<{ groups: readonly { rules: readonly Rule[] }[] }>('rules');
    return groups.flatMap(({ rules }) => rules);
  }

  async stop(): Promise<void> {
    await this.process.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async read<T>(path: string): Promise<T> {
    const response = await fetch(`${this.url}/${path}`);
    if (!response.ok) throw new Error(await response.text());
    return ((await response.json()) as { data: T }).data;
  }
}
