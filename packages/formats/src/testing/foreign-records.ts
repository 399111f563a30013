/**
 * Bytes written by other libraries, as Base64: Python's protobuf 7.36 with the descriptor set of its compiler (messages
 * `shop.Order`, `shop.Empty`, `store.Empty`), and fastavro 1.13.
 */
export const PROTOBUF = {
  descriptorSet:
    'CuwFCgtvcmRlci5wcm90bxIEc2hvcCLFBQoFT3JkZXISDgoCaWQYASABKANSAmlkEhQKBWxhcmdlGAIgASgEUgVsYXJnZRIUCgV0b3RhbBgDIAEoAVIFdG90YWwSEgoEcmF0ZRgEIAEoAlIEcmF0ZRISCgRnaWZ0GAUgASgIUgRnaWZ0EhIKBG5vdGUYBiABKAlSBG5vdGUSEAoDcmF3GAcgASgMUgNyYXcSJwoFc3RhdGUYCCABKA4yES5zaG9wLk9yZGVyLlN0YXRlUgVzdGF0ZRImCgVmaXJzdBgJIAEoCzIQLnNob3AuT3JkZXIuSXRlbVIFZmlyc3QSJgoFaXRlbXMYCiADKAsyEC5zaG9wLk9yZGVyLkl0ZW1SBWl0ZW1zEikKBHRhZ3MYCyADKAsyFS5zaG9wLk9yZGVyLlRhZ3NFbnRyeVIEdGFncxIZCgVtYXliZRgMIAEoCUgBUgVtYXliZYgBARIUCgRtYWlsGA0gASgJSABSBG1haWwSFgoFcGhvbmUYDiABKAVIAFIFcGhvbmUSFAoFYmVsb3cYDyABKBFSBWJlbG93EhgKB251bWJlcnMYECADKANSB251bWJlcnMSMAoHYnlfbmFtZRgRIAMoCzIXLnNob3AuT3JkZXIuQnlOYW1lRW50cnlSBmJ5TmFtZRowCgRJdGVtEhIKBG5hbWUYASABKAlSBG5hbWUSFAoFcHJpY2UYAiABKAFSBXByaWNlGjcKCVRhZ3NFbnRyeRIQCgNrZXkYASABKAVSA2tleRIUCgV2YWx1ZRgCIAEoCVIFdmFsdWU6AjgBGksKC0J5TmFtZUVudHJ5EhAKA2tleRgBIAEoCVIDa2V5EiYKBXZhbHVlGAIgASgLMhAuc2hvcC5PcmRlci5JdGVtUgV2YWx1ZToCOAEiGgoFU3RhdGUSBwoDTkVXEAASCAoEUEFJRBABQgUKA3dheUIICgZfbWF5YmUiBwoFRW1wdHliBnByb3RvMwozCgtvdGhlci5wcm90bxIFc3RvcmUiFQoFRW1wdHkSDAoBeBgBIAEoBVIBeGIGcHJvdG8z',
  full: 'CICAgICAgICAgAEQ//////////9/GQAAAAAAAABAJQAAAD8oATIEbsOkaDoCAP9AAUoMCgFhEQAAAAAAAPg/UgMKAWJSDAoBYxEAAAAAAAAIQFoQCP7//////////wESA3R3b1oHCAESA29uZXAHeAWCAQoB/v////////9/igEICgF4EgMKAXk=',
  /** An unsigned 64-bit integer beyond the signed range. */
  tooLarge: 'EICAgICAgICAgAE=',
};

export const AVRO = {
  schema:
    '{"type": "record", "name": "Order", "namespace": "shop", "fields": [{"name": "id", "type": "long"}, {"name": "count", "type": "int"}, {"name": "total", "type": "double"}, {"name": "rate", "type": "float"}, {"name": "gift", "type": "boolean"}, {"name": "note", "type": ["null", "string"]}, {"name": "none", "type": ["null", "long"]}, {"name": "state", "type": {"type": "enum", "name": "State", "symbols": ["NEW", "PAID"]}}, {"name": "raw", "type": "bytes"}, {"name": "hash", "type": {"type": "fixed", "name": "Hash", "size": 2}}, {"name": "items", "type": {"type": "array", "items": {"type": "record", "name": "Item", "fields": [{"name": "name", "type": "string"}, {"name": "price", "type": ["double", "long"]}]}}}, {"name": "tags", "type": {"type": "map", "values": "long"}}, {"name": "next", "type": ["null", "Order"]}]}',
  full: '////////////AQYAAAAAAAAAQAAAAD8BAghuw6RoAAIEAP9hYgQCYgAAAAAAAAD4PwJjAgYAAgJ4/P//////////AQAC////////////AQYAAAAAAAAAQAAAAD8BAAIKAgQA/2FiBAJiAAAAAAAAAPg/AmMCBgACAnj8//////////8BAAA=',
};

/** The text packed in `PACKED`. */
export const PACKED_TEXT =
  'The quick brown fox. The quick brown fox. The quick brown fox. The quick brown fox. The quick brown fox. The quick brown fox. The quick brown fox. The quick brown fox. The quick brown fox. The quick brown fox. The quick brown fox. The quick brown fox. The quick brown fox. The quick brown fox. The quick brown fox. The quick brown fox. The quick brown fox. The quick brown fox. The quick brown fox. The quick brown fox. aieomyymoeiagaieomyymoeiagaieomyymoeiagaieomyymoeiagaieomyymoeiagaieomyymoeiagaieomyymoeiagaieomyymoeiagaieomyymoeiagaieomyymoeiagaieomyymoeiagaieomyymoeiagaieomyymoeiagaieomyymoeiagaieomyymoeiagaieomyymoeiagaieomyymoeiagaieomyymoeiagaieomyymoeiagaieomyymoeiagaieomyymoeiagaieomyymoeiagaieomyymoeiaga';

/** Written by Python's zstandard 0.25 (with and without the leading size), lz4 4.4 and python-snappy 0.7. */
export const PACKED = {
  zstd: 'KLUv/WTQAXUBACQCVGhlIHF1aWNrIGJyb3duIGZveC4gYWllb215eW1vZWlhZwIAHDDVnxHVyQSvs3Zo',
  zstdStream: 'KLUv/QBYdQEAJAJUaGUgcXVpY2sgYnJvd24gZm94LiBhaWVvbXl5bW9laWFnAgAcMNWfEdXJBA==',
  lz4: 'BCJNGGxA0AIAAAAAAACkMwAAAP8GVGhlIHF1aWNrIGJyb3duIGZveC4gFQD/fd9haWVvbXl5bW9laWFnDQD/CFBlaWFnYQAAAAAImLN3',
  snappy:
    '0AVQVGhlIHF1aWNrIGJyb3duIGZveC4g/hUA/hUA/hUA/hUA/hUA/hUAOhUAMGFpZW9teXltb2VpYWf+DQD+DQD+DQD+DQB6DQA=',
  snappyFramed:
    '/wYAAHNOYVBwWQBOAADwubz10AVQVGhlIHF1aWNrIGJyb3duIGZveC4g/hUA/hUA/hUA/hUA/hUA/hUAOhUAMGFpZW9teXltb2VpYWf+DQD+DQD+DQD+DQB6DQA=',
};

/** Its blocks refer to earlier ones; 1,200 bytes precede the text. */
export const LZ4_LINKED =
  'BCJNGHhAgAcAAAAAAAC7zAEAAP//ggAAAACxeTeeYvNuPBNtptrE5t14dWAVFybaTLXXU4RTiM278TlH84/qwCoumzpizEy0mWr9LdEIrqcIp18hQEUQm3fjwRSvgXKO5h8jCB6+1IFVXIX7jPo2dcSY5+77NphoM9VJ4mpz+luiEavV2a9cTxFODclI7L5CgIpvvLcoIDbvxtGvJmWCKV4DM6OVoeQczT+VlgTeRhA8fPeJcxqoA6u4WX3iVgr3GfW7cFGTbOqIMR1kwM/O3fdtf1cvDDDRZqrhSp5IksTV5kM+DYX0t0QjpTF8wVars18HJev9uJ4inGkYWjoakpHYywvJdnyFABUt/zez3nhvUY/ypu9AbN6N8eUVLKJfTcpT2YRoBFO8BrXM86RmRitDF8Bi4cg5mn95s9EdKi0JvNumQFqMIHj4PZqvlu4T5zSfjR7TUAdWcQGBjQ+y+sStY3T8SxTuM+rFZ2uIduGiJidb2sTY1BFjiU5JATrIgJ/rQbg9nLvv2001J3r+rl4YryiWtmCizVQRHAXzwpU8kXMPdC+QAf///xD/BlRoZSBxdWljayBicm93biBmb3guIBUA/33fYWllb215eW1vZWlhZw0A/whQZWlhZ2GFfGS9AAAAAA==';

/** Seven records of `shop.Sale`, by fastavro 1.13, in blocks of a few. */
export const CONTAINERS = {
  deflate:
    'T2JqAQQUYXZyby5jb2RlYw5kZWZsYXRlFmF2cm8uc2NoZW1hygN7InR5cGUiOiAicmVjb3JkIiwgIm5hbWUiOiAic2hvcC5TYWxlIiwgImZpZWxkcyI6IFt7Im5hbWUiOiAiaWQiLCAidHlwZSI6ICJsb25nIn0sIHsibmFtZSI6ICJub3RlIiwgInR5cGUiOiBbIm51bGwiLCAic3RyaW5nIl19LCB7Im5hbWUiOiAidGFncyIsICJ0eXBlIjogeyJ0eXBlIjogImFycmF5IiwgIml0ZW1zIjogInN0cmluZyJ9fSwgeyJuYW1lIjogInByaWNlIiwgInR5cGUiOiAiZmxvYXQifV19AAABAgMEBQYHCAkKCwwNDg8ENPv3HwoYmVjyDBhA4A9ciIGJqQQkYg8AytkTAAECAwQFBgcICQoLDA0ODwIu+/UfChiZWPKMWJhKmEoYGBga7AHCeAsAAQIDBAUGBwgJCgsMDQ4PBDb78R8KGBmA4ID9NzifiSXPhImpBCTsAADx3hQAAQIDBAUGBwgJCgsMDQ4PAij78h8KGBlYmEqYShgYGBQcAJ7BCgABAgMEBQYHCAkKCwwNDg8CJPv0HwoYmVjyzBgYGBwcAIrXCgABAgMEBQYHCAkKCwwNDg8=',
  snappy:
    'T2JqAQQUYXZyby5jb2RlYwxzbmFwcHkWYXZyby5zY2hlbWHKA3sidHlwZSI6ICJyZWNvcmQiLCAibmFtZSI6ICJzaG9wLlNhbGUiLCAiZmllbGRzIjogW3sibmFtZSI6ICJpZCIsICJ0eXBlIjogImxvbmcifSwgeyJuYW1lIjogIm5vdGUiLCAidHlwZSI6IFsibnVsbCIsICJzdHJpbmciXX0sIHsibmFtZSI6ICJ0YWdzIiwgInR5cGUiOiB7InR5cGUiOiAiYXJyYXkiLCAiaXRlbXMiOiAic3RyaW5nIn19LCB7Im5hbWUiOiAicHJpY2UiLCAidHlwZSI6ICJmbG9hdCJ9XX0AAAECAwQFBgcICQoLDA0ODwRGJgT+/w0BFAECBG4wAAEBAPwNEij/AQACAnQAAAAAP5ksvlEAAQIDBAUGBwgJCgsMDQ4PAjQYBPr/DQE4AQIEbjIEAnQCdAAAAIA/RgCdJAABAgMEBQYHCAkKCwwNDg8ESCYE+P8NARwBAAAAAMA/9g0PNP8BAgRuNAICdAAAAABAT32i7wABAgMEBQYHCAkKCwwNDg8CLhUE9P8NASwBAAQCdAJ0AAAAIEDaO5a7AAECAwQFBgcICQoLDA0ODwIqEwTy/w0BJAECBG42AAAAQEAwspCtAAECAwQFBgcICQoLDA0ODw==',
  zstandard:
    'T2JqAQQUYXZyby5jb2RlYxJ6c3RhbmRhcmQWYXZyby5zY2hlbWHKA3sidHlwZSI6ICJyZWNvcmQiLCAibmFtZSI6ICJzaG9wLlNhbGUiLCAiZmllbGRzIjogW3sibmFtZSI6ICJpZCIsICJ0eXBlIjogImxvbmcifSwgeyJuYW1lIjogIm5vdGUiLCAidHlwZSI6IFsibnVsbCIsICJzdHJpbmciXX0sIHsibmFtZSI6ICJ0YWdzIiwgInR5cGUiOiB7InR5cGUiOiAiYXJyYXkiLCAiaXRlbXMiOiAic3RyaW5nIn19LCB7Im5hbWUiOiAicHJpY2UiLCAidHlwZSI6ICJmbG9hdCJ9XX0AAAECAwQFBgcICQoLDA0ODwRKKLUv/SAm5QAAoP7/AQIEbjAA/P8BAAICdAAAAAA/AxAAiW3JsAABAgMEBQYHCAkKCwwNDg8CQii1L/0gGMEAAPr//////////wECBG4yBAJ0AnQAAACAPwABAgMEBQYHCAkKCwwNDg8EUii1L/0gJgUBAMD4/wEAAAAAwD/2/wECBG40AgJ0AAAAAEACACCfDGABAAECAwQFBgcICQoLDA0ODwI8KLUv/SAVqQAA9P//////////AQAEAnQCdAAAACBAAAECAwQFBgcICQoLDA0ODwI4KLUv/SATmQAA8v//////////AQIEbjYAAABAQAABAgMEBQYHCAkKCwwNDg8=',
  bzip2:
    'T2JqAQQUYXZyby5jb2RlYwpiemlwMhZhdnJvLnNjaGVtYcoDeyJ0eXBlIjogInJlY29yZCIsICJuYW1lIjogInNob3AuU2FsZSIsICJmaWVsZHMiOiBbeyJuYW1lIjogImlkIiwgInR5cGUiOiAibG9uZyJ9LCB7Im5hbWUiOiAibm90ZSIsICJ0eXBlIjogWyJudWxsIiwgInN0cmluZyJdfSwgeyJuYW1lIjogInRhZ3MiLCAidHlwZSI6IHsidHlwZSI6ICJhcnJheSIsICJpdGVtcyI6ICJzdHJpbmcifX0sIHsibmFtZSI6ICJwcmljZSIsICJ0eXBlIjogImZsb2F0In1dfQAAAQIDBAUGBwgJCgsMDQ4PBH5CWmg5MUFZJlNZMQepdAAADEmA9ABAAIABBAAABaAAISmieo0wgGmmjzkikxEvBXx076R/NF3JFOFCQMQepdAAAQIDBAUGBwgJCgsMDQ4PAnpCWmg5MUFZJlNZzCUEzQAACEnA9AAQAIABBABAAAAQoAAiBoaNCAaaaDDUBKzN6w28XXi7kinChIZhKCZoAAECAwQFBgcICQoLDA0ODwSIAUJaaDkxQVkmU1l30GjSAAAMzYT0AAQAwAAAAQQAQAABQKAAIaj1MnqZPQgGgDxIAgTyWN1aUGrQ03gu5IpwoSDvoNGkAAECAwQFBgcICQoLDA0ODwJwQlpoOTFBWSZTWYeoMekAAAbUgPQAQABAAAQABACgACIaZNNCDJiGMCIhpuuVzxdyRThQkIeoMekAAQIDBAUGBwgJCgsMDQ4PAm5CWmg5MUFZJlNZsyIW8QAABc0A9AABAEAAAAEQAKAAMQZMQQ0ZMhFHYmnwVzxdyRThQkLMiFvEAAECAwQFBgcICQoLDA0ODw==',
  plain:
    'T2JqAQQUYXZyby5jb2RlYwhudWxsFmF2cm8uc2NoZW1hygN7InR5cGUiOiAicmVjb3JkIiwgIm5hbWUiOiAic2hvcC5TYWxlIiwgImZpZWxkcyI6IFt7Im5hbWUiOiAiaWQiLCAidHlwZSI6ICJsb25nIn0sIHsibmFtZSI6ICJub3RlIiwgInR5cGUiOiBbIm51bGwiLCAic3RyaW5nIl19LCB7Im5hbWUiOiAidGFncyIsICJ0eXBlIjogeyJ0eXBlIjogImFycmF5IiwgIml0ZW1zIjogInN0cmluZyJ9fSwgeyJuYW1lIjogInByaWNlIiwgInR5cGUiOiAiZmxvYXQifV19AAABAgMEBQYHCAkKCwwNDg8ETP7//////////wECBG4wAAAAAAD8//////////8BAAICdAAAAAA/AAECAwQFBgcICQoLDA0ODwIw+v//////////AQIEbjIEAnQCdAAAAIA/AAECAwQFBgcICQoLDA0ODwRM+P//////////AQAAAADAP/b//////////wECBG40AgJ0AAAAAEAAAQIDBAUGBwgJCgsMDQ4PAir0//////////8BAAQCdAJ0AAAAIEAAAQIDBAUGBwgJCgsMDQ4PAiby//////////8BAgRuNgAAAEBAAAECAwQFBgcICQoLDA0ODw==',
};

/** Schemas 1 and 2 of a registry, where the second refers to another one, and a record of each. */
export const REGISTERED = {
  one: '{"type": "record", "name": "shop.Sale", "fields": [{"name": "id", "type": "int"}, {"name": "old", "type": "string"}]}',
  two: '{"type": "record", "name": "shop.Sale", "fields": [{"name": "id", "type": "long"}, {"name": "where", "type": "shop.Place"}]}',
  place: '{"type": "record", "name": "shop.Place", "fields": [{"name": "town", "type": "string"}]}',
  first: 'AAAAAAEKAng=',
  second: 'AAAAAAL8//////////8BCG7DpGg=',
};
