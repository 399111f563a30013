/**
 * Returns how far nodes moved on average, as a share of the picture's diagonal.
 * @param before x, y of each node.
 */
export function movedShare(before: Float32Array, after: Float32Array): number {
  let [low, high, left, right, sum] = [Infinity, -Infinity, Infinity, -Infinity, 0];
  for (let i = 0; i < after.length; i += 2) {
    const [x, y] = [after[i]!, after[i + 1]!];
    sum += Math.hypot(x - before[i]!, y - before[i + 1]!);
    [left, right, low, high] = [Math.min(left, x), Math.max(right, x), Math.min(low, y), Math.max(high, y)];
  }
  return sum / (after.length / 2) / Math.max(1, Math.hypot(right - left, high - low));
}
