/** Connection settings of an HTTP endpoint, and their masked form. */
import { z } from 'zod';
import { SECRET_MASK, shownUrl } from '@weir/platform';

export const signingSecret = z.string().min(1).optional().meta({
  description:
    'Secret that signs requests as in Standard Webhooks: a string, or Base64 after the prefix whsec_; masked in responses',
});

interface Endpoint {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Returns the endpoint for display: only the names of headers are shown. */
export function maskedEndpoint({ url, headers }: Endpoint): { url: string; headers: Record<string, string> } {
  const names = Object.keys(headers);
  return { url: shownUrl(url), headers: Object.fromEntries(names.map(name => [name, SECRET_MASK])) };
}

export function maskedSigning({ signingSecret: secret }: { readonly signingSecret?: string | undefined }): {
  signingSecret?: string;
} {
  return secret === undefined ? {} : { signingSecret: SECRET_MASK };
}
