/** The bundled recipes: described, and started and stopped while the service runs. One operation at a time. */
import { createHash } from 'node:crypto';
import type { BundledRecipe } from '@weir/api';
import type { MetadataStore } from '@weir/contract';
import type { IngestStreams } from '@weir/streams';
import { SerialQueue, WeirError, type Environment } from '@weir/platform';
import {
  ALL_OR_NOTHING,
  bundledRecipes,
  parseRecipe,
  readRecipe,
  RecipeError,
  refuseWrongRecipe,
  setUpRecipe,
  type Recipe,
  type RecipeMaker,
  type RecipeProbe,
} from '@weir/recipes';
import { jsonText } from '../responses/json-text.js';
import { propagateInBackground } from '../standing/background-propagation.js';
import { describeRecipe, namedApart } from './described-recipe.js';
import type { StandingQueries } from '../standing/standing-queries.js';
import { StartedRecipes, type MadeItem, type StartedRecipe } from './started-recipes.js';
import type { UiSettings } from '../ui/ui-settings.js';

export interface RecipeGalleryOptions {
  readonly folder: string;
  /** The recipe that the program was started with. */
  readonly startOption: Recipe | undefined;
  readonly metadata: MetadataStore;
  readonly ingest: Pick<IngestStreams, 'create' | 'get' | 'delete'>;
  readonly standing: StandingQueries;
  readonly ui: UiSettings;
  readonly probe: RecipeProbe;
  readonly environment: Environment;
}

const WAKE_UP = { includeSleeping: true, parallelism: 4 };

export class RecipeGallery {
  private readonly started: StartedRecipes;
  private readonly changes = new SerialQueue();
  private readonly openedAt: number;

  constructor(private readonly options: RecipeGalleryOptions) {
    this.started = new StartedRecipes(options.metadata);
    this.openedAt = options.environment.clock.now();
  }

  /**
   * Call once, after streams, standing queries and lists are restored: undoes incomplete starts of an earlier process.
   */
  async restore(): Promise<void> {
    await this.started.restore();
    for (const note of this.started.all()) {
      if (note.isWhole) continue;
      const { logger } = this.options.environment;
      logger.log('warn', `The start of the recipe '${note.recipe}' was interrupted and is rolled back`);
      await this.remove(note);
    }
  }

  async list(): Promise<BundledRecipe[]> {
    const texts = await bundledRecipes(this.options.folder);
    return [...texts.keys()].flatMap(name => this.describe(name, texts.get(name)!) ?? []);
  }

  /**
   * Rejects with `recipe.not-found`, `recipe.running`, `recipe.missing-value`, `recipe.invalid`; `standing.exists` or
   * `ingest.exists` when a name is in use; and with errors of creating its parts. Then nothing of it is left.
   */
  start(name: string, values: ReadonlyMap<string, string>): Promise<BundledRecipe> {
    return this.changes.run(async () => {
      const text = await this.textOf(name);
      if (this.isStartOption(name))
        throw new WeirError('recipe.running', `The server was started with the recipe '${name}'`);
      if (this.started.get(name) !== undefined)
        throw new WeirError('recipe.running', `The recipe '${name}' is already running; stop it first`);
      const given = new Map([...values].filter(([, value]) => value !== ''));
      const { missing } = readRecipe(text, given);
      if (missing.length > 0)
        throw new RecipeError(
          'recipe.missing-value',
          missing.map(variable => `The recipe '${name}' needs a value for ${variable.name}`),
        );
      const recipe = namedApart(name, parseRecipe(text, given));
      await refuseWrongRecipe(recipe, this.options.probe);
      this.refuseTakenNames(recipe);
      await this.make(name, recipe);
      return this.describe(name, text)!;
    });
  }

  /** Rejects with `recipe.not-found` or `recipe.not-running`. */
  stop(name: string): Promise<BundledRecipe> {
    return this.changes.run(async () => {
      const text = await this.textOf(name);
      const note = this.started.get(name);
      if (note === undefined && this.isStartOption(name)) {
        const mend = 'start the server without it, or delete its streams and standing queries one by one';
        const message = `The server was started with the recipe '${name}': ${mend}`;
        throw new WeirError('recipe.not-running', message);
      }
      if (note === undefined)
        throw new WeirError('recipe.not-running', `The recipe '${name}' was not started with the API`);
      await this.remove(note);
      return this.describe(name, text)!;
    });
  }

  private async make(name: string, recipe: Recipe): Promise<void> {
    const { ui, standing, ingest, environment } = this.options;
    const unmade = (items: readonly { readonly name: string }[]): MadeItem[] =>
      items.map(item => ({ name: item.name, mark: null }));
    const plan: StartedRecipe = {
      recipe: name,
      startedAt: environment.clock.now(),
      isWhole: false,
      ingestStreams: unmade(recipe.ingestStreams),
      standingQueries: unmade(recipe.standingQueries),
      ui: ui.missing(recipe.ui),
    };
    const made: Record<'ingestStreams' | 'standingQueries', MadeItem[]> = {
      ingestStreams: [],
      standingQueries: [],
    };
    await this.started.put(plan);
    try {
      const maker: RecipeMaker = {
        hadData: true,
        createStandingQuery: async (query, definition) => {
          await standing.create(query, definition);
          made.standingQueries.push({ name: query, mark: this.standingMark(query)! });
        },
        createIngestStream: async (stream, definition) => {
          await ingest.create(stream, definition);
          made.ingestStreams.push({ name: stream, mark: this.ingestMark(stream)! });
        },
        propagate: async () => propagateInBackground({ standing, environment }, WAKE_UP),
      };
      await setUpRecipe(recipe, maker, ALL_OR_NOTHING);
      await ui.add(plan.ui);
      await this.started.put({ ...plan, ...made, isWhole: true });
    } catch (error) {
      // Items that another client created meanwhile under one of the names are not in `made`.
      await this.remove({ ...plan, ...made });
      throw error;
    }
  }

  private async remove(note: StartedRecipe): Promise<void> {
    const { ui, standing, ingest } = this.options;
    for (const { name, mark } of note.ingestStreams) {
      const found = this.ingestMark(name);
      if (found !== undefined && (mark === null || mark === found)) await ingest.delete(name);
    }
    for (const { name, mark } of note.standingQueries) {
      const found = this.standingMark(name);
      if (found !== undefined && (mark === null || mark === found)) await standing.remove(name);
    }
    await ui.remove(note.ui);
    await this.started.delete(note.recipe);
  }

  private refuseTakenNames({ standingQueries, ingestStreams }: Recipe): void {
    for (const { name } of standingQueries)
      if (this.standingMark(name) !== undefined)
        throw new WeirError('standing.exists', `There is already a standing query named '${name}'`);
    for (const { name } of ingestStreams)
      if (this.ingestMark(name) !== undefined)
        throw new WeirError('ingest.exists', `There is already an ingest stream named '${name}'`);
  }

  private standingMark(name: string): string | undefined {
    return this.options.standing.list().find(query => query.name === name)?.internalId;
  }

  private ingestMark(name: string): string | undefined {
    const info = this.options.ingest.get(name);
    return info && createHash('sha256').update(jsonText(info.settings)).digest('hex');
  }

  private async textOf(name: string): Promise<string> {
    const text = (await bundledRecipes(this.options.folder)).get(name);
    if (text === undefined) throw new WeirError('recipe.not-found', `There is no recipe '${name}'`);
    return text;
  }

  private describe(name: string, text: string): BundledRecipe | undefined {
    const note = this.started.get(name);
    const isOption = note === undefined && this.isStartOption(name);
    const described = describeRecipe(name, text, isOption);
    const startedAt = isOption ? this.openedAt : note?.startedAt;
    if (described === undefined || startedAt === undefined) return described;
    const startedBy = isOption ? 'OPTION' : 'API';
    return { ...described, startedAt: new Date(startedAt).toISOString(), startedBy };
  }

  /** Whether the program was started with it, and a part of it still exists. */
  private isStartOption(name: string): boolean {
    const { startOption } = this.options;
    if (startOption?.bundledName !== name) return false;
    const { ingestStreams, standingQueries } = startOption;
    if (ingestStreams.length + standingQueries.length === 0) return true;
    return (
      standingQueries.some(query => this.standingMark(query.name) !== undefined) ||
      ingestStreams.some(stream => this.options.ingest.get(stream.name) !== undefined)
    );
  }
}
