import { describe, expect, it } from 'vitest';
import { faultOfRedirectUri, formTargetsOf } from './redirect-uris.ts';

describe('an address that codes are sent to', () => {
  it.each([
    'https://shop.example/callback',
    'https://shop.example:8443/callback?tenant=1',
    'https://shop.example',
    'http://127.0.0.1/callback',
    'http://127.0.0.1:51234/',
    'http://localhost:3000/callback',
    'http://[::1]:3000/callback',
  ])('may be %s', (uri) => {
    expect(faultOfRedirectUri(uri)).toBeUndefined();
  });

  it.each([
    ['http://shop.example/callback', 'neither https'],
    ['http://127.0.0.1.evil.example/', 'neither https'],
    ['http://localhost.evil.example/', 'neither https'],
    ['http://10.0.0.1/', 'neither https'],
    ['com.example.app:/callback', 'neither https'],
    ['javascript:alert(1)', 'neither https'],
    ['data:text/html,x', 'neither https'],
    ['https://shop.example/#', 'fragment'],
    ['https://shop.example/#x', 'fragment'],
    ['https://user@shop.example/', 'user name'],
    ['https://shop.example\\@evil.example/', 'characters'],
    ['https://shop.example/a b', 'characters'],
    ['https://shop.example/\n', 'characters'],
    ['https://shöp.example/', 'characters'],
    ['https://shop.example/<x>', 'characters'],
    ['/callback', 'not an address'],
    ['https://', 'not an address'],
    ['', 'characters'],
    [`https://shop.example/${'x'.repeat(1_004)}`, 'longer'],
  ])('may not be %s', (uri, fault) => {
    expect(faultOfRedirectUri(uri)).toContain(fault);
  });

  it('may have 1,024 characters', () => {
    expect(faultOfRedirectUri(`https://shop.example/${'x'.repeat(1_003)}`)).toBeUndefined();
  });
});

it.each([
  ['https://shop.example/cb', "'self' https:"],
  ['http://127.0.0.1:9000/cb', "'self' https: http://127.0.0.1:*"],
  ['http://localhost/cb', "'self' https: http://localhost:*"],
  ['http://[::1]:9000/cb', "'self' https: http:"],
])('the form of the page may lead to %s', (uri, targets) => {
  expect(formTargetsOf(uri)).toBe(targets);
});
