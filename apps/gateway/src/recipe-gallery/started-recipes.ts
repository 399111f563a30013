/**
 * What starts of recipes have made, noted before it is made: whatever ends the process, a stop finds all of it, and what
 * was only half made is taken back at the next start.
 */
import type { MetadataStore } from '@weir/contract';
import type { UiLists } from '@weir/definitions';

export interface StartedRecipe {
  readonly recipe: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Everything is there. */
  readonly isWhole: boolean;
  readonly ingestStreams: readonly MadeItem[];
  readonly standingQueries: readonly MadeItem[];
  /** What was put into the lists. */
  readonly ui: UiLists;
}

export interface MadeItem {
  readonly name: string;
  /** Tells it from another one that got its name later; `null` until it is made. */
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

  /** @returns when it is durable. */
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
