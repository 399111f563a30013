/** `npm run build`: everything, without what was made of sources that are gone. */
import { EVERYTHING, prepare } from './prepare.mjs';

prepare({ projects: EVERYTHING });
