/**
 * Finds all errors of a recipe that could be parsed: its queries, patterns, files and addresses. Positions of errors in
 * queries are positions in the recipe's file.
 */
import type { IngestDefinition } from '@weir/definitions';
import { destinationChecks, outputChecks } from './check-outputs.js';
import { RecipeChecks } from './recipe-checks.js';
import { RecipeError } from './recipe-error.js';
import type { RecipeProbe } from './recipe-probe.js';
import { inFileOrder, type RecipeProblem } from './recipe-problem.js';
import type { NamedItem, Recipe } from './recipe.js';

export async function checkRecipe(recipe: Recipe, probe: RecipeProbe): Promise<RecipeProblem[]> {
  const checks = new RecipeChecks(recipe, probe);
  for (const stream of recipe.ingestStreams) await checkStream(stream, recipe.version, checks);
  for (const { name, definition, path, outputPaths } of recipe.standingQueries) {
    const what = `Standing Query ${name}`;
    const { pattern, outputs } = definition;
    await checks.query(what, [...path, 'pattern', 'query'], pattern.query, () => probe.pattern(pattern));
    for (const [output, of] of Object.entries(outputs)) {
      await outputChecks(`${what}, output ${output}`, of, outputPaths[output]!, checks);
    }
  }
  if (recipe.statusQuery !== undefined) {
    const path = ['statusQuery', 'cypherQuery'];
    await checks.query('Status query', path, recipe.statusQuery, text => probe.query(text, []));
  }
  await checkPages(recipe, checks);
  return inFileOrder(checks.problems);
}

/** Rejects with `recipe.invalid` and all errors if the recipe cannot run. */
export async function refuseWrongRecipe(recipe: Recipe, probe: RecipeProbe): Promise<void> {
  const problems = await checkRecipe(recipe, probe);
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new RecipeError('recipe.invalid', errors);
}

async function checkStream(
  { name, definition, path }: NamedItem<IngestDefinition>,
  version: Recipe['version'],
  checks: RecipeChecks,
): Promise<void> {
  const what = `Ingest Stream ${name}`;
  const { source, query, parameter, transformation, onRecordError } = definition;
  const { probe } = checks;
  const sourcePath = version === 1 ? path : [...path, 'source'];
  const address = 'path' in source ? 'path' : 'url' in source ? 'url' : 'type';
  await checks.of(what, [...sourcePath, address], () => probe.source(source));
  if (transformation !== undefined) {
    const itemPath = [...path, 'transformation', 'function'];
    await checks.of(what, itemPath, () => probe.transformation(transformation.function));
  }
  const isDropped = 'format' in source && source.format?.type === 'Drop';
  if (!isDropped) {
    const itemPath = version === 1 ? [...path, 'format', 'query'] : [...path, 'query'];
    const facts = await checks.query(what, itemPath, query, text => probe.query(text, [parameter]));
    if (facts?.mayScanAllNodes) {
      const advice = 'may scan all nodes for each record; find nodes by id(n) = idFrom(...) instead';
      checks.say('warning', what, itemPath, `the query ${advice}`);
    }
  }
  const steps = ['onRecordError', 'deadLetterQueueSettings', 'destinations'];
  const { destinations } = onRecordError.deadLetterQueueSettings;
  await destinationChecks(what, destinations, [...path, ...steps], checks);
}

/** Checks what the recipe adds to the pages; the recipe runs without it. */
async function checkPages({ ui }: Recipe, checks: RecipeChecks): Promise<void> {
  const run = (text: string): Promise<unknown> => checks.probe.query(text, []);
  for (const [i, { name, query }] of ui.sampleQueries.entries()) {
    const path = ['sampleQueries', i, 'query'];
    await checks.query(`Sample query ${name}`, path, query, run, { severity: 'warning' });
  }
  for (const [i, { quickQuery }] of ui.quickQueries.entries()) {
    const { name, querySuffix, queryLanguage } = quickQuery;
    if (queryLanguage !== 'Cypher') continue;
    const path = ['quickQueries', i, 'quickQuery', 'querySuffix'];
    const before = 'MATCH (n) WHERE id(n) = idFrom(0) ';
    await checks.query(`Quick query ${name}`, path, querySuffix, run, { severity: 'warning', before });
  }
}
