/**
 * Bytes that other libraries wrote, as Base64: Python's protobuf 7.36 with the descriptor set of its own compiler
 * (messages `shop.Order`, `shop.Empty`, `store.Empty`), and fastavro 1.13.
 */
export const PROTOBUF = {
  descriptorSet:
    'CuwFCgtvcmRlci5wcm90bxIEc2hvcCLFBQoFT3JkZXISDgoCaWQYASABKANSAmlkEhQKBWxhcmdlGAIgASgEUgVsYXJnZRIUCgV0b3RhbBgDIAEoAVIFdG90YWwSEgoEcmF0ZRgEIAEoAlIEcmF0ZRISCgRnaWZ0GAUgASgIUgRnaWZ0EhIKBG5vdGUYBiABKAlSBG5vdGUSEAoDcmF3GAcgASgMUgNyYXcSJwoFc3RhdGUYCCABKA4yES5zaG9wLk9yZGVyLlN0YXRlUgVzdGF0ZRImCgVmaXJzdBgJIAEoCzIQLnNob3AuT3JkZXIuSXRlbVIFZmlyc3QSJgoFaXRlbXMYCiADKAsyEC5zaG9wLk9yZGVyLkl0ZW1SBWl0ZW1zEikKBHRhZ3MYCyADKAsyFS5zaG9wLk9yZGVyLlRhZ3NFbnRyeVIEdGFncxIZCgVtYXliZRgMIAEoCUgBUgVtYXliZYgBARIUCgRtYWlsGA0gASgJSABSBG1haWwSFgoFcGhvbmUYDiABKAVIAFIFcGhvbmUSFAoFYmVsb3cYDyABKBFSBWJlbG93EhgKB251bWJlcnMYECADKANSB251bWJlcnMSMAoHYnlfbmFtZRgRIAMoCzIXLnNob3AuT3JkZXIuQnlOYW1lRW50cnlSBmJ5TmFtZRowCgRJdGVtEhIKBG5hbWUYASABKAlSBG5hbWUSFAoFcHJpY2UYAiABKAFSBXByaWNlGjcKCVRhZ3NFbnRyeRIQCgNrZXkYASABKAVSA2tleRIUCgV2YWx1ZRgCIAEoCVIFdmFsdWU6AjgBGksKC0J5TmFtZUVudHJ5EhAKA2tleRgBIAEoCVIDa2V5EiYKBXZhbHVlGAIgASgLMhAuc2hvcC5PcmRlci5JdGVtUgV2YWx1ZToCOAEiGgoFU3RhdGUSBwoDTkVXEAASCAoEUEFJRBABQgUKA3dheUIICgZfbWF5YmUiBwoFRW1wdHliBnByb3RvMwozCgtvdGhlci5wcm90bxIFc3RvcmUiFQoFRW1wdHkSDAoBeBgBIAEoBVIBeGIGcHJvdG8z',
  full: 'CICAgICAgICAgAEQ//////////9/GQAAAAAAAABAJQAAAD8oATIEbsOkaDoCAP9AAUoMCgFhEQAAAAAAAPg/UgMKAWJSDAoBYxEAAAAAAAAIQFoQCP7//////////wESA3R3b1oHCAESA29uZXAHeAWCAQoB/v////////9/igEICgF4EgMKAXk=',
  /** A whole number of 64 bits without a sign that is too large with one. */
  tooLarge: 'EICAgICAgICAgAE=',
};

export const AVRO = {
  schema:
    '{"type": "record", "name": "Order", "namespace": "shop", "fields": [{"name": "id", "type": "long"}, {"name": "count", "type": "int"}, {"name": "total", "type": "double"}, {"name": "rate", "type": "float"}, {"name": "gift", "type": "boolean"}, {"name": "note", "type": ["null", "string"]}, {"name": "none", "type": ["null", "long"]}, {"name": "state", "type": {"type": "enum", "name": "State", "symbols": ["NEW", "PAID"]}}, {"name": "raw", "type": "bytes"}, {"name": "hash", "type": {"type": "fixed", "name": "Hash", "size": 2}}, {"name": "items", "type": {"type": "array", "items": {"type": "record", "name": "Item", "fields": [{"name": "name", "type": "string"}, {"name": "price", "type": ["double", "long"]}]}}}, {"name": "tags", "type": {"type": "map", "values": "long"}}, {"name": "next", "type": ["null", "Order"]}]}',
  full: '////////////AQYAAAAAAAAAQAAAAD8BAghuw6RoAAIEAP9hYgQCYgAAAAAAAAD4PwJjAgYAAgJ4/P//////////AQAC////////////AQYAAAAAAAAAQAAAAD8BAAIKAgQA/2FiBAJiAAAAAAAAAPg/AmMCBgACAnj8//////////8BAAA=',
};
