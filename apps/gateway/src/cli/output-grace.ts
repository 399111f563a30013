/** Time in which the reader of the results may consume the last of them. */
export const OUTPUT_GRACE_MILLIS = 2_000;
