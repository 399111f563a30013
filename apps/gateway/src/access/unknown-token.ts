/** What is said of a token that gives whoever sends it no reason to be told more. */
export const UNKNOWN_TOKEN = 'The token is unknown or no longer valid';
