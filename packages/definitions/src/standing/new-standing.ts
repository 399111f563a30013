import type { StandingOutputDefinition } from '../outputs/standing-output-definition.js';
import type { StandingQueryDefinition } from './standing-definition.js';

/** A new standing query. Its outputs may be in the form of either API version. */
export interface NewStanding extends Omit<StandingQueryDefinition, 'outputs'> {
  readonly outputs: Readonly<Record<string, StandingOutputDefinition>>;
}
