import { expect, it } from 'vitest';
import { baseWithHost, publicHostOf } from './server-names.ts';

it.each([
  ['https://mail.example.com', 'mail.example.com'],
  ['https://Mail.Example.com:8443/post', 'mail.example.com'],
  ['https://mail.example.com.', 'mail.example.com'],
  [undefined, undefined],
  ['http://localhost:8025', undefined],
  ['http://post.localhost:8025', undefined],
  ['http://mail', undefined],
  ['http://192.0.2.1', undefined],
  ['http://[2001:db8::1]:8025', undefined],
])('a host name can point to %s by the name %s', (baseUrl, host) => expect(publicHostOf(baseUrl)).toBe(host));

it.each([
  ['https://mail.example.com', 'https://click.a.example'],
  ['http://mail.example.com:8025', 'http://click.a.example:8025'],
  ['https://mail.example.com/post', 'https://click.a.example/post'],
])('%s with another host is %s', (baseUrl, own) => expect(baseWithHost(baseUrl, 'click.a.example')).toBe(own));
