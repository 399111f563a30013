/** The plan of a query, as EXPLAIN and PROFILE return it. */
export interface PlanOperator {
  readonly operatorType: string;
  readonly identifiers: readonly string[];
  /** `rows` and `timeMillis` of a run, and other details. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly children: readonly PlanOperator[];
}

/** @returns the plan, if the rows of a result contain one. */
export function planIn(
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
): PlanOperator | undefined {
  const cell = rows[0]?.[0];
  const isPlan = columns.length === 1 && columns[0] === 'plan' && rows.length === 1;
  return isPlan && typeof cell === 'object' && cell !== null && 'operatorType' in cell
    ? (cell as PlanOperator)
    : undefined;
}

export interface Measured {
  readonly rows: number | undefined;
  readonly millis: number | undefined;
  /** Fraction of the time of the whole plan, 0 to 1. */
  readonly share: number;
}

export function measured({ args }: PlanOperator, whole: number): Measured {
  const [rows, millis] = [numberOf(args['rows']), numberOf(args['timeMillis'])];
  return { rows, millis, share: whole > 0 ? (millis ?? 0) / whole : 0 };
}

/** Milliseconds spent in all its operators. */
export function timeOf({ args, children }: PlanOperator): number {
  return children.reduce((sum, child) => sum + timeOf(child), numberOf(args['timeMillis']) ?? 0);
}

/** Returns the other details of an operator. */
export function detailsOf({ args }: PlanOperator): readonly (readonly [name: string, value: unknown])[] {
  return Object.entries(args).filter(([name]) => name !== 'rows' && name !== 'timeMillis');
}

/** Accepts numbers that the page keeps as text. */
function numberOf(value: unknown): number | undefined {
  const number = value === undefined || value === null ? NaN : Number(JSON.stringify(value));
  return Number.isFinite(number) ? number : undefined;
}
