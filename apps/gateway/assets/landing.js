/** The first page: what flows in, what is watched, what flows out. Talks to the public API alone. */
import './ask.js';
import { refreshForever } from './overview.js';

refreshForever();
