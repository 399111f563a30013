/** Sets up what a recipe asks for, item by item; a failed one does not stop those after it. */
import { WeirError } from '@weir/model';
import { RecipeProgress } from './recipe-progress.js';
import type { RecipeConsole, RecipeTarget } from './recipe-target.js';
import type { Recipe } from './recipe.js';
import { StatusQuery } from './status-query.js';
import type { Environment } from '@weir/model';

export interface RecipeRunOptions {
  readonly target: RecipeTarget;
  readonly console: RecipeConsole;
  readonly environment: Environment;
  /** Address of the web server, when there is one. */
  readonly webAddress?: string | undefined;
}

export interface RunningRecipe {
  /** Ends the reports; what the recipe set up goes on. */
  stop(): void;
}

export async function runRecipe(recipe: Recipe, options: RecipeRunOptions): Promise<RunningRecipe> {
  const { target, console, environment, webAddress } = options;
  await setUpUi(recipe, target, console);

  let isNewStandingQuery = false;
  const standing: string[] = [];
  for (const { name, definition } of recipe.standingQueries) {
    const outcome = await attempt('Standing Query', name, console, () =>
      target.createStandingQuery(name, definition),
    );
    if (outcome !== 'failed') standing.push(name);
    if (outcome === 'running') isNewStandingQuery = true;
  }
  if (isNewStandingQuery && target.hadData) await target.propagate();

  const ingest: string[] = [];
  for (const { name, definition } of recipe.ingestStreams) {
    const outcome = await attempt('Ingest Stream', name, console, () =>
      target.createIngestStream(name, definition),
    );
    if (outcome !== 'failed') ingest.push(name);
  }

  const progress = new RecipeProgress({ ingest, standing }, target, console, environment.scheduler);
  const statusQuery =
    recipe.statusQuery === undefined ? undefined : new StatusQuery(recipe.statusQuery, target, console, environment.scheduler);
  if (recipe.statusQuery !== undefined && webAddress !== undefined) {
    console.line(`Status query URL is ${webAddress}#${encodeURIComponent(recipe.statusQuery)}`);
  }
  return {
    stop: () => {
      progress.stop();
      statusQuery?.stop();
    },
  };
}

async function setUpUi(recipe: Recipe, target: RecipeTarget, console: RecipeConsole): Promise<void> {
  const { nodeAppearances, quickQueries, sampleQueries } = recipe.ui;
  if (nodeAppearances.length > 0) {
    console.line(`Using ${nodeAppearances.length} node appearances`);
    await target.replaceUiList('nodeAppearances', nodeAppearances);
  }
  if (quickQueries.length > 0) {
    console.line(`Using ${quickQueries.length} quick queries`);
    await target.replaceUiList('quickQueries', quickQueries);
  }
  if (sampleQueries.length > 0) {
    console.line(`Using ${sampleQueries.length} sample queries`);
    await target.replaceUiList('sampleQueries', sampleQueries);
  }
}

type Outcome = 'running' | 'exists' | 'failed';

async function attempt(
  kind: 'Standing Query' | 'Ingest Stream',
  name: string,
  console: RecipeConsole,
  create: () => Promise<void>,
): Promise<Outcome> {
  try {
    await create();
    console.line(`Running ${kind} ${name}`);
    return 'running';
  } catch (thrown) {
    const error = WeirError.from(thrown);
    if (error.code === 'standing.exists' || error.code === 'ingest.exists') {
      console.line(`${kind} ${name} already exists`);
      return 'exists';
    }
    // Not the definition: it may hold secrets, and the recipe is at hand.
    console.line(`Failed creating ${kind} ${name}: ${error.message}`);
    return 'failed';
  }
}
