/** RabbitMQ as a source and a destination. */
import type { Extension } from '@weir/plugins';
import { rabbitMqDestination } from './rabbitmq-destination.js';
import { rabbitMqSource } from './rabbitmq-source.js';

export const extensions: Extension = { sources: [rabbitMqSource], destinations: [rabbitMqDestination] };
