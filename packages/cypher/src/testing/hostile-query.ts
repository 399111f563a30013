/**
 * A query that would take a thread, or the process, with it, and what it must answer: an error code, `over` (some limit of
 * the query's budget, whichever comes first), one limit by its name, or the value of the first column.
 */
export type HostileQuery = readonly [query: string, answer: HostileAnswer];
export type HostileAnswer = { readonly is: unknown } | string;
