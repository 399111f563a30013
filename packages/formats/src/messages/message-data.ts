import type { Message } from '@weir/plugins';

/** @param bytes as encoded: JSON with a line break at its end. */
export function messageData(
  bytes: Uint8Array,
  format: { readonly type: string },
  { keepsLineBreaks = false }: { readonly keepsLineBreaks?: boolean },
): Pick<Message, 'data' | 'isText'> {
  const isText = format.type === 'JSON';
  return { data: isText && !keepsLineBreaks ? bytes.subarray(0, -1) : bytes, isText };
}
