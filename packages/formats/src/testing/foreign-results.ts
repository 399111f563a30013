/**
 * Bytes written by other libraries, as Base64: Python's protobuf with the descriptor set of its compiler (messages
 * `shop.Match` and `shop.Envelope`), and fastavro.
 */
export const PROTOBUF = {
  descriptorSet:
    'CpsFCglvdXQucHJvdG8SBHNob3Ai9gMKBU1hdGNoEg4KAmlkGAEgASgSUgJpZBIUCgVsYXJnZRgCIAEoBFIFbGFyZ2USEgoEcmF0ZRgDIAEoAlIEcmF0ZRISCgRnaWZ0GAQgASgIUgRnaWZ0EhIKBG5vdGUYBSABKAlSBG5vdGUSEAoDcmF3GAYgASgMUgNyYXcSJwoFc3RhdGUYByABKA4yES5zaG9wLk1hdGNoLlN0YXRlUgVzdGF0ZRImCgVpdGVtcxgIIAMoCzIQLnNob3AuTWF0Y2guSXRlbVIFaXRlbXMSKQoEdGFncxgJIAMoCzIVLnNob3AuTWF0Y2guVGFnc0VudHJ5UgR0YWdzEhkKBWNvdW50GAogASgFSAFSBWNvdW50iAEBEhgKB251bWJlcnMYCyADKAZSB251bWJlcnMSFAoEbWFpbBgMIAEoCUgAUgRtYWlsEhYKBXBob25lGA0gASgFSABSBXBob25lGjAKBEl0ZW0SEgoEbmFtZRgBIAEoCVIEbmFtZRIUCgVwcmljZRgCIAEoAVIFcHJpY2UaNwoJVGFnc0VudHJ5EhAKA2tleRgBIAEoA1IDa2V5EhQKBXZhbHVlGAIgASgJUgV2YWx1ZToCOAEiGgoFU3RhdGUSBwoDTkVXEAASCAoEUEFJRBADQgkKB2NvbnRhY3RCCAoGX2NvdW50IoYBCghFbnZlbG9wZRInCgRtZXRhGAEgASgLMhMuc2hvcC5FbnZlbG9wZS5NZXRhUgRtZXRhEh8KBGRhdGEYAiABKAsyCy5zaG9wLk1hdGNoUgRkYXRhGjAKBE1ldGESKAoPaXNQb3NpdGl2ZU1hdGNoGAEgASgIUg9pc1Bvc2l0aXZlTWF0Y2hiBnByb3RvMw==',
  match:
    'CP///////////wEQ//////////9/HQAAAD8gASoEbsOkaDICAP84A0IMCgFhEQAAAAAAAPg/QgkRAAAAAAAAAEBKEAj+//////////8BEgN0d29QAFoQAQAAAAAAAAD/////////f2gH',
  envelope: 'CgIIARICCAI=',
};

export const AVRO = {
  schema:
    '{"type": "record", "name": "shop.Match", "fields": [{"name": "id", "type": "long"}, {"name": "note", "type": ["null", "string"], "default": null}, {"name": "price", "type": ["null", "long", "double"]}, {"name": "items", "type": {"type": "array", "items": {"type": "record", "name": "Item", "fields": [{"name": "name", "type": "string"}, {"name": "state", "type": {"type": "enum", "name": "State", "symbols": ["NEW", "PAID"]}, "default": "NEW"}]}}}, {"name": "tags", "type": {"type": "map", "values": "int"}}, {"name": "raw", "type": "bytes"}, {"name": "hash", "type": {"type": "fixed", "name": "H", "size": 2}}]}',
  match: '////////////AQAEAAAAAAAABEAEAmECAmIAAAICeA0ABAD/YWI=',
};
