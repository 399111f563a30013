/** Sets up a recipe and reports its progress. */
import { RecipeProgress } from './recipe-progress.js';
import type { RecipeConsole, RecipeTarget } from './recipe-target.js';
import type { Recipe } from './recipe.js';
import { setUpRecipe, type RecipePolicy } from './set-up-recipe.js';
import { StatusQuery } from './status-query.js';
import type { Environment } from '@weir/platform';

export interface RecipeRunOptions {
  readonly target: RecipeTarget;
  readonly console: RecipeConsole;
  readonly environment: Environment;
  /** Address of the web server, when there is one. */
  readonly webAddress?: string | undefined;
}

export interface RunningRecipe {
  /** Stops the reports; the recipe's items keep running. */
  stop(): void;
}

export async function runRecipe(recipe: Recipe, options: RecipeRunOptions): Promise<RunningRecipe> {
  const { target, console, environment, webAddress } = options;
  await setUpUi(recipe, target, console);

  const present = await setUpRecipe(recipe, target, reporting(console));
  const progress = new RecipeProgress(present, target, console, environment.scheduler);
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
  const { nodeAppearances, edgeAppearances, layouts, quickQueries, sampleQueries } = recipe.ui;
  if (nodeAppearances.length > 0) {
    console.line(`Using ${nodeAppearances.length} node appearances`);
    await target.replaceUiList('nodeAppearances', nodeAppearances);
  }
  if (edgeAppearances.length > 0) {
    console.line(`Using ${edgeAppearances.length} edge appearances`);
    await target.replaceUiList('edgeAppearances', edgeAppearances);
  }
  if (layouts.length > 0) await target.replaceUiList('layouts', layouts);
  if (quickQueries.length > 0) {
    console.line(`Using ${quickQueries.length} quick queries`);
    await target.replaceUiList('quickQueries', quickQueries);
  }
  if (sampleQueries.length > 0) {
    console.line(`Using ${sampleQueries.length} sample queries`);
    await target.replaceUiList('sampleQueries', sampleQueries);
  }
}

/** Reports each part. A failed part does not stop the next ones. */
function reporting(console: RecipeConsole): RecipePolicy {
  return {
    created: (part, name) => console.line(`Running ${part} ${name}`),
    failed: (part, name, { code, message }) => {
      if (code === 'standing.exists' || code === 'ingest.exists') {
        console.line(`${part} ${name} already exists`);
        return true;
      }
      // Leaves out the definition: it may hold secrets, and the recipe is at hand.
      console.line(`Failed creating ${part} ${name}: ${message}`);
      return false;
    },
  };
}
