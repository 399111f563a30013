/** `npm run build`: builds everything that is stale. */
import { EVERYTHING, prepare } from './build/prepare.mjs';

await prepare(EVERYTHING);
