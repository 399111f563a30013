/**
 * `recipe check`: prints all errors of recipes, one per line on standard output, in the format that editors and other
 * tools read: `recipe.yaml:3:7: error: ...`. With `--json` it prints one document.
 */
import { IngestStreams } from '@weir/streams';
import { SILENT } from '@weir/platform';
import {
  checkRecipe,
  findRecipe,
  inFileOrder,
  problemLine,
  readRecipe,
  RecipeError,
  type Recipe,
  type RecipeProblem,
} from '@weir/recipes';
import { systemEnvironment } from '@weir/runtime';
import type { Config } from '../config/settings.js';
import type { ProgramConsole } from '../console/program-console.js';
import { filePolicies } from '../config/file-policies.js';
import { openCheckingGraph } from '../open-configured-graph.js';
import { recipeProbe } from '../recipe-gallery/recipe-probe.js';
import { BUNDLED_RECIPES } from '../recipe-gallery/bundled-recipes.js';
import type { RecipeCommand } from './recipe-command-line.js';

interface CheckedRecipe {
  readonly recipe: string;
  readonly problems: readonly RecipeProblem[];
}

/** @returns the exit code. */
export async function checkRecipes(
  { recipes, values, json, strict }: RecipeCommand,
  config: Config,
  console: ProgramConsole,
): Promise<number> {
  const checked: CheckedRecipe[] = [];
  for (const recipe of recipes)
    checked.push({ recipe, problems: await recipeProblems(recipe, values, config) });
  if (json) await console.result(JSON.stringify(checked.map(asJson), undefined, 2) + '\n');
  let isWrong = false;
  for (const { recipe, problems } of checked) {
    const errors = problems.filter(({ severity }) => severity === 'error').length;
    const warnings = problems.length - errors;
    isWrong ||= errors > 0 || (strict && warnings > 0);
    if (json) continue;
    for (const problem of problems) await console.result(problemLine(recipe, problem) + '\n');
    console.line(`${recipe}: ${counted(errors, 'error')}, ${counted(warnings, 'warning')}`);
  }
  return isWrong ? 1 : 0;
}

/** Returns all problems of a recipe. Checks it on a separate in-memory graph. */
export async function recipeProblems(
  name: string,
  values: ReadonlyMap<string, string>,
  config: Config,
): Promise<readonly RecipeProblem[]> {
  let text: string;
  try {
    text = await findRecipe(name, { bundled: BUNDLED_RECIPES });
  } catch (error) {
    if (error instanceof RecipeError) return error.faults;
    throw error;
  }
  const { recipe, errors } = readRecipe(text, values);
  if (recipe === undefined) return inFileOrder(errors);
  return inFileOrder([...errors, ...recipe.warnings, ...(await checked(recipe, config))]);
}

async function checked(recipe: Recipe, config: Config): Promise<readonly RecipeProblem[]> {
  const environment = systemEnvironment(SILENT);
  const options = {
    config,
    store: { type: 'memory' },
    environment,
    workingDirectory: process.cwd(),
    recipe,
  } as const;
  const files = await filePolicies(options);
  const graph = await openCheckingGraph(options);
  try {
    const ingest = new IngestStreams({ graph, environment, files: files.ingest });
    return await checkRecipe(recipe, recipeProbe(graph, ingest, files.output));
  } finally {
    await graph.close();
  }
}

function asJson({ recipe, problems }: CheckedRecipe): object {
  return {
    recipe,
    problems: problems.map(({ severity, message, position }) => ({ severity, message, ...position })),
  };
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
