/** The first byte of each value of PackStream version 1. Small values are in the marker itself. */
export const Marker = {
  TinyString: 0x80,
  TinyList: 0x90,
  TinyMap: 0xa0,
  TinyStructure: 0xb0,
  Null: 0xc0,
  Float64: 0xc1,
  False: 0xc2,
  True: 0xc3,
  Int8: 0xc8,
  Int16: 0xc9,
  Int32: 0xca,
  Int64: 0xcb,
  Bytes8: 0xcc,
  Bytes16: 0xcd,
  Bytes32: 0xce,
  String8: 0xd0,
  String16: 0xd1,
  String32: 0xd2,
  List8: 0xd4,
  List16: 0xd5,
  List32: 0xd6,
  Map8: 0xd8,
  Map16: 0xd9,
  Map32: 0xda,
} as const;

/** The smallest integer that is its own marker; the largest is 127. */
export const LEAST_TINY_INTEGER = -16;
