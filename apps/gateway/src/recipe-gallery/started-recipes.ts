/**
 * Records what a recipe start creates, before it creates it. However the process ends, a stop finds all of it, and the
 * next start of the process undoes an incomplete one.
 */
import type { MetadataStore } from '@weir/contract';
import type { UiLists } from '@weir/definitions';

export interface StartedRecipe {
  readonly recipe: string;
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number;
  /** Whether everything was created. */
  readonly isWhole: boolean;
  readonly ingestStreams: readonly MadeItem[];
  readonly standingQueries: readonly MadeItem[];
  /** Items added to the lists. */
  readonly ui: UiLists;
}

export interface MadeItem {
  readonly name: string;
  /** Distinguishes the item from a later one with the same name; `null` until it is created. */
  readonly mark: string | null;
}

const KEY = 'started_recipes';

export class StartedRecipes {
  private notes: ReadonlyMap<string, StartedRecipe> = new Map();

  constructor(private readonly metadata: MetadataStore) {}

  async restore(): Promise<void> {
    const stored = (await this.metadata.get(KEY)) as readonly StartedRecipe[] | undefined;
    this.notes = new Map((stored ?? []).map(note => [note.recipe, note]));
  }

  get(recipe: string): StartedRecipe | undefined {
    return this.notes.get(recipe);
  }

  all(): readonly StartedRecipe[] {
    return [...this.notes.values()];
  }

  /** Resolves when the note is durable. */
  put(note: StartedRecipe): Promise<void> {
    return this.store(new Map(this.notes).set(note.recipe, note));
  }

  delete(recipe: string): Promise<void> {
    const rest = new Map(this.notes);
    rest.delete(recipe);
    return this.store(rest);
  }

  private async store(notes: ReadonlyMap<string, StartedRecipe>): Promise<void> {
    await this.metadata.put(KEY, [...notes.values()]);
    this.notes = notes;
  }
}
