/**
 * Watch events of Kubernetes and findings of an image scanner: `Pod` with `{type, name, app, image, phase}`, `Service`
 * with `{name, app, exposed}`, `ImageReport` with `{image, vulnerable}`.
 */
import type { SeededRandom } from '@weir/platform';
import { type PlantedRecord, storyStream } from './story-stream.js';

export function k8sExposure(random: SeededRandom): Iterable<PlantedRecord> {
  const pod = (name: string, app: string, image: string, phase: string, type = 'MODIFIED'): object => ({
    kind: 'Pod',
    type,
    name,
    app,
    image,
    phase,
  });
  const service = (name: string, app: string, exposed: boolean): object => ({
    kind: 'Service',
    type: 'ADDED',
    name,
    app,
    exposed,
  });
  const report = (image: string, vulnerable: boolean): object => ({ kind: 'ImageReport', image, vulnerable });
  const names = (serial: number): { app: string; image: string; row: Readonly<Record<string, string>> } => {
    const image = `registry.example/shop-${serial}:1.${random.below(9)}`;
    return {
      app: `shop-${serial}`,
      image,
      row: { service: `shop-${serial}-public`, pod: `shop-${serial}-0`, image },
    };
  };
  return storyStream({
    random,
    ordinary: () => {
      const app = random.below(80);
      if (random.chance(1 / 6)) return service(`app-${app}-internal`, `app-${app}`, false);
      if (random.chance(1 / 10)) return report(`registry.example/app-${app}:2.0`, random.chance(1 / 3));
      return pod(`app-${app}-${random.below(3)}`, `app-${app}`, `registry.example/app-${app}:2.0`, 'Running');
    },
    stories: [
      // A new finding about an image that runs behind a public service.
      serial => {
        const { app, image, row } = names(serial);
        return [
          { record: service(row['service']!, app, true) },
          { record: pod(row['pod']!, app, image, 'Running') },
          { record: report(image, true), matches: [row] },
        ];
      },
      // The same, until the pod is deleted.
      serial => {
        const { app, image, row } = names(serial);
        return [
          { record: report(image, true) },
          { record: service(row['service']!, app, true) },
          { record: pod(row['pod']!, app, image, 'Running'), matches: [row] },
          { record: pod(row['pod']!, app, image, 'Succeeded', 'DELETED'), retractions: [row] },
        ];
      },
      // Near miss: the service is internal.
      serial => {
        const { app, image, row } = names(serial);
        return [
          { record: report(image, true) },
          { record: service(`${app}-internal`, app, false) },
          { record: pod(row['pod']!, app, image, 'Running') },
        ];
      },
      // Near miss: the pod never runs.
      serial => {
        const { app, image, row } = names(serial);
        return [
          { record: report(image, true) },
          { record: service(row['service']!, app, true) },
          { record: pod(row['pod']!, app, image, 'Pending') },
        ];
      },
    ],
  });
}
