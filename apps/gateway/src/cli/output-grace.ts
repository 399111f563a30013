/** Whoever reads the results has so long to take the last of them. */
export const OUTPUT_GRACE_MILLIS = 2_000;
