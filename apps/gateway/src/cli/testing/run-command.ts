/** Runs a command of the program in this process, against a server under test. */
import { PassThrough, Readable, Writable } from 'node:stream';
import { systemEnvironment } from '@weir/runtime';
import { ProgramConsole } from '../../console/program-console.js';
import type { CommandContext } from '../command-context.js';

export interface RunCommand {
  readonly context: CommandContext;
  /** Text so far. */
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** As Ctrl-C does. */
  readonly interrupt: () => void;
  /** Resolves when standard output or standard error matches. */
  readonly says: (pattern: RegExp) => Promise<void>;
}

export function commandRun(input = '', terminalColumns?: number): RunCommand {
  const { clock, scheduler } = systemEnvironment();
  const interrupts = new AbortController();
  const texts = { out: '', err: '' };
  const changes = new PassThrough();
  changes.resume();
  const collect = (name: 'out' | 'err'): Writable =>
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        texts[name] += chunk.toString();
        changes.emit('changed');
        done();
      },
    });
  return {
    context: {
      console: new ProgramConsole(collect('out'), collect('err'), false),
      clock,
      after: scheduler.after,
      signal: interrupts.signal,
      terminalColumns,
      input: Readable.from([Buffer.from(input)]),
    },
    stdout: () => texts.out,
    stderr: () => texts.err,
    interrupt: () => interrupts.abort(),
    says: async pattern => {
      while (!pattern.test(texts.out) && !pattern.test(texts.err))
        await new Promise(resolve => changes.once('changed', resolve));
    },
  };
}
