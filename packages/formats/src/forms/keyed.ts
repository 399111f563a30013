import { z } from 'zod';

/** The only key that a JavaScript object may lose. */
const SPECIAL_KEY = '__proto__';

/** A JSON object with user-defined keys. No key is dropped: the unsupported one is rejected. */
export function keyed<T extends z.ZodType>(schema: T) {
  return z.preprocess(
    (value, context) => {
      if (typeof value === 'object' && value !== null && Object.hasOwn(value, SPECIAL_KEY)) {
        const message = `${SPECIAL_KEY} cannot be a key here; choose another name`;
        context.issues.push({ code: 'custom', input: value, path: [SPECIAL_KEY], message });
      }
      return value;
    },
    z.record(z.string(), schema),
  );
}
