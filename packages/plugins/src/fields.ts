/** The fields in definitions of a kind, as its author declares them. */
import type { z } from 'zod';

/** The namespace `z` of Zod 4, passed in so that an extension need not depend on Zod. */
export type Zod = typeof z;

/** Types of kinds that extensions provide have a namespace, as functions do: `acme.Folder`. */
export type ExtensionType = `${string}.${string}`;

export type Fields = z.ZodRawShape;

/**
 * A Zod shape, such as `z => ({ path: z.string().meta({ description: 'The folder' }) })`. It validates requests, fills
 * in defaults, and appears in the API description and the explorer's form.
 */
export type MakeFields<F extends Fields> = (z: Zod) => F;

/** A validated definition. */
export type Checked<F extends Fields> = z.output<z.ZodObject<F>>;

/** Names of fields whose values are never returned: `token`, or `auth.token` for one inside an object. */
export type SecretFields = readonly string[];
