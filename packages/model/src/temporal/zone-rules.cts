/** The rules of the world's time zones, which register themselves with js-joda. Only `ensureZones` loads this module. */
require('@js-joda/timezone');
