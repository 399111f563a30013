export { natsDestination, natsSource } from './kinds.js';
