import type { SourceProgress } from '@weir/plugins';

/** Progress of a source that ends at its last byte or after a number of records, whichever is nearer. */
export function furtherOf(
  one: SourceProgress | undefined,
  other: SourceProgress | undefined,
): SourceProgress | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return shareOf(one) > shareOf(other) ? one : other;
}

function shareOf({ done, total }: SourceProgress): number {
  return total === 0 ? 1 : done / total;
}
