/** Checks that the brokers of a definition are reachable, for forms of the API that must report it immediately. */
import { type ErrorCode, type OutgoingPolicy, WeirError } from '@weir/platform';

/**
 * Checks Kafka sources, destinations and dead letters. Entries that are not valid brokers are left to the validation.
 * @throws WeirError with this code; after five seconds at the latest.
 */
export async function requireBrokers(
  definition: unknown,
  code: ErrorCode,
  outgoing: OutgoingPolicy,
): Promise<void> {
  const clusters = [...new Set(clustersIn(definition))];
  if (clusters.length === 0) return;
  const { kafkaSilence } = await import('./broker-reach.js');
  const silences = await Promise.all(clusters.map(each => kafkaSilence(each, outgoing)));
  const [silence] = silences.filter(each => each !== undefined);
  if (silence !== undefined) throw new WeirError(code, silence);
}

function clustersIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { type, bootstrapServers } = value as { type?: unknown; bootstrapServers?: unknown };
  if (type === 'Kafka' && typeof bootstrapServers === 'string') return [bootstrapServers];
  return Object.values(value).flatMap(clustersIn);
}
