/** The process of a real server: started until it answers, killed like a crash, and restarted. */
import { type ChildProcess, spawn } from 'node:child_process';

export interface ServerCommand {
  /** For messages. */
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly uid?: number;
  readonly gid?: number;
  /** It starts child processes, which end with it. */
  readonly isGroup?: boolean;
  /** Its children outlive a kill for a moment and prevent a restart, which is retried. */
  readonly isHeldUp?: boolean;
  /** Returns whether it answers. */
  readonly answers: () => Promise<boolean>;
}

/** Generous, because the machine may be busy. */
const START_MILLIS = 240_000;
const POLL_MILLIS = 50;
const OUTPUT = 20_000;

export class ServerProcess {
  private child: ChildProcess | undefined;
  private output = '';

  constructor(private readonly command: ServerCommand) {}

  /** Also used after `kill`. @returns when it answers; rejects with its output. */
  async start(): Promise<void> {
    const { name, answers, isHeldUp = false } = this.command;
    const deadline = Date.now() + START_MILLIS;
    this.output = '';
    let child = this.spawned();
    while (!(await answers())) {
      const hasExited = child.exitCode !== null;
      if ((hasExited && !isHeldUp) || Date.now() > deadline) {
        const why = hasExited ? `it ended with ${child.exitCode}` : `no answer in ${START_MILLIS} ms`;
        throw new Error(`no ${name}, ${why}:\n${this.output}`);
      }
      await new Promise(resolve => setTimeout(resolve, POLL_MILLIS));
      if (hasExited) child = this.spawned();
    }
  }

  private spawned(): ChildProcess {
    const { program, args, cwd, env, uid, gid, isGroup = false } = this.command;
    const options = { cwd, env, uid, gid, detached: isGroup };
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => (this.output = (this.output + String(text)).slice(-OUTPUT)));
    this.child = child;
    return child;
  }

  signal(name: NodeJS.Signals): void {
    this.child!.kill(name);
  }

  /** @returns when it and all its children have ended. */
  async kill(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise(resolve => child.once('exit', resolve));
    if (this.command.isGroup === true) process.kill(-child.pid!, 'SIGKILL');
    else child.kill('SIGKILL');
    await exited;
  }
}
