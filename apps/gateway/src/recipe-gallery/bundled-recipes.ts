import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Of a checkout; an installed program has none around it, and brings a copy. */
const CHECKOUT = new URL('../../../../', import.meta.url);
const isCheckout = existsSync(new URL('apps/gateway/package.json', CHECKOUT));

/** The folder of the recipes that come with the program. */
export const BUNDLED_RECIPES = fileURLToPath(
  isCheckout ? new URL('recipes', CHECKOUT) : new URL('../recipes', import.meta.url),
);
