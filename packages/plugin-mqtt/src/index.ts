/** MQTT as a source and a destination. */
import type { Extension } from '@weir/plugins';
import { mqttDestination } from './mqtt-destination.js';
import { mqttSource } from './mqtt-source.js';

export const extensions: Extension = { sources: [mqttSource], destinations: [mqttDestination] };
