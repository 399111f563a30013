/** The command `shell`: queries from a prompt, or from a pipe. A pipe ends at its first error. */
import { createInterface, type Interface } from 'node:readline';
import type { Readable } from 'node:stream';
import { dataOf, type WeirClient, WeirClientError } from '@weir/client';
import type { ShellCommand } from '../arguments/query-command-line.js';
import type { CommandContext } from '../command-context.js';
import { connectTo, failureLines, INTERRUPTED, isReaderGone, READER_GONE } from '../server-connection.js';
import { printQuery, summary } from './print-query.js';
import { durationOf, readParameters, timeOf } from './query-values.js';
import { runShellCommand, SHELL_COMMANDS, type ShellState } from './shell-commands.js';
import { historyFile, ShellHistory } from './shell-history.js';
import { StatementBuffer } from './statement-buffer.js';

const PROMPT = 'weir> ';
const CONTINUED = '  ... ';

/**
 * @returns the exit code.
 * @throws WeirError `cli.invalid`
 */
export async function runShell(command: ShellCommand, context: CommandContext): Promise<number> {
  const state: ShellState = {
    parameters: await readParameters(command.parametersFile, command.parameters),
    format: command.format,
    atTime: command.atTime === undefined ? undefined : timeOf(command.atTime),
  };
  const timeout = command.timeout === undefined ? undefined : durationOf(command.timeout);
  return new Shell(command, context, state, timeout).run();
}

class Shell {
  private readonly client: WeirClient;
  private readonly buffer = new StatementBuffer();
  private readonly isInteractive: boolean;
  private readonly lines: Interface;
  /** Cancels the running query. */
  private running: AbortController | undefined;

  constructor(
    private readonly command: ShellCommand,
    private readonly context: CommandContext,
    private readonly state: ShellState,
    private readonly timeout: number | undefined,
  ) {
    this.client = connectTo(command.server);
    this.isInteractive = context.terminalColumns !== undefined && isTerminal(context.input);
    this.lines = this.isInteractive ? this.prompted() : createInterface({ input: context.input });
    context.signal.addEventListener('abort', () => {
      this.running?.abort();
      this.lines.close();
    });
  }

  async run(): Promise<number> {
    if (this.isInteractive)
      this.context.console.line(`Connected to ${this.command.server.url}; :help lists commands`);
    this.prompt();
    for await (const line of this.lines) {
      const code = await this.handle(line);
      if (code !== undefined) return code;
      this.prompt();
    }
    if (this.context.signal.aborted) return INTERRUPTED;
    // The last statement of a pipe needs no semicolon.
    if (this.isInteractive || this.buffer.isEmpty) return 0;
    return (await this.query(this.buffer.pending)) ?? 0;
  }

  /** @returns an exit code if the shell ends. */
  private async handle(line: string): Promise<number | undefined> {
    if (this.buffer.isEmpty && line.trimStart().startsWith(':')) return this.perform(line.trim());
    for (const statement of this.buffer.add(line)) {
      const code = await this.query(statement);
      if (code !== undefined) return code;
    }
    if (this.buffer.isEmpty) this.buffer.clear();
    return undefined;
  }

  private async perform(line: string): Promise<number | undefined> {
    const { console, terminalColumns } = this.context;
    try {
      const text = await runShellCommand(line, this.state, this.client, terminalColumns);
      if (text === undefined) return 0;
      if (text !== '') await console.result(text);
      return undefined;
    } catch (error) {
      return this.failed(error);
    }
  }

  private async query(text: string): Promise<number | undefined> {
    const { console, clock, after, terminalColumns, signal } = this.context;
    const { parameters, format, atTime } = this.state;
    const query = { text, parameters, format, atTime, timeout: this.timeout };
    const target = { write: (piece: string) => console.result(piece), columns: terminalColumns, after };
    const started = clock.now();
    this.running = new AbortController();
    if (signal.aborted) this.running.abort();
    try {
      const rows = await printQuery(this.client, query, target, this.running.signal);
      if (format === 'table') console.line(summary(rows, clock.now() - started));
      return undefined;
    } catch (error) {
      if (!this.running.signal.aborted) return this.failed(error);
      console.line('The query was canceled');
      return signal.aborted ? INTERRUPTED : undefined;
    } finally {
      this.running = undefined;
    }
  }

  private failed(error: unknown): number | undefined {
    if (isReaderGone(error)) return READER_GONE;
    const isServers = error instanceof WeirClientError;
    const lines =
      isServers || !(error instanceof Error) ? failureLines(error, this.command.server) : [error.message];
    for (const line of lines) this.context.console.line(line);
    return this.isInteractive ? undefined : 1;
  }

  private prompt(): void {
    if (!this.isInteractive) return;
    this.lines.setPrompt(this.buffer.isEmpty ? PROMPT : CONTINUED);
    this.lines.prompt();
  }

  private prompted(): Interface {
    const history = new ShellHistory(historyFile(process.env));
    const lines = createInterface({
      input: this.context.input,
      output: process.stdout,
      terminal: true,
      history: history.read(),
      removeHistoryDuplicates: true,
      completer: (line: string, done: (error: null, completions: [string[], string]) => void) => {
        this.completions(line).then(
          found => done(null, found),
          () => done(null, [[], line]),
        );
      },
    });
    lines.on('history', (entries: string[]) => history.write(entries));
    lines.on('SIGINT', () => this.interrupted());
    return lines;
  }

  /** Ctrl-C cancels the query, or else discards what was written so far. */
  private interrupted(): void {
    if (this.running !== undefined) return this.running.abort();
    this.buffer.clear();
    this.lines.write(null, { ctrl: true, name: 'e' });
    this.lines.write(null, { ctrl: true, name: 'u' });
    process.stdout.write('\n');
    this.prompt();
  }

  private async completions(line: string): Promise<[string[], string]> {
    if (this.buffer.isEmpty && line.startsWith(':'))
      return [SHELL_COMMANDS.filter(name => name.startsWith(line)), line];
    const before = this.buffer.pending;
    const body = { text: before + line, offset: before.length + line.length };
    const params = { path: { graph: 'quine' } };
    const { from, items } = await dataOf(
      this.client.api.v2.POST('/api/v2/graph/{graph}/cypher:complete', { params, body }),
    );
    return [items.map(({ insert }) => insert), line.slice(Math.max(0, from - before.length))];
  }
}

function isTerminal(input: Readable): boolean {
  return (input as { isTTY?: boolean }).isTTY === true;
}
