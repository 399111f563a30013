import type { IngestSource, ResumePoint } from '@weir/plugins';

/** Returns the next records of a source as text, and the position after them. */
export async function takeTexts(
  source: IngestSource,
  count: number,
): Promise<{ texts: string[]; after: ResumePoint }> {
  const texts: string[] = [];
  let after: ResumePoint | undefined;
  while (texts.length < count) {
    const batch = await source.next(count - texts.length);
    if (batch === undefined) break;
    ({ after } = batch);
    const { bytes, bounds } = batch.chunk;
    for (let i = 0; i < bounds.length; i += 2)
      texts.push(Buffer.from(bytes.subarray(bounds[i], bounds[i + 1])).toString());
  }
  return { texts, after: after! };
}
