/**
 * Another id for a result of the plan that comes, where consumers know its own as that of a result that is over. Always
 * the same one: what is told a second time after a crash is known by its id.
 */
export function otherId(resultId: string, plan: number): string {
  const first = (parseInt(resultId.slice(0, 8), 16) ^ plan) >>> 0;
  return first.toString(16).padStart(8, '0') + resultId.slice(8);
}
