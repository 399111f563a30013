/** The parts of a recipe, or of a server, in a form in which they can be compared. */
import type { Json } from './settings-difference.js';

export interface IngestState {
  /** Secrets are masked. */
  readonly shown: Json;
}

export interface StandingState {
  /** Everything but the outputs. */
  readonly shown: { readonly pattern: Json; readonly [field: string]: Json };
  /** Keyed by name; secrets are masked. */
  readonly outputs: ReadonlyMap<string, Json>;
}

export const UI_LISTS = [
  'nodeAppearances',
  'edgeAppearances',
  'layouts',
  'quickQueries',
  'sampleQueries',
] as const;
export type UiListName = (typeof UI_LISTS)[number];

export interface GraphState {
  readonly ingests: ReadonlyMap<string, IngestState>;
  readonly standing: ReadonlyMap<string, StandingState>;
  readonly ui: Readonly<Record<UiListName, Json>>;
}

/** The bodies of requests, which contain the secrets. */
export interface RequestBodies {
  readonly ingests: ReadonlyMap<string, object>;
  readonly standing: ReadonlyMap<string, object>;
  /** Keyed by standing query, then by output. */
  readonly outputs: ReadonlyMap<string, ReadonlyMap<string, object>>;
}

/** The state that a recipe describes, and how to request it. */
export interface WantedState extends GraphState {
  readonly bodies: RequestBodies;
  /** Form of the requests for standing queries: outputs of version 1 may have no form in version 2. */
  readonly version: 1 | 2;
}
