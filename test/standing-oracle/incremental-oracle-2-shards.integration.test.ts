import { testIncremental } from './incremental-oracle.js';

testIncremental(2);
