import type { QueryEffect } from '@weir/cypher';

/** Roles of clients. Each role includes the ones before it. */
export const ROLES = ['read', 'write', 'admin'] as const;

export type Role = (typeof ROLES)[number];

/** Effects that queries of each role may have besides reading; `undefined`: all. */
export const EFFECTS_OF_ROLE: Readonly<Record<Role, readonly QueryEffect[] | undefined>> = {
  read: [],
  write: ['writes', 'logs'],
  admin: undefined,
};

export function includes(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/** Returns the highest of the roles. */
export function highest(roles: readonly Role[]): Role | undefined {
  return ROLES.findLast(role => roles.includes(role));
}
