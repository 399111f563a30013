import { z } from 'zod';

export const RESOURCE_NAME = /^[A-Za-z0-9_.~-]{1,128}$/;

/** A valid name in paths and bodies of version 2. */
export const resourceName = z.string().regex(RESOURCE_NAME, {
  error: issue =>
    `'${String(issue.input)}' is not a valid name: 1 to 128 of the characters A-Z a-z 0-9 _ . ~ -`,
});
