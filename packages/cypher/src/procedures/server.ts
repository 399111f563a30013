/** Answers that tools made for Neo4j expect from a server, and the rows of commands that begin with SHOW. */
import type { Value } from '@weir/model';
import { defineProcedure } from '../registry/define-procedure.js';
import type { ProcedureDefinition } from '../registry/procedure-definition.js';

/** The version of Neo4j that the Bolt server names too: tools adapt their queries to it. */
const COMPATIBLE_VERSION = '5.13.0';
const none = (): Value[][] => [];

const DATABASE: readonly Value[] = [
  'neo4j',
  'standard',
  [],
  'read-write',
  '',
  'primary',
  true,
  'online',
  'online',
  '',
  true,
  true,
  [],
];

export const SERVER_PROCEDURES: readonly ProcedureDefinition[] = [
  defineProcedure('db.ping() :: (success :: BOOLEAN)', 'READ', 'Returns true', () => [[true]]),
  defineProcedure(
    'dbms.components() :: (name :: STRING, versions :: LIST OF STRING, edition :: STRING)',
    'READ',
    'The version of Neo4j that tools may assume',
    () => [['Neo4j Kernel', [COMPATIBLE_VERSION], 'community']],
  ),
  defineProcedure(
    'dbms.clientConfig() :: (name :: STRING, description :: STRING, value :: STRING, dynamic :: BOOLEAN)',
    'READ',
    'Always empty: there are no settings for clients',
    none,
  ),
  defineProcedure(
    'dbms.licenseAgreementDetails() :: (status :: STRING, daysLeftOnTrial :: INTEGER, totalTrialDays :: INTEGER)',
    'READ',
    'Always yes: no license needs to be accepted',
    () => [['yes', 0, 0]],
  ),
  defineProcedure(
    'show.databases() :: (name :: STRING, type :: STRING, aliases :: LIST OF STRING, access :: STRING, ' +
      'address :: STRING, role :: STRING, writer :: BOOLEAN, requestedStatus :: STRING, currentStatus :: STRING, ' +
      'statusMessage :: STRING, default :: BOOLEAN, home :: BOOLEAN, constituents :: LIST OF STRING)',
    'READ',
    'The graph, as SHOW DATABASES returns it',
    () => [[...DATABASE]],
  ),
  defineProcedure(
    'show.indexes() :: (id :: INTEGER, name :: STRING, state :: STRING, populationPercent :: FLOAT, ' +
      'type :: STRING, entityType :: STRING, labelsOrTypes :: LIST OF STRING, properties :: LIST OF STRING, ' +
      'indexProvider :: STRING, owningConstraint :: STRING, lastRead :: DATETIME, readCount :: INTEGER)',
    'READ',
    'Always empty, because there are no indexes',
    none,
  ),
  defineProcedure(
    'show.constraints() :: (id :: INTEGER, name :: STRING, type :: STRING, entityType :: STRING, ' +
      'labelsOrTypes :: LIST OF STRING, properties :: LIST OF STRING, ownedIndex :: STRING, propertyType :: STRING)',
    'READ',
    'Always empty, because there are no constraints',
    none,
  ),
];
