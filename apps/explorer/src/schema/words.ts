/** Names of the API in words: the labels of fields and values for which the OpenAPI document has no label. */

/** Stay in capitals. */
const ACRONYMS = new Set(
  'api aws ca csv gzip http https id jks json kcl nats pem s3 sasl sns sqs ssl tcp tls url utf xml zstd'.split(
    ' ',
  ),
);
const NAMES: Readonly<Record<string, string>> = { kafka: 'Kafka', kinesis: 'Kinesis', ndjson: 'NDJSON' };

/** @param name such as `maxPerSecond`, `NAMED_PIPE`, `ServerSentEvent` or `example.Folder`. */
export function wordsOf(name: string): string {
  const words = name
    .slice(name.lastIndexOf('.') + 1)
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .filter(word => word !== '')
    .map(word => word.toLowerCase());
  const said = words.map(word => NAMES[word] ?? (ACRONYMS.has(word) ? word.toUpperCase() : word)).join(' ');
  return said.charAt(0).toUpperCase() + said.slice(1);
}
