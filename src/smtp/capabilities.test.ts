import { expect, it } from 'vitest';
import { NO_CAPABILITIES, parseCapabilities } from './capabilities.ts';

it('the extensions in an EHLO reply are found regardless of case', () => {
  const lines = [
    'mx.example',
    'PIPELINING',
    'size 35882577',
    'StartTLS',
    '8BITMIME',
    'dsn',
    'SMTPUTF8',
    'AUTH plain LOGIN',
  ];
  expect(parseCapabilities(lines)).toEqual({
    pipelining: true,
    startTls: true,
    eightBitMime: true,
    dsn: true,
    smtpUtf8: true,
    size: true,
    auth: ['PLAIN', 'LOGIN'],
  });
});

it('the greeting in the first line is not an extension', () => {
  expect(parseCapabilities(['PIPELINING'])).toEqual(NO_CAPABILITIES);
});

it('the old form of AUTH is supported', () => {
  expect(parseCapabilities(['mx', 'AUTH=PLAIN LOGIN']).auth).toEqual(['PLAIN', 'LOGIN']);
});

it('a word that only starts like an extension is not one', () => {
  expect(parseCapabilities(['mx', 'PIPELINING2', 'X-STARTTLS', 'XSIZE'])).toEqual(NO_CAPABILITIES);
});
