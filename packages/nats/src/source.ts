export { prepareNats } from './source/prepare-nats.js';
