/** Tokens named by the configuration, each with a role. Only their digests are kept and compared. */
import { createHash } from 'node:crypto';
import { WeirError } from '@weir/platform';
import { highest, type Role, ROLES } from './role.js';

/** Shorter tokens can be guessed; other characters are not allowed in a header. */
const TOKEN = /^[\x21-\x7e]{16,}$/;
const DIGEST = /^sha256:([0-9a-f]{64})$/i;

export class TokenDigests {
  private readonly roles = new Map<string, Role>();

  /**
   * @param tokens keyed by role: tokens, or `sha256:` followed by their digest in hexadecimal.
   * @throws WeirError `config.invalid`
   */
  constructor(tokens: Readonly<Record<Role, readonly string[]>>) {
    for (const role of ROLES) {
      for (const token of tokens[role]) {
        const digest = DIGEST.exec(token)?.[1]?.toLowerCase() ?? digestOf(token);
        if (!TOKEN.test(token)) {
          throw new WeirError(
            'config.invalid',
            `A token in webserver.access.${role} is invalid: it needs at least 16 ASCII characters without spaces`,
          );
        }
        this.roles.set(
          digest,
          highest([role, ...(this.roles.has(digest) ? [this.roles.get(digest)!] : [])])!,
        );
      }
    }
  }

  get isEmpty(): boolean {
    return this.roles.size === 0;
  }

  roleOf(token: string): Role | undefined {
    return this.roles.get(digestOf(token));
  }
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
