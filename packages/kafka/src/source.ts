export { prepareKafka } from './source/prepare-kafka.js';
