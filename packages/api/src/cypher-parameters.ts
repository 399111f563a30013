import type { ValueMap } from '@weir/model';
import { z } from 'zod';

function isObject(value: unknown): value is ValueMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The parsed body already holds Cypher values. They are passed on unchanged so that integers stay exact. */
export const cypherParametersSchema = z
  .custom<ValueMap>(isObject, { error: 'Invalid value for parameters, expecting object' })
  .meta({ type: 'object', additionalProperties: {}, description: 'Values of the parameters, by name' });
