/**
 * An object that rejects unknown fields. `type` is accepted on any object: clients send it on union members and
 * elsewhere.
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
