/** Recipes bundled with a server. All calls reject with a `WeirClientError`. */
import type { components } from '../generated/v2.js';
import { dataOf, type RawApi } from '../raw-api.js';
import { type CallOptions, init } from './call-options.js';

type Schemas = components['schemas'];

export type Recipe = Schemas['BundledRecipe'];
/** Values of a recipe's variables. */
export type RecipeValues = Schemas['RecipeValues'];

export class Recipes {
  constructor(private readonly api: RawApi) {}

  async list(options: CallOptions = {}): Promise<Recipe[]> {
    return (await dataOf(this.api.v2.GET('/api/v2/recipes', init(options)))).items;
  }

  /** Creates the recipe's standing queries, ingest streams and UI settings. */
  start(name: string, values: RecipeValues = {}, options: CallOptions = {}): Promise<Recipe> {
    const params = { path: { recipeName: name } };
    return dataOf(
      this.api.v2.POST('/api/v2/recipes/{recipeName}:start', { params, body: values, ...init(options) }),
    );
  }

  /** Removes what the start created. Data stays in the graph. */
  stop(name: string, options: CallOptions = {}): Promise<Recipe> {
    const params = { path: { recipeName: name } };
    return dataOf(this.api.v2.POST('/api/v2/recipes/{recipeName}:stop', { params, ...init(options) }));
  }
}
