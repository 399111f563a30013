const NULL = new TextEncoder().encode('null');

/**
 * Returns a JSON object with the fields of `head`, which must not be empty, and the payload as the field `payload`.
 * @param payload JSON in UTF-8, which is not parsed; an empty one is `null`.
 */
export function envelopedPayload(head: object, payload: Uint8Array): Uint8Array {
  const start = `${JSON.stringify(head).slice(0, -1)},"payload":`;
  const body = payload.length === 0 ? NULL : payload;
  return Buffer.concat([Buffer.from(start), body, Buffer.from('}')]);
}
