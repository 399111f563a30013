/**
 * SQS, SNS, Kinesis, S3 and DynamoDB served by Moto: one process on a free port of the loopback address. It can be
 * killed and restarted with its data.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@weir/platform/testing';
import { projectFile } from '../support/project-file.js';
import { ServerProcess } from './server-process.js';
import { installed, type Installed, type Missing } from './service-cache.js';

const run = promisify(execFile);
const START_MILLIS = 90_000;

/** For clients: any credentials are accepted. */
export const AWS_USER = { accessKeyId: 'AKIAWEIRFORTESTS', secretAccessKey: 'wonder-land' } as const;
export const AWS_REGION = 'eu-west-1';

export function motoHere(): Promise<Installed | Missing> {
  const packages = ['moto[s3,dynamodb]==5.2.5', 'flask==3.1.3', 'flask-cors==6.0.5', 'boto3==1.44.5'];
  return installed('moto-5.2.5', ['python3'], folder => [
    ['python3', '-m', 'pip', 'install', '--quiet', '--target', folder, ...packages],
  ]);
}

export class MotoServer {
  private readonly process: ServerProcess;

  private constructor(
    private readonly packages: string,
    private readonly folder: string,
    private readonly port: number,
  ) {
    this.process = new ServerProcess({
      name: 'Moto',
      program: 'python3',
      args: [projectFile('test/services/moto-server.py'), String(port), join(folder, 'journal')],
      cwd: folder,
      env: this.environment,
      answers: () => this.answers(),
    });
  }

  /** @returns when it answers. */
  static async start({ folder: packages }: Installed): Promise<MotoServer> {
    const folder = await mkdtemp(join(tmpdir(), 'weir-moto-'));
    const server = new MotoServer(packages, folder, await freePort());
    await server.startAgain();
    return server;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Restarts after `kill`, on the same port, with the same data. @returns when it answers. */
  startAgain(): Promise<void> {
    return this.process.start();
  }

  /** Ends the process like a crash. */
  kill(): Promise<void> {
    return this.process.kill();
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Runs a Python program that can use boto3. @returns its output. */
  async python(program: string, ...args: readonly string[]): Promise<string> {
    const found = await run('python3', ['-c', program, this.endpoint, ...args], {
      timeout: START_MILLIS,
      maxBuffer: 64 * 1024 * 1024,
      env: this.environment,
    });
    return found.stdout;
  }

  private get environment(): NodeJS.ProcessEnv {
    return {
      ...process.env,
      PYTHONPATH: this.packages,
      AWS_ACCESS_KEY_ID: AWS_USER.accessKeyId,
      AWS_SECRET_ACCESS_KEY: AWS_USER.secretAccessKey,
      AWS_DEFAULT_REGION: AWS_REGION,
    };
  }

  private async answers(): Promise<boolean> {
    try {
      return (await fetch(`${this.endpoint}/moto-api/`)).ok;
    } catch {
      return false;
    }
  }
}
