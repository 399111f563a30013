/**
 * `recipe test`: runs the cases of recipes, each on a separate graph, and reports deviations. The cases of `NAME.yaml`
 * are in `NAME.test.yaml` beside it.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { WeirError } from '@weir/platform';
import {
  type CaseOutcome,
  checkRecipe,
  findRecipe,
  inFileOrder,
  playCase,
  problemLine,
  readCases,
  readRecipe,
  type Recipe,
  RecipeError,
  type RecipeProblem,
  unknownNames,
} from '@weir/recipes';
import { performance } from 'node:perf_hooks';
import type { Config } from '../config/settings.js';
import type { ProgramConsole } from '../console/program-console.js';
import { caseGraphs } from '../recipe-cases/open-case-graph.js';
import { probeInside } from '../recipe-cases/probe-inside.js';
import { BUNDLED_RECIPES } from '../recipe-gallery/bundled-recipes.js';
import type { RecipeCommand } from './recipe-command-line.js';

interface PlayedCase extends CaseOutcome {
  readonly name: string;
  readonly line: number | undefined;
  readonly millis: number;
}

interface TestedRecipe {
  /** The file with the cases. */
  readonly file: string;
  /** Reasons why none of the cases ran. */
  readonly problems: readonly string[];
  readonly cases: readonly PlayedCase[];
}

/** @returns the exit code. */
export async function testRecipes(
  { recipes, values, json }: RecipeCommand,
  config: Config,
  console: ProgramConsole,
): Promise<number> {
  const tested: TestedRecipe[] = [];
  for (const recipe of recipes) {
    const done = await testOne(recipe, values, config);
    tested.push(done);
    if (!json) await console.result(report(done));
  }
  if (json) await console.result(JSON.stringify(tested.map(asJson), undefined, 2) + '\n');
  const all = tested.flatMap(({ cases }) => cases);
  const failed = all.filter(isWrong).length;
  const unplayed = tested.filter(({ problems }) => problems.length > 0).length;
  const files = unplayed === 0 ? '' : `; ${unplayed} of ${tested.length} recipes could not be tested`;
  if (!json) console.line(`${all.length - failed} of ${all.length} cases passed${files}`);
  return failed + unplayed > 0 ? 1 : 0;
}

/** Returns the file of cases: that of a bundled recipe, the file beside a recipe, or the given file itself. */
function caseFile(name: string): string {
  const bundled = join(BUNDLED_RECIPES, `${name}.test.yaml`);
  if (extname(name) === '' && existsSync(bundled)) return bundled;
  if (/\.test\.[^.]+$/.test(name)) return name;
  return name.slice(0, name.length - extname(name).length) + '.test' + (extname(name) || '.yaml');
}

async function testOne(
  name: string,
  values: ReadonlyMap<string, string>,
  config: Config,
): Promise<TestedRecipe> {
  const file = caseFile(name);
  const shown = dirname(file) === BUNDLED_RECIPES ? basename(file) : file;
  const unplayed = (problems: readonly string[]): TestedRecipe => ({ file: shown, problems, cases: [] });
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    return unplayed([`${shown}: error: The file of test cases does not exist`]);
  }
  try {
    const document = readCases(text);
    const recipeFile = join(
      dirname(file),
      document.recipe ?? basename(file).replace(/\.test(\.[^.]+)$/, '$1'),
    );
    const given = new Map([...Object.entries(document.values), ...values]);
    const { recipe, problems } = await readForCases(recipeFile, given, config);
    const wrong = problems.map(problem => problemLine(basename(recipeFile), problem));
    if (recipe === undefined || wrong.length > 0) return unplayed(wrong);
    const unknown = unknownNames(document, {
      streams: new Set(recipe.ingestStreams.map(stream => stream.name)),
      standing: new Map(
        recipe.standingQueries.map(query => [query.name, new Set(Object.keys(query.definition.outputs))]),
      ),
    });
    if (unknown.length > 0) return unplayed(unknown.map(problem => problemLine(shown, problem)));
    const cases: PlayedCase[] = [];
    for (const [i, each] of document.cases.entries()) {
      const start = performance.now();
      const outcome = await playCase(recipe, each, caseGraphs(config), document.now).catch(failed);
      const millis = Math.round(performance.now() - start);
      cases.push({ name: each.name, line: document.positionOf(['cases', i])?.line, millis, ...outcome });
    }
    return { file: shown, problems: [], cases };
  } catch (error) {
    if (error instanceof RecipeError) return unplayed(error.faults.map(fault => problemLine(shown, fault)));
    throw error;
  }
}

function failed(error: unknown): CaseOutcome {
  return { differences: [], failures: [WeirError.from(error).message] };
}

/** Sources and destinations are not used, so neither they nor the variables that name them need to exist. */
async function readForCases(
  file: string,
  values: ReadonlyMap<string, string>,
  config: Config,
): Promise<{ recipe: Recipe | undefined; problems: readonly RecipeProblem[] }> {
  const { recipe, errors, code } = readRecipe(await findRecipe(file), values);
  if (recipe === undefined || (errors.length > 0 && code === 'recipe.invalid'))
    return { recipe, problems: errors };
  const checked = await probeInside(config, probe => checkRecipe(recipe, probe));
  return { recipe, problems: inFileOrder(checked.filter(({ severity }) => severity === 'error')) };
}

function isWrong({ differences, failures }: CaseOutcome): boolean {
  return differences.length + failures.length > 0;
}

function report({ file, problems, cases }: TestedRecipe): string {
  const lines = [...problems];
  for (const each of cases) {
    const verdict = isWrong(each) ? 'FAILED' : 'passed';
    lines.push(`${verdict} ${file}:${each.line}: ${each.name} (${each.millis} ms)`);
    for (const failure of each.failures) lines.push(`  ${failure}`);
    for (const { what, missing, unexpected } of each.differences) {
      lines.push(`  ${what}:`);
      for (const value of missing) lines.push(`    - ${value}`);
      for (const value of unexpected) lines.push(`    + ${value}`);
    }
  }
  return lines.map(line => line + '\n').join('');
}

function asJson({ file, problems, cases }: TestedRecipe): object {
  return {
    file,
    problems,
    cases: cases.map(each => {
      const { name, line, millis, failures, differences } = each;
      return { name, passed: !isWrong(each), line, millis, failures, differences };
    }),
  };
}
