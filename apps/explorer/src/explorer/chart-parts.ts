/** Parts of the explorer with charts, in one file of the build. */
export { MatchStrip } from '../live/match-strip.js';
export { SlicerBar } from '../slicer/slicer-bar.js';
export { TimeBar } from '../time/time-bar.js';
