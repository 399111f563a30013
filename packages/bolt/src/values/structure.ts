/** Tags of the structures that encode values. */
export const Structure = {
  Node: 0x4e,
  Relationship: 0x52,
  UnboundRelationship: 0x72,
  Path: 0x50,
  Date: 0x44,
  Time: 0x54,
  LocalTime: 0x74,
  LocalDateTime: 0x64,
  /** Seconds since the epoch in UTC, as are those with a zone name. */
  DateTime: 0x49,
  DateTimeZoned: 0x69,
  /** Seconds since the epoch in local time: Bolt 4.4, unless the client asked for UTC. */
  LegacyDateTime: 0x46,
  LegacyDateTimeZoned: 0x66,
  Duration: 0x45,
  Point2D: 0x58,
  Point3D: 0x59,
} as const;

/** The forms of values that depend on the protocol version and on the handshake. */
export interface ValueForm {
  /** Whether nodes and relationships have element ids, texts, beside their integer ids. */
  readonly hasElementIds: boolean;
  readonly usesUtc: boolean;
}
