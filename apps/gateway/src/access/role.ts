import type { QueryEffect } from '@weir/cypher';

/** What somebody may do. Each role may do what the ones before it may. */
export const ROLES = ['read', 'write', 'admin'] as const;

export type Role = (typeof ROLES)[number];

/** What queries of each role may do beside reading; `undefined`: everything. */
export const EFFECTS_OF_ROLE: Readonly<Record<Role, readonly QueryEffect[] | undefined>> = {
  read: [],
  write: ['writes', 'logs'],
  admin: undefined,
};

export function includes(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/** The highest of them. */
export function highest(roles: readonly Role[]): Role | undefined {
  return ROLES.findLast(role => roles.includes(role));
}
