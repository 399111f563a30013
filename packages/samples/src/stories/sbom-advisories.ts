/**
 * Dependencies as in a CycloneDX document, `{ref, dependsOn, deployed}`, and advisories as in OSV, `{id, affected}`.
 * `deployed` is set for applications.
 */
import type { SeededRandom } from '@weir/platform';
import { type PlantedRecord, storyStream } from './story-stream.js';

export function sbomAdvisories(random: SeededRandom): Iterable<PlantedRecord> {
  const depends = (ref: string, dependsOn: readonly string[], deployed?: boolean): object => ({
    ref,
    dependsOn,
    ...(deployed === undefined ? {} : { deployed }),
  });
  const advisory = (serial: number, affected: string): object => ({
    id: `OSV-2026-${serial}`,
    affected: [affected],
  });
  /** An application and a chain of the libraries that it depends on. */
  const chain = (
    serial: number,
    length: number,
    deployed: boolean,
  ): { app: string; last: string; records: PlantedRecord[] } => {
    const app = `app-${serial}`;
    const names = [
      app,
      ...Array.from({ length }, (_, i) => `pkg:npm/lib-${serial}-${i + 1}@1.${random.below(9)}.0`),
    ];
    const records = names
      .slice(1)
      .map((name, i) => ({ record: depends(names[i]!, [name], i === 0 ? deployed : undefined) }));
    return { app, last: names.at(-1)!, records };
  };
  const library = (): string => `pkg:npm/common-${random.below(120)}@2.0.0`;
  return storyStream({
    random,
    ordinary: () => depends(`service-${random.below(100)}`, [library(), library()], random.chance(2 / 3)),
    stories: [
      // An advisory about a library deep below a deployed application.
      serial => {
        const { app, last, records } = chain(serial, 1 + random.below(6), true);
        const row = { application: app, library: last, advisory: `OSV-2026-${serial}` };
        return [...records, { record: advisory(serial, last), matches: [row] }];
      },
      // The advisory arrives before the dependency.
      serial => {
        const { app, last, records } = chain(serial, 2, true);
        const row = { application: app, library: last, advisory: `OSV-2026-${serial}` };
        return [
          { record: advisory(serial, last) },
          ...records.map((each, i) => (i === records.length - 1 ? { ...each, matches: [row] } : each)),
        ];
      },
      // Near miss: the application is not deployed.
      serial => {
        const { last, records } = chain(serial, 2, false);
        return [...records, { record: advisory(serial, last) }];
      },
      // Near miss: another version is affected.
      serial => {
        const { last, records } = chain(serial, 2, true);
        return [...records, { record: advisory(serial, `${last}-beta`) }];
      },
    ],
  });
}
