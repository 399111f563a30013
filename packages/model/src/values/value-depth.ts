/** Lists and maps within each other, at most, wherever a value comes in: so deep it can still be read, written and told. */
export const MAX_VALUE_DEPTH = 1000;
