/** A name as bodies of the older form accept it: any text that an address can contain. */
import { z } from 'zod';

const HALF_CHARACTER = /\p{Surrogate}/u;

export const addressableName = z
  .string()
  .min(1, { error: 'A name must not be empty' })
  .refine(name => !HALF_CHARACTER.test(name), {
    error: 'The name contains an unpaired surrogate, which no URL can contain',
  });
