/** Least thickness of edges and size of their arrowheads: the direction must be readable when the whole graph is in view. */
/** In pixels, however far the camera is. */
export const THINNEST_EDGE = 1.6;
/** Size of an arrowhead, as multiples of the thickness of its edge. */
export const HEAD = { lengthToThicknessRatio: 5, widenessToThicknessRatio: 4 };
/** The same for edges that are drawn as lines, whose thickness is half their size. */
export const LINE_HEAD = {
  length: 2 * HEAD.lengthToThicknessRatio,
  width: 2 * HEAD.widenessToThicknessRatio,
};
