/**
 * An object that takes no fields but its own. A key `type` is let through on any object: clients send it on
 * members of unions and elsewhere.
 */
import { z } from 'zod';

export function strictObject<T extends z.ZodRawShape>(shape: T) {
  return z.preprocess(value => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    if (!('type' in value) || 'type' in shape) return value;
    const { type: _, ...fields } = value;
    return fields;
  }, z.strictObject(shape));
}
