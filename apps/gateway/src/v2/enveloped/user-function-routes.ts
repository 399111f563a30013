import type { V2EnvelopedEndpoints } from '@weir/api';
import type { Handlers } from '../../http/endpoint-router.js';
import type { Services } from '../../services/services.js';
import { enveloped } from './envelope.js';

type FunctionEndpoints = Pick<
  V2EnvelopedEndpoints,
  'enveloped-list-user-functions' | 'enveloped-define-user-function' | 'enveloped-remove-user-function'
>;

export function envelopedUserFunctionRoutes({ graph: { functions } }: Services): Handlers<FunctionEndpoints> {
  return {
    'enveloped-list-user-functions': () => enveloped(functions.list()),
    'enveloped-define-user-function': async ({ body }) => {
      await functions.define(body);
      return enveloped(body, 201);
    },
    'enveloped-remove-user-function': async ({ params }) => enveloped(await functions.remove(params.name)),
  };
}
