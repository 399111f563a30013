/** The process of a real server: started until it answers, killed as a crash does, and started again. */
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
  /** It starts others, which end with it. */
  readonly isGroup?: boolean;
  /** What it started outlives a kill for a moment, and keeps it from starting: it is tried again. */
  readonly isHeldUp?: boolean;
  /** It answers. */
  readonly answers: () => Promise<boolean>;
}

/** Of a machine that has much else to do. */
const START_MILLIS = 240_000;
const LOOK_MILLIS = 50;
const OUTPUT = 20_000;

export class ServerProcess {
  private child: ChildProcess | undefined;
  private output = '';

  constructor(private readonly command: ServerCommand) {}

  /** Also after `kill`. @returns when it answers; rejects with what it printed. */
  async start(): Promise<void> {
    const { name, answers, isHeldUp = false } = this.command;
    const deadline = Date.now() + START_MILLIS;
    this.output = '';
    let child = this.spawned();
    while (!(await answers())) {
      const isGone = child.exitCode !== null;
      if ((isGone && !isHeldUp) || Date.now() > deadline) {
        const why = isGone ? `it ended with ${child.exitCode}` : `no answer in ${START_MILLIS} ms`;
        throw new Error(`no ${name}, ${why}:\n${this.output}`);
      }
      await new Promise(resolve => setTimeout(resolve, LOOK_MILLIS));
      if (isGone) child = this.spawned();
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

  /** @returns when it is gone, with all that it started. */
  async kill(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise(resolve => child.once('exit', resolve));
    if (this.command.isGroup === true) process.kill(-child.pid!, 'SIGKILL');
    else child.kill('SIGKILL');
    await gone;
  }
}
