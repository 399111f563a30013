/**
 * One run of the program, from its arguments to its exit code. Modules are loaded only by the runs that need them: the
 * index of `@weir/runtime`, for example, loads the whole engine.
 */
import { WeirError } from '@weir/platform';
import { systemEnvironment } from '@weir/runtime/environment';
import { ProgramConsole } from '../console/program-console.js';
import { resultTerminal } from '../console/result-terminal.js';
import { isInteractive, StandardOutput } from '../console/standard-output.js';
import { productVersion } from '../system/product-version.js';
import type { CommandContext } from './command-context.js';
import { parseCommandLine, type CommandLine } from './options.js';
import { OUTPUT_GRACE_MILLIS } from './output-grace.js';
import { usage } from './usage.js';

/** Exit code for an invalid command line. */
const USAGE_ERROR = 2;

/** @returns the exit code, when the program has nothing left to do. */
export async function run(args: readonly string[]): Promise<number> {
  const { scheduler } = systemEnvironment();
  const console = new ProgramConsole(new StandardOutput(scheduler), process.stderr, isInteractive());
  try {
    return await perform(parseCommandLine(args), console);
  } catch (error) {
    const { code, message } = WeirError.from(error);
    if (code !== 'cli.invalid') throw error;
    console.line(`Error: ${message}${message.endsWith('?') ? '' : '.'} Try --help for more information.`);
    return USAGE_ERROR;
  }
}

async function perform(commandLine: CommandLine, console: ProgramConsole): Promise<number> {
  switch (commandLine.kind) {
    case 'help':
      await console.result(usage(commandLine.command));
      await finish(console);
      return 0;
    case 'version':
      console.line(`Weir version ${productVersion()}`);
      return 0;
    case 'data':
      return (await import('./data-commands.js')).runDataCommand(commandLine, console);
    case 'recipe':
      return (await import('./recipe-commands.js')).runRecipeCommand(commandLine, console);
    case 'query': {
      const { runQuery } = await import('./queries/run-query.js');
      return connected(console, context => runQuery(commandLine, context));
    }
    case 'apply': {
      const { runApply } = await import('./applying/run-apply.js');
      return connected(console, context => runApply(commandLine, context));
    }
    case 'shell': {
      const { runShell } = await import('./queries/run-shell.js');
      return connected(console, context => runShell(commandLine, context));
    }
    case 'watch': {
      const { runWatch } = await import('./watching/run-watch.js');
      return connected(console, context => runWatch(commandLine, context));
    }
    case 'mcp': {
      const loaded = await import('./mcp/run-mcp.js').catch(missingPackages);
      if (typeof loaded === 'object')
        return connected(console, context => loaded.runMcp(commandLine, context));
      console.line(`Error: ${loaded}`);
      return 1;
    }
    case 'run':
      return (await import('./serve.js')).serve(commandLine, console);
  }
}

/** The packages of the protocol are installed on request. */
function missingPackages(error: unknown): string {
  if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
  return (
    'The Model Context Protocol needs packages that are not installed. ' +
    'Run: npm install @modelcontextprotocol/server @modelcontextprotocol/node'
  );
}

/** Runs a command that prints what a server responds, until it ends or Ctrl-C ends it. */
async function connected(
  console: ProgramConsole,
  command: (context: CommandContext) => Promise<number>,
): Promise<number> {
  const { clock, scheduler } = systemEnvironment();
  const interrupt = new AbortController();
  // A second signal ends the process.
  process.once('SIGINT', () => interrupt.abort());
  const code = await command({
    console,
    clock,
    after: scheduler.after,
    signal: interrupt.signal,
    terminalColumns: terminalWidth(),
    input: process.stdin,
  });
  await finish(console);
  return code;
}

function finish(console: ProgramConsole): Promise<void> {
  return console.finish(OUTPUT_GRACE_MILLIS, systemEnvironment().scheduler.after);
}

/** A terminal that does not report its width has the usual one. */
function terminalWidth(): number | undefined {
  const terminal = resultTerminal(process.env);
  return terminal === undefined ? undefined : terminal.columns() || 80;
}
