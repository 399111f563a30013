import type { StandingOutputDefinition } from '../outputs/standing-output-definition.js';
import type { StandingQueryDefinition } from './standing-definition.js';

/** A new standing query. Its outputs may be of either version of the API. */
export interface NewStanding extends Omit<StandingQueryDefinition, 'outputs'> {
  readonly outputs: Readonly<Record<string, StandingOutputDefinition>>;
}
