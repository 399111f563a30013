/** The samples of the recipes, by the name of the recipe. */
import { SeededRandom } from '@weir/platform';
import { cloudPrivilegeChain } from './cloud-privilege-chain.js';
import { dataLineage } from './data-lineage.js';
import { deviceAtTwoPlaces } from './device-at-two-places.js';
import { dnsTunnel } from './dns-tunnel.js';
import { fraudRing } from './fraud-ring.js';
import { impossibleTravel } from './impossible-travel.js';
import { k8sExposure } from './k8s-exposure.js';
import { lateralMovement } from './lateral-movement.js';
import { loanCycle } from './loan-cycle.js';
import { loginThenFailures } from './login-then-failures.js';
import { moneyMule } from './money-mule.js';
import { orderToCash } from './order-to-cash.js';
import { orderWithoutPayment } from './order-without-payment.js';
import { partsThreshold } from './parts-threshold.js';
import { sanctionsOwnership } from './sanctions-ownership.js';
import { sbomAdvisories } from './sbom-advisories.js';
import type { PlantedRecord } from './story-stream.js';
import { supplierChain } from './supplier-chain.js';
import { traceRootCause } from './trace-root-cause.js';

export type { PlantedRecord, PlantedRow } from './story-stream.js';

const STORIES = {
  'impossible-travel': impossibleTravel,
  'lateral-movement': lateralMovement,
  'cloud-privilege-chain': cloudPrivilegeChain,
  'dns-tunnel': dnsTunnel,
  'fraud-ring': fraudRing,
  'money-mule': moneyMule,
  'sanctions-ownership': sanctionsOwnership,
  'trace-root-cause': traceRootCause,
  'k8s-exposure': k8sExposure,
  'sbom-advisories': sbomAdvisories,
  'order-to-cash': orderToCash,
  'data-lineage': dataLineage,
  'device-at-two-places': deviceAtTwoPlaces,
  'login-then-failures': loginThenFailures,
  'order-without-payment': orderWithoutPayment,
  'loan-cycle': loanCycle,
  'parts-threshold': partsThreshold,
  'supplier-chain': supplierChain,
};

export type StoryName = keyof typeof STORIES;

export const STORY_NAMES = Object.keys(STORIES) as readonly StoryName[];

/** Endless; the same seed gives the same records. */
export function plantedRecords(name: StoryName, seed: number): Iterable<PlantedRecord> {
  return STORIES[name](new SeededRandom(seed));
}
