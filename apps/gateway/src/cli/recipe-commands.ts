/** Runs `recipe check` and `recipe test`, which leave nothing running and write nothing. */
import { SILENT, WeirError } from '@weir/platform';
import { systemEnvironment } from '@weir/runtime/environment';
import type { Config } from '../config/settings.js';
import type { ProgramConsole } from '../console/program-console.js';
import { checkRecipes } from './check-recipes.js';
import { OUTPUT_GRACE_MILLIS } from './output-grace.js';
import { readConfig } from './read-config.js';
import type { RecipeCommand } from './recipe-command-line.js';
import { testRecipes } from './test-recipes.js';

/** @returns the exit code. */
export async function runRecipeCommand(command: RecipeCommand, console: ProgramConsole): Promise<number> {
  const environment = systemEnvironment(SILENT);
  try {
    const config = inOneThread(await readConfig({ ...NO_OPTIONS, configFile: command.configFile }, console));
    const perform = command.name === 'check' ? checkRecipes : testRecipes;
    const code = await perform(command, config, console);
    await console.finish(OUTPUT_GRACE_MILLIS, environment.scheduler.after);
    return code;
  } catch (error) {
    console.line(WeirError.from(error).message);
    return 1;
  }
}

const NO_OPTIONS = {
  settings: {},
  properties: new Map<string, string>(),
  otherProperties: new Map<string, string>(),
};

function inOneThread(config: Config): Config {
  return { ...config, workers: 0, 'shard-count': 1 };
}
