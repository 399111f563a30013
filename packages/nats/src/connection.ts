export { type NatsLogin, natsLogin } from './connection/nats-connection.js';
