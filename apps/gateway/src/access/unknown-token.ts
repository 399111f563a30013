/** Error message that gives the sender of an unknown token no details. */
export const UNKNOWN_TOKEN = 'The token is unknown or no longer valid';
