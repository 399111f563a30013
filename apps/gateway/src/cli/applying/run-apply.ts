/** The commands `diff` and `apply`. */
import { WeirError } from '@weir/platform';
import { loadRecipe, plainProblem, RecipeError } from '@weir/recipes';
import { BUNDLED_RECIPES } from '../../recipe-gallery/bundled-recipes.js';
import type { ApplyCommand } from '../arguments/apply-command-line.js';
import type { CommandContext } from '../command-context.js';
import { connectTo, failureLines } from '../server-connection.js';
import type { GraphState, WantedState } from './graph-state.js';
import { type Change, planChanges, STAGES } from './plan-changes.js';
import { RecipeServer } from './server-state.js';
import type { FieldDifference, Json } from './settings-difference.js';
import { wantedState } from './wanted-state.js';

/** @returns the exit code. */
export async function runApply(command: ApplyCommand, { console }: CommandContext): Promise<number> {
  const { name, server: address, prune, dryRun } = command;
  const failed = name === 'diff' ? 2 : 1;
  try {
    const recipe = await loadRecipe(command.recipe, command.values, { bundled: BUNDLED_RECIPES });
    for (const warning of recipe.warnings) console.line(`Warning: ${plainProblem(warning)}`);
    const wanted = wantedState(recipe);
    const server = new RecipeServer(connectTo(address), wanted.version);
    const live = await server.state();
    const changes = planChanges(live, wanted, prune);
    for (const line of uncompared(live, wanted)) console.line(line);
    if (changes.length === 0) {
      console.line('Nothing differs from the recipe');
      return 0;
    }
    await console.result(
      changes
        .flatMap(linesOf)
        .map(line => `${line}\n`)
        .join(''),
    );
    if (dryRun) return name === 'diff' ? 1 : 0;
    await makeChanges(changes, server);
    console.line(`Made ${changes.length} ${changes.length === 1 ? 'change' : 'changes'}`);
    return 0;
  } catch (error) {
    for (const line of error instanceof RecipeError ? error.problems : failureLines(error, address))
      console.line(line);
    return failed;
  }
}

/** Each step runs once, even if several changes need it. */
async function makeChanges(changes: readonly Change[], server: RecipeServer): Promise<void> {
  for (const stage of STAGES) {
    const steps = changes.flatMap(({ steps, item }) =>
      steps.filter(step => step.stage === stage).map(step => ({ step, item })),
    );
    for (const { step, item } of stage === 'propagate' ? steps.slice(0, 1) : steps) {
      try {
        await step.run(server);
      } catch (cause) {
        throw new WeirError('internal', `Cannot change ${item}: ${failureText(cause)}`, { cause });
      }
    }
  }
}

function failureText(error: unknown): string {
  return failureLines(error, { url: '', token: undefined }).join('; ');
}

function linesOf({ sign, item, effect, differences }: Change): string[] {
  return [`${sign} ${item}${effect === undefined ? '' : ` (${effect})`}`, ...differences.map(lineOf)];
}

function lineOf({ path, before, after }: FieldDifference): string {
  return `    ${path}: ${shown(before)} -> ${shown(after)}`;
}

function shown(value: Json | undefined): string {
  return value === undefined ? 'absent' : JSON.stringify(value);
}

const MASK = 'Secret(****)';

/** The server masks secrets in responses, so equal masks may hide different secrets. */
function uncompared(live: GraphState, wanted: WantedState): string[] {
  const hasMask = (value: unknown): boolean => JSON.stringify(value).includes(MASK);
  const items = [
    ...[...wanted.ingests]
      .filter(([name, { shown }]) => live.ingests.has(name) && hasMask(shown))
      .map(([name]) => `ingest stream ${name}`),
    ...[...wanted.standing].flatMap(([query, { outputs }]) =>
      [...outputs]
        .filter(([name, output]) => live.standing.get(query)?.outputs.has(name) && hasMask(output))
        .map(([name]) => `output ${name} of standing query ${query}`),
    ),
  ];
  if (items.length === 0) return [];
  return [
    `Secrets are not compared, because the server does not return them: ${items.join(', ')}. To change a secret, remove the item and apply the recipe again.`,
  ];
}
