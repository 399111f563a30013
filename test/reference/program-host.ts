/**
 * Runs the program's command lines in one process, one after the other: loading the code takes most of the time of a
 * short run. That a process of its own ends with the right code and loses no output is shown by program.integration.test.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { projectFile } from '../support/project-file.js';
import { Lines } from '../support/lines.js';

export interface CommandRequest {
  readonly folder: string;
  readonly args: readonly string[];
}

/** The line on both outputs after the last one of a run. */
export const END = '\0end of the run';
const MAIN = projectFile('test/dist/reference/program-host-main.js');

export class ProgramHost {
  private process = new HostProcess();
  private current: HostedRun | undefined;

  /** A run before that has not ended is ended with its process. */
  start(folder: string, args: readonly string[]): HostedRun {
    if (this.current?.hasEnded === false) {
      void this.process.kill();
      this.process = new HostProcess();
    }
    this.current = this.process.start(folder, args);
    return this.current;
  }

  close(): Promise<void> {
    return this.process.kill();
  }
}

class HostProcess {
  private readonly child: ChildProcess;
  private readonly lost: Promise<never>;
  private current: HostedRun | undefined;

  constructor() {
    this.child = fork(MAIN, {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, WEIR_WORKERS: '0' },
    });
    this.lost = once(this.child, 'exit').then(() => Promise.reject(new Error('the process has ended')));
    this.lost.catch(() => {});
    createInterface({ input: this.child.stdout! }).on('line', line => add(this.current?.results, line));
    createInterface({ input: this.child.stderr! }).on('line', line => add(this.current?.status, line));
  }

  start(folder: string, args: readonly string[]): HostedRun {
    this.current = new HostedRun(this.child, this.lost);
    this.child.send({ folder, args } satisfies CommandRequest);
    return this.current;
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.lost.catch(() => {});
  }
}

export class HostedRun {
  readonly results = new Lines();
  readonly status = new Lines();
  /** The exit code, once all lines were read. */
  readonly exit: Promise<number>;
  hasEnded = false;

  constructor(
    private readonly child: ChildProcess,
    lost: Promise<never>,
  ) {
    const code = once(child, 'message') as Promise<[number]>;
    const ends = Promise.all([this.results.ended, this.status.ended]);
    this.exit = Promise.race([
      ends.then(async () => {
        const [value] = await code;
        this.hasEnded = true;
        return value;
      }),
      lost,
    ]);
    this.exit.catch(() => {}); // A run that serves is stopped before it is awaited.
  }

  /** @returns the exit code after a graceful stop. */
  stop(): Promise<number> {
    this.child.kill('SIGTERM');
    return this.exit;
  }
}

function add(lines: Lines | undefined, line: string): void {
  if (line === END) lines?.end();
  else lines?.add(line);
}
