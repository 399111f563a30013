import { LocalDate, LocalDateTime, LocalTime, ZonedDateTime, ZoneOffset } from '@js-joda/core';
import { formatWithPattern, OffsetTime, parseWithPattern, zoneOf } from '../../index.js';

describe('reading with a pattern', () => {
  test.each([
    ['17/May/2015:08:05:03 +0000', 'dd/MMM/yyyy:HH:mm:ss Z', '2015-05-17T08:05:03Z'],
    ['17/May/2015:08:05:03 -0330', 'dd/MMM/yyyy:HH:mm:ss Z', '2015-05-17T08:05:03-03:30'],
    [
      'Thursday, 1 January 1970 12:00:01.5 AM GMT+02:00',
      'EEEE, d MMMM y hh:mm:ss.S a OOOO',
      '1970-01-01T00:00:01.500+02:00',
    ],
    [
      '2024-02-03T04:05:06.123456789+05:45',
      "yyyy-MM-dd'T'HH:mm:ss.SSSSSSSSSXXX",
      '2024-02-03T04:05:06.123456789+05:45',
    ],
    ['2024-02-03 04:05 Z', 'yyyy-MM-dd HH:mm X', '2024-02-03T04:05Z'],
    ['2024-02-03 04:05 +07', 'yyyy-MM-dd HH:mm X', '2024-02-03T04:05+07:00'],
    ['2024-07-03 04:05 Europe/Paris', 'yyyy-MM-dd HH:mm VV', '2024-07-03T04:05+02:00[Europe/Paris]'],
    ['20240203040506789 +0100', 'yyyyMMddHHmmssSSS Z', '2024-02-03T04:05:06.789+01:00'],
    ['024-24 +0000', 'DDD-yy Z', undefined],
  ])('%s', (text, pattern, expected) => {
    const value = parseWithPattern(text, pattern)?.dateTime();
    expect(value?.toString()).toBe(expected);
  });

  test.each([
    ['2024-02-03 04:05:06.789', 'yyyy-MM-dd HH:mm:ss.SSS', '2024-02-03T04:05:06.789'],
    ['2024-02-03 04:05:06', 'yyyy-MM-dd HH:mm:ss[.SSS]', '2024-02-03T04:05:06'],
    ['2024-02-03 04:05:06.789', 'yyyy-MM-dd HH:mm:ss[.SSS]', '2024-02-03T04:05:06.789'],
    ['3/2/2024 4:5', 'd/M/yyyy H:m', '2024-02-03T04:05'],
    ['060-2024 12PM', 'DDD-yyyy hha', '2024-02-29T12:00'],
    ['31.02.24 24', 'dd.MM.yy kk', '2024-02-29T00:00'],
    ["o'clock 5 on 2024-01-01", "'o''clock' H 'on' yyyy-MM-dd", '2024-01-01T05:00'],
  ])('without a zone: %s', (text, pattern, expected) => {
    expect(parseWithPattern(text, pattern)?.localDateTime()?.toString()).toBe(expected);
    expect(parseWithPattern(text, pattern)?.dateTime()).toBeUndefined();
    expect(parseWithPattern(text, pattern)?.dateTime(ZoneOffset.UTC)).toBeDefined();
  });

  test.each([
    ['17/mai/2015', 'dd/MMM/yyyy'],
    ['7/May/2015', 'dd/MMM/yyyy'],
    ['17/May/2015 ', 'dd/MMM/yyyy'],
    ['17/May/15', 'dd/MMM/yyyy'],
    ['17/May/20155', 'dd/MMM/yyyy'],
    ['', 'yyyy'],
  ])('%j does not follow %s', (text, pattern) => {
    expect(parseWithPattern(text, pattern)).toBeUndefined();
  });

  test.each([
    ['2024-13-01', 'yyyy-MM-dd'],
    ['2024-00-01', 'yyyy-MM-dd'],
    ['2024-01-32', 'yyyy-MM-dd'],
    ['Sunday 2024-01-01', 'EEEE yyyy-MM-dd'],
    ['366 2023', 'DDD yyyy'],
    ['2024', 'yyyy'],
  ])('%j is not a date', (text, pattern) => {
    const fields = parseWithPattern(text, pattern)!;
    expect(fields.date()).toBeUndefined();
  });

  test('rejects hours out of range', () => {
    expect(parseWithPattern('25:00', 'HH:mm')!.localTime()).toBeUndefined();
    expect(parseWithPattern('11:60', 'HH:mm')!.localTime()).toBeUndefined();
    expect(parseWithPattern('11:00', 'hh:mm')!.localTime()).toBeUndefined();
    expect(parseWithPattern('11:00+01:00', 'HH:mmXXX')!.offsetTime()).toEqual(new OffsetTime(39600e9, 3600));
  });

  test.each(['yyyy-bb', "yyyy'T", 'yyyy]', '[yyyy', 'MMMMMM', 'yyyy{', 'HHH'])(
    '%s is not a pattern',
    pattern => {
      expect(() => parseWithPattern('x', pattern)).toThrow(
        expect.objectContaining({ code: 'cypher.runtime' }),
      );
    },
  );
});

describe('printing with a pattern', () => {
  const zoned = ZonedDateTime.parse('2015-05-17T22:05:03.045Z').withZoneSameInstant(
    zoneOf('America/New_York')!,
  );
  test.each([
    ['dd/MMM/yyyy:HH:mm:ss Z', '17/May/2015:18:05:03 -0400'],
    ["EEE, MMMM d yy h a, K k 'quarter' Q D", 'Sun, May 17 15 6 PM, 6 18 quarter 2 137'],
    ['HH:mm:ss.SSS X XX XXX xxx O OOOO ZZZZZ', '18:05:03.045 -04 -0400 -04:00 -04:00 GMT-4 GMT-04:00 -04:00'],
    ['A n N VV', '65103045 45000000 65103045000000 America/New_York'],
  ])('%s', (pattern, expected) => {
    expect(formatWithPattern(zoned, pattern)).toBe(expected);
  });

  test('UTC is a letter in some styles', () => {
    expect(formatWithPattern(ZonedDateTime.parse('2015-05-17T22:05Z'), 'X x Z XXX O')).toBe(
      'Z +00 +0000 Z GMT',
    );
  });

  test('returns undefined for a field that the value lacks', () => {
    expect(formatWithPattern(LocalDate.parse('2024-01-02'), 'HH')).toBeUndefined();
    expect(formatWithPattern(LocalTime.parse('01:02'), 'HH[ yyyy]mm')).toBe('0102');
    expect(formatWithPattern(LocalDateTime.parse('2024-01-02T03:04'), 'yyyy Z')).toBeUndefined();
    expect(formatWithPattern(new OffsetTime(0, 3600), 'HH:mmXXX')).toBe('00:00+01:00');
  });
});
