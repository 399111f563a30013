import type { IngestDefinition, NewStanding } from '@weir/definitions';
import { WeirError } from '@weir/platform';
import type { Recipe } from './recipe.js';

export type RecipeItemKind = 'Standing Query' | 'Ingest Stream';

/** Creates the parts of a recipe. */
export interface RecipeMaker {
  /** Whether the graph may hold nodes that a new standing query has not seen. */
  readonly hadData: boolean;
  /** Rejects with `standing.exists` when the name is taken. */
  createStandingQuery(name: string, definition: NewStanding): Promise<void>;
  /** Rejects with `ingest.exists` when the name is taken. */
  createIngestStream(name: string, definition: IngestDefinition): Promise<void>;
  /**
   * Evaluates new standing queries on the nodes of the graph. Streams start when it resolves, which may be before
   * propagation is complete.
   */
  propagate(): Promise<void>;
}

/** Called after each part. */
export interface RecipePolicy {
  created(kind: RecipeItemKind, name: string): void;
  /** @returns whether the part exists nevertheless. @throws to end the setup; otherwise the next part follows. */
  failed(kind: RecipeItemKind, name: string, error: WeirError): boolean;
}

/** The first failure ends the setup. The caller removes all created parts. */
export const ALL_OR_NOTHING: RecipePolicy = {
  created: () => undefined,
  failed: (_part, _name, error) => {
    throw error;
  },
};

/** Names of existing parts. */
export interface PresentItems {
  readonly standing: readonly string[];
  readonly ingest: readonly string[];
}

/** Creates standing queries first and then ingest streams, so that no match is missed. */
export async function setUpRecipe(
  { standingQueries, ingestStreams }: Recipe,
  maker: RecipeMaker,
  policy: RecipePolicy,
): Promise<PresentItems> {
  let isNewStandingQuery = false;
  const attempt = async (kind: RecipeItemKind, name: string, create: () => Promise<void>): Promise<boolean> => {
    try {
      await create();
    } catch (error) {
      return policy.failed(kind, name, WeirError.from(error));
    }
    policy.created(kind, name);
    if (kind === 'Standing Query') isNewStandingQuery = true;
    return true;
  };

  const standing: string[] = [];
  for (const { name, definition } of standingQueries) {
    const create = (): Promise<void> => maker.createStandingQuery(name, definition);
    if (await attempt('Standing Query', name, create)) standing.push(name);
  }
  if (isNewStandingQuery && maker.hadData) await maker.propagate();
  const ingest: string[] = [];
  for (const { name, definition } of ingestStreams) {
    const create = (): Promise<void> => maker.createIngestStream(name, definition);
    if (await attempt('Ingest Stream', name, create)) ingest.push(name);
  }
  return { standing, ingest };
}
