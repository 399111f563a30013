/** The rules of the world's time zones, which register themselves with js-joda. Loaded by `ensureZones` alone. */
import '@js-joda/timezone';
