/** Programs that draw edges with their arrowheads. */
import { createEdgeCurveProgram } from '@sigma/edge-curve';
import { createEdgeArrowProgram } from 'sigma/rendering';
import { HEAD } from './edge-sizes.js';

export const EDGE_PROGRAMS = {
  straight: createEdgeArrowProgram(HEAD),
  curved: createEdgeCurveProgram({ arrowHead: { extremity: 'target', ...HEAD } }),
};
