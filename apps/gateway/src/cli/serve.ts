/** Runs the service, from its options to its end. */
import { WeirError } from '@weir/platform';
import { loadRecipe, plainProblem, RecipeError, type Recipe } from '@weir/recipes';
import { type PreparedWorkers, prepareWorkers, type StoreOptions, systemEnvironment } from '@weir/runtime';
import type { Config } from '../config/settings.js';
import type { ProgramConsole } from '../console/program-console.js';
import { resultTerminal } from '../console/result-terminal.js';
import { ModuleLogs } from '../console/module-logs.js';
import { winstonSink } from '../console/winston-logger.js';
import type { Weir } from '../weir.js';
import { chooseDataDirectory } from './data-directory.js';
import { EndRequest } from './end-request.js';
import { BUNDLED_RECIPES } from '../recipe-gallery/bundled-recipes.js';
import type { RunOptions } from './options.js';
import { OUTPUT_GRACE_MILLIS } from './output-grace.js';
import { readConfig } from './read-config.js';

/** @returns the exit code, after a request to end. */
export async function serve(options: RunOptions, console: ProgramConsole): Promise<number> {
  let recipe: Recipe | undefined;
  let config: Config;
  try {
    config = await readConfig(options, console);
    if (options.recipe !== undefined) {
      recipe = await loadRecipe(options.recipe, options.recipeValues, { bundled: BUNDLED_RECIPES });
      for (const warning of recipe.warnings) console.line(`Warning: ${plainProblem(warning)}`);
    }
  } catch (error) {
    for (const line of await allLinesOf(error, options, console)) console.line(line);
    return 1;
  }
  const logs = new ModuleLogs(winstonSink(console, config['log-format']), {
    level: config['log-level'],
    modules: config['log-levels'],
  });
  const logger = logs.loggerOf('service');
  const environment = systemEnvironment(logger);
  let data: ReturnType<typeof chooseDataDirectory>;
  try {
    data = chooseDataDirectory(options, config);
  } catch (error) {
    console.line(`Cannot create a data directory: ${WeirError.from(error).message}`);
    return 1;
  }
  // Also runs when the process ends in a way that nothing else notices.
  process.once('exit', data.dispose);
  process.on('uncaughtException', error => logger.log('error', `Uncaught: ${error.message}`, { error }));
  process.on('unhandledRejection', reason =>
    logger.log('error', `Unhandled: ${String(reason)}`, { error: reason }),
  );
  if (data.announcement !== undefined) console.line(data.announcement);

  const end = new EndRequest(process, data.dispose);
  let weir: Pick<Weir, 'lost' | 'stop'>;
  let prepared: PreparedWorkers | undefined;
  try {
    prepared = threadsOf(config, data.store);
    const start = await starter(config, recipe);
    weir = await start({
      config,
      store: data.store,
      environment,
      logs,
      workingDirectory: process.cwd(),
      recipe,
      results: {
        write: text => console.result(text),
        terminal: options.isVerbose ? undefined : resultTerminal(process.env),
      },
      console: {
        line: text => console.line(text),
        live: console.isInteractive ? lines => console.live(lines) : undefined,
      },
      onShutdownRequest: end.request,
      prepared,
    });
  } catch (error) {
    for (const line of linesOf(error)) console.line(line);
    return 1;
  } finally {
    await prepared?.close();
  }
  end.started();
  const lost = await Promise.race([end.requested, weir.lost]);
  if (lost !== undefined) console.line(lost.message);
  const code = await stop(weir, config, console, environment.scheduler.after);
  return lost === undefined ? code : 1;
}

/** An unreadable recipe may have further errors: returns everything that `recipe check` reports for it. */
async function allLinesOf(
  error: unknown,
  options: RunOptions,
  console: ProgramConsole,
): Promise<readonly string[]> {
  const { recipe, recipeValues } = options;
  if (recipe === undefined || !(error instanceof RecipeError)) return linesOf(error);
  let config: Config;
  try {
    config = await readConfig(options, console);
  } catch (wrongConfig) {
    return [...linesOf(error), ...linesOf(wrongConfig)];
  }
  const { recipeProblems } = await import('./check-recipes.js');
  const problems = await recipeProblems(recipe, recipeValues, config);
  return problems.filter(({ severity }) => severity === 'error').map(plainProblem);
}

/**
 * Starts the threads of the workers, which load their code while this thread loads the service. `undefined`: a member
 * of a cluster starts them itself. @throws WeirError `config.invalid`.
 */
function threadsOf(config: Config, store: StoreOptions): PreparedWorkers | undefined {
  if (config['cluster.directory'] !== undefined) return undefined;
  const { workers, 'shard-count': shards, 'worker-heap-limit': heapBytes } = config;
  return prepareWorkers({ workers, shards, workerLimits: { heapBytes }, store });
}

/** @throws WeirError `config.invalid`. */
async function starter(config: Config, recipe: Recipe | undefined) {
  if (config['cluster.directory'] === undefined) return (await import('../weir.js')).Weir.start;
  if (recipe !== undefined) {
    const why = '--recipe cannot be combined with cluster.directory: start the recipe with the API';
    throw new WeirError('config.invalid', why);
  }
  return (await import('./serve-member.js')).startMember;
}

async function stop(
  weir: Pick<Weir, 'stop'>,
  config: Config,
  console: ProgramConsole,
  after: (millis: number, task: () => void) => () => void,
): Promise<number> {
  // Scripts wait for this line, including the trailing space.
  console.line('Weir is shutting down... ');
  const cancelLimit = after(config.timeout, () => {
    console.line(`Shutdown did not finish within ${config.timeout} ms. Acknowledged data is safe`);
    process.exit(1);
  });
  try {
    await weir.stop();
    await console.finish(OUTPUT_GRACE_MILLIS, after);
  } catch (error) {
    console.line(`Shutdown failed: ${WeirError.from(error).message}`);
    return 1;
  } finally {
    cancelLimit();
  }
  console.line('Shutdown complete.');
  return 0;
}

function linesOf(error: unknown): readonly string[] {
  if (error instanceof RecipeError) return error.problems;
  const { code, message } = WeirError.from(error);
  if (code === 'config.invalid') return message.split('\n');
  const [line = ''] = message.split('\n');
  return [code === 'internal' ? `Unable to start: ${line}` : line];
}
