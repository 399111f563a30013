/** Fields that several kinds of destinations have in version 1. */
import { outputFailurePolicy } from '../forms/output-failure-policy.js';
import { type OutputStructure, outputStructure } from '../forms/output-format.js';

export const onFailure = outputFailurePolicy
  .optional()
  .meta({ description: 'Default: DeadLetter, with a file in the data directory' });

export const structure = outputStructure.default({ type: 'WithMetadata' });

export function isBare({ type }: OutputStructure): boolean {
  return type === 'Bare';
}
