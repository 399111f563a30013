import type { RecipeOperations } from '@weir/api';
import type { Handlers } from '../endpoint-router.js';
import type { Services } from '../../services.js';

export function recipeHandlers({ recipes }: Services): Handlers<RecipeOperations> {
  return {
    listRecipes: () => recipes.list(),
    startRecipe: ({ name, body }) => recipes.start(name, new Map(Object.entries(body.values))),
    stopRecipe: ({ name }) => recipes.stop(name),
  };
}
