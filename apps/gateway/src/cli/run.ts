/** One run of the program, from its arguments to its exit code. Modules are loaded only by the runs that need them. */
import { WeirError } from '@weir/platform';
import { systemEnvironment } from '@weir/runtime';
import { ProgramConsole } from '../console/program-console.js';
import { isInteractive, StandardOutput } from '../console/standard-output.js';
import { productVersion } from '../system/product-version.js';
import { parseCommandLine, type CommandLine } from './options.js';
import { OUTPUT_GRACE_MILLIS } from './output-grace.js';
import { USAGE } from './usage.js';

/** @returns the exit code, when the program has nothing left to do. */
export async function run(args: readonly string[]): Promise<number> {
  const console = new ProgramConsole(
    new StandardOutput(systemEnvironment().scheduler),
    process.stderr,
    isInteractive(),
  );
  let commandLine: CommandLine;
  try {
    commandLine = parseCommandLine(args);
  } catch (error) {
    console.line(`Error: ${WeirError.from(error).message}. Try --help for more information.`);
    return 1;
  }
  switch (commandLine.kind) {
    case 'help':
      await console.result(USAGE);
      await console.finish(OUTPUT_GRACE_MILLIS, systemEnvironment().scheduler.after);
      return 0;
    case 'version':
      console.line(`Weir version ${productVersion()}`);
      return 0;
    case 'data':
      return (await import('./data-commands.js')).runDataCommand(commandLine, console);
    case 'recipe':
      return (await import('./recipe-commands.js')).runRecipeCommand(commandLine, console);
    case 'run':
      return (await import('./serve.js')).serve(commandLine, console);
  }
}
