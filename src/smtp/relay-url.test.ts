import { describe, expect, it } from 'vitest';
import { parseRelayUrl } from './relay-url.ts';

describe('the URL of a relay', () => {
  it.each([
    ['smtp://relay.example', 'relay.example', 587, 'opportunistic', undefined],
    ['smtp://relay.example/', 'relay.example', 587, 'opportunistic', undefined],
    ['smtp://Relay.Example:25', 'relay.example', 25, 'opportunistic', undefined],
    ['smtp://relay.example.', 'relay.example', 587, 'opportunistic', undefined],
    ['smtp://127.0.0.1:2525', '127.0.0.1', 2525, 'opportunistic', undefined],
    ['smtp://[2001:db8::1]:25', '2001:db8::1', 25, 'opportunistic', undefined],
    ['smtps://relay.example', 'relay.example', 465, 'implicit', undefined],
    ['smtps://relay.example:65535', 'relay.example', 65_535, 'implicit', undefined],
    ['smtp://ann:secret@relay.example', 'relay.example', 587, 'required', { user: 'ann', password: 'secret' }],
    ['smtps://ann:secret@relay.example', 'relay.example', 465, 'implicit', { user: 'ann', password: 'secret' }],
    [
      'smtp://ann%40x.example:p%3A%2F%40%25%23%3F@relay.example:2525',
      'relay.example',
      2525,
      'required',
      { user: 'ann@x.example', password: 'p:/@%#?' },
    ],
    ['smtp://j%C3%B6rg:p%20w@relay.example', 'relay.example', 587, 'required', { user: 'j\u00f6rg', password: 'p w' }],
  ])('%s is parsed', (url, host, port, tls, login) => {
    expect(parseRelayUrl(url)).toEqual({ host, port, tls, login });
  });

  it.each([
    ['', 'is not valid'],
    ['relay.example', 'is not valid'],
    ['relay.example:25', 'smtp:// or smtps://'],
    ['http://relay.example', 'smtp:// or smtps://'],
    ['smtp://', 'has no host'],
    ['smtp:///x', 'has no host'],
    ['smtp:relay.example', 'has no host'],
    ['smtp://relay.example:0', 'port 0'],
    ['smtp://relay.example:65536', 'is not valid'],
    ['smtp://relay.example:x', 'is not valid'],
    ['smtp://relay.example/path', 'must end after the host and port'],
    ['smtp://relay.example?x=1', 'must end after the host and port'],
    ['smtp://relay.example#x', 'must end after the host and port'],
    ['smtp://ann@relay.example', 'a user name but no password'],
    ['smtp://:secret@relay.example', 'a password but no user name'],
    ['smtp://ann:100%@relay.example', 'write % as %25'],
    ['smtp://ann:a%0Ab@relay.example', 'control character'],
    ['smtp://b\u00fccher.example', 'invalid host'],
  ])('%j is rejected with an error message', (url, sentence) => {
    expect(() => parseRelayUrl(url)).toThrow(sentence);
  });

  it('the error message never contains the password', () => {
    for (const url of [
      'smtp://ann:hunter2@',
      'http://ann:hunter2@x',
      'smtp://ann:hunter2@x/y',
      'smtp://ann:hunter2%@x',
    ]) {
      expect(() => parseRelayUrl(url)).toThrow(/^((?!hunter2).)*$/s);
    }
  });
});
