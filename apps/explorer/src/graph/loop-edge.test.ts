import { loopOf } from './loop-edge.js';

const distance = (a: { x: number; y: number }, b: { x: number; y: number }): number =>
  Math.hypot(a.x - b.x, a.y - b.y);

test.each([1, 3, 8, 12, 40])(
  'loops of a node of %d pixels start and end on its rim, and do not cross',
  size => {
    const node = { x: 7, y: -5 };
    const loops = [0, 1, 2, 3].map(index => loopOf(node, size, index));
    for (const loop of loops) {
      for (const position of [loop.start, loop.end]) {
        expect(distance(position, node)).toBeCloseTo(size);
        expect(distance(position, loop)).toBeCloseTo(loop.radius);
      }
      expect(loop.start.x).toBeLessThan(node.x);
      expect(loop.end.x).toBeGreaterThan(node.x);
      expect(loop.y).toBeLessThan(node.y);
    }
    for (let i = 1; i < loops.length; i++)
      expect(distance(loops[i]!, loops[i - 1]!)).toBeLessThanOrEqual(
        loops[i]!.radius - loops[i - 1]!.radius + 1e-9,
      );
  },
);
