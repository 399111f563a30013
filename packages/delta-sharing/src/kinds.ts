/** Changes of Delta Sharing tables as a source. */
import { declareSource } from '@weir/formats/kinds';
import {
  type DeltaSharingDefinition,
  deltaSharingSourceOf,
  maskedDeltaSharing,
} from './definition/delta-sharing-source.js';

export const deltaSharingSource = declareSource({
  type: 'DeltaSharingCdf',
  member: deltaSharingSourceOf,
  masked: source => maskedDeltaSharing(source as DeltaSharingDefinition),
  givesRows: true,
  unavailable: ({ auth }) =>
    auth.type === 'CertificateAuth'
      ? 'CertificateAuth of the source DeltaSharingCdf is not available: it belongs to a commercial edition. Use ' +
        'BearerToken or OAuthClientCredentials'
      : undefined,
  prepare: async (source, context) => {
    const { prepareDeltaSharing } = await import('./source/prepare-delta-sharing.js');
    return prepareDeltaSharing(source as DeltaSharingDefinition, context);
  },
});
