import { userFunctionEndpoints } from '../user-function-endpoints.js';

export const userFunctions = userFunctionEndpoints({
  path: '/query/cypher/user-defined',
  tag: 'Cypher queries',
  ids: { list: 'listUserFunctions', define: 'defineUserFunction', remove: 'removeUserFunction' },
  wrap: schema => schema,
});
