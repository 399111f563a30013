import type { V1Endpoints } from '@weir/api';
import { json, type Handlers } from '../http/endpoint-router.js';
import type { Services } from '../services/services.js';

type FunctionEndpoints = Pick<V1Endpoints, 'listUserFunctions' | 'defineUserFunction' | 'removeUserFunction'>;

export function userFunctionRoutes({ graph: { functions } }: Services): Handlers<FunctionEndpoints> {
  return {
    listUserFunctions: () => json(functions.list()),
    defineUserFunction: async ({ body }) => {
      await functions.define(body);
      return json(body, 201);
    },
    removeUserFunction: async ({ params }) => json(await functions.remove(params.name)),
  };
}
