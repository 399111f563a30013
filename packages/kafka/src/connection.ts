export { requireBrokers } from './connection/require-brokers.js';
