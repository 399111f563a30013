import { describePersistor } from '../conformance.js';
import { createPersistorFactory } from '../create-factory.js';

describePersistor('memory', () => createPersistorFactory({ type: 'memory' }));
