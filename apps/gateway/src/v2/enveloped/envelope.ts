import { json, type Reply } from '../../http/endpoint-router.js';

/** A payload as the older form of the second API version wraps it. */
export function enveloped(content: unknown, status = 200): Reply {
  return json({ content, warnings: [] }, status);
}
