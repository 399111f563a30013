import { fileURLToPath } from 'node:url';

/** The folder of the recipes that come with the program. */
export const BUNDLED_RECIPES = fileURLToPath(new URL('../../../../recipes', import.meta.url));
