/**
 * Returns another id for a result of the new plan, if consumers know its own id from a result that has ended.
 * Deterministic, so a result that is reported again after a crash has the same id.
 */
export function otherId(resultId: string, plan: number): string {
  const first = (parseInt(resultId.slice(0, 8), 16) ^ plan) >>> 0;
  return first.toString(16).padStart(8, '0') + resultId.slice(8);
}
