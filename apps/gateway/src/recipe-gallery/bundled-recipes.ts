import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Root of the checkout; an installed program has none and carries a copy of the recipes. */
const CHECKOUT = new URL('../../../../', import.meta.url);
const isCheckout = existsSync(new URL('apps/gateway/package.json', CHECKOUT));

/** The folder of the bundled recipes. */
export const BUNDLED_RECIPES = fileURLToPath(
  isCheckout ? new URL('recipes', CHECKOUT) : new URL('../recipes', import.meta.url),
);
