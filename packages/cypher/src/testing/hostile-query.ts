/**
 * A query that would block a thread or crash the process, and its required result: an error code, `over` (any limit of
 * the query's budget, whichever is reached first), one limit by its name, or the value of the first column.
 */
export type HostileQuery = readonly [query: string, answer: HostileAnswer];
export type HostileAnswer = { readonly is: unknown } | string;
