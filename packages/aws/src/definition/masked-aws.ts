/** Returns AWS connection settings for display: keys are never returned. */
import { SECRET_MASK, shownUrl } from '@weir/platform';
import type { AwsTarget } from './aws-target.js';

const MASKED = { accessKeyId: SECRET_MASK, secretAccessKey: SECRET_MASK };

export function maskedAws<T extends AwsTarget & { queueUrl?: string }>(target: T): T {
  const masked = { ...target };
  if (masked.credentials !== undefined) masked.credentials = MASKED;
  if (masked.endpoint !== undefined) masked.endpoint = shownUrl(masked.endpoint);
  if (masked.queueUrl !== undefined) masked.queueUrl = shownUrl(masked.queueUrl);
  return masked;
}
