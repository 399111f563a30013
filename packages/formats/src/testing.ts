export { CollectingWriter } from './testing/collecting-writer.js';
export { Endpoint } from './testing/endpoint.js';
export { eventHeaders, EventServer } from './testing/event-server.js';
export { CONTAINERS, PROTOBUF, REGISTERED } from './testing/foreign-records.js';
export {
  COMMITTED_MILLIS,
  fileOf,
  refuse,
  SharedTable,
  type TableAction,
  type TableRow,
} from './testing/shared-table.js';
export { type TestContext, testContext } from './testing/sink-context.js';
export { sinkOf, takerOf } from './testing/sink-of.js';
