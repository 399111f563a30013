/** What somebody may do. Each role may do what the ones before it may. */
export const ROLES = ['read', 'write', 'admin'] as const;

export type Role = (typeof ROLES)[number];

export function includes(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/** The highest of them. */
export function highest(roles: readonly Role[]): Role | undefined {
  return ROLES.findLast(role => roles.includes(role));
}
