/**
 * Events of a cloud's audit log, with fields of CloudTrail: `AssumeRole` with `{time, principal, role}`, and
 * `AddUserToGroup` with `{time, principal, group}`.
 */
import type { SeededRandom } from '@weir/platform';
import { type PlantedRecord, SampleClock, storyStream } from './story-stream.js';

export function cloudPrivilegeChain(random: SeededRandom): Iterable<PlantedRecord> {
  const clock = new SampleClock(random);
  const assume = (principal: string, role: string): object => ({
    eventName: 'AssumeRole',
    time: clock.next(),
    principal,
    role,
  });
  const join = (principal: string, group: string): object => ({
    eventName: 'AddUserToGroup',
    time: clock.next(),
    principal,
    group,
  });
  const names = (serial: number): { user: string; via: string; role: string } => ({
    user: `user/guest-${serial}`,
    via: `role/deploy-${serial}`,
    role: random.chance(1 / 2) ? 'role/admin-billing' : 'role/admin-organization',
  });
  return storyStream({
    random,
    ordinary: () => {
      const user = random.below(60);
      if (random.chance(1 / 10))
        return join(`user/staff-${user}`, user % 5 === 0 ? 'platform' : 'developers');
      return assume(`user/staff-${user}`, `role/read-${random.below(12)}`);
    },
    stories: [
      // A role that may assume an administrator's role, used from outside the platform team.
      serial => {
        const { user, via, role } = names(serial);
        return [{ record: assume(user, via) }, { record: assume(via, role), matches: [{ user, via, role }] }];
      },
      // The same, but the membership arrives late, which ends the result.
      serial => {
        const { user, via, role } = names(serial);
        const row = { user, via, role };
        return [
          { record: assume(user, via) },
          { record: assume(via, role), matches: [row] },
          { record: join(user, 'platform'), retractions: [row] },
        ];
      },
      // Near miss: a member of the platform team.
      serial => {
        const { user, via, role } = names(serial);
        return [
          { record: join(user, 'platform') },
          { record: assume(user, via) },
          { record: assume(via, role) },
        ];
      },
      // Near miss: the second role has no administrator's rights.
      serial => {
        const { user, via } = names(serial);
        return [{ record: assume(user, via) }, { record: assume(via, 'role/audit') }];
      },
    ],
  });
}
