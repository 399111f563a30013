import { userFunctionEndpoints } from '../../user-function-endpoints.js';
import { envelope } from './envelope.js';

export const userFunctions = userFunctionEndpoints({
  path: '/cypher-queries/user-defined',
  tag: 'Cypher Query Language (enveloped)',
  ids: {
    list: 'enveloped-list-user-functions',
    define: 'enveloped-define-user-function',
    remove: 'enveloped-remove-user-function',
  },
  wrap: envelope,
});
