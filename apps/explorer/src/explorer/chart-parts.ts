/** Parts of the explorer with charts, in one file of the build. */
export { MatchStrip } from '../live/match-strip.js';
export { SlicerBar } from './charts/slicer-bar.js';
export { TimeBar } from './charts/time-bar.js';
