import { describe, expect, it } from 'vitest';
import { faultOfRedirectUri, formTargetsOf, isOfOrigin, placeOf } from './redirect-uris.ts';

describe('faultOfRedirectUri', () => {
  it.each([
    'https://shop.example/callback',
    'https://shop.example:8443/callback?tenant=1',
    'https://shop.example',
    'http://127.0.0.1/callback',
    'http://127.0.0.1:51234/',
    'http://localhost:3000/callback',
    'http://[::1]:3000/callback',
  ])('accepts %s', (uri) => {
    expect(faultOfRedirectUri(uri)).toBeUndefined();
  });

  it.each([
    ['http://shop.example/callback', 'must use https'],
    ['http://127.0.0.1.evil.example/', 'must use https'],
    ['http://localhost.evil.example/', 'must use https'],
    ['http://10.0.0.1/', 'must use https'],
    ['com.example.app:/callback', 'must use https'],
    ['cursor://anysphere.cursor-mcp/oauth/callback', 'must use https'],
    ['javascript:alert(1)', 'must use https'],
    ['data:text/html,x', 'must use https'],
    ['https://shop.example/#', 'fragment'],
    ['https://shop.example/#x', 'fragment'],
    ['https://user@shop.example/', 'user name'],
    ['https://shop.example\\@evil.example/', 'characters'],
    ['https://shop.example/a b', 'characters'],
    ['https://shop.example/\n', 'characters'],
    ['https://shöp.example/', 'characters'],
    ['https://shop.example/<x>', 'characters'],
    ['/callback', 'not a URL'],
    ['https://', 'not a URL'],
    ['', 'characters'],
    [`https://shop.example/${'x'.repeat(1_004)}`, 'longer'],
  ])('rejects %s', (uri, fault) => {
    expect(faultOfRedirectUri(uri)).toContain(fault);
  });

  it.each([
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'vscode://example.extension/callback',
    'com.example.app:/callback',
    'claude://oauth/callback?from=mcp',
    'https://shop.example/callback',
    'http://127.0.0.1/callback',
  ])('accepts %s for a native app', (uri) => {
    expect(faultOfRedirectUri(uri, { isNative: true })).toBeUndefined();
  });

  it.each([
    ['javascript://app/%0aalert(1)', 'javascript cannot be used'],
    ['JavaScript:/alert(1)', 'javascript cannot be used'],
    ['javascript:alert(1)', 'javascript cannot be used'],
    ['data:text/html,x', 'data cannot be used'],
    ['vbscript:/x', 'vbscript cannot be used'],
    ['file:///etc/passwd', 'file cannot be used'],
    ['blob:https://shop.example/x', 'blob cannot be used'],
    ['http://shop.example/callback', 'must use https, or http with a loopback'],
    ['ftp://shop.example/', 'ftp cannot be used'],
    ['mailto:/a@b.example', 'mailto cannot be used'],
    ['intent://scan/', 'intent cannot be used'],
    ['chrome-extension://abc/cb', 'chrome-extension cannot be used'],
    ['ms-msdt:/id', 'ms-msdt cannot be used'],
    ['search-ms:/query', 'search-ms cannot be used'],
    ['c:/windows', 'c cannot be used'],
    ['urn:ietf:wg:oauth:2.0:oob', 'urn cannot be used'],
    ['cursor:callback', 'app.example:/callback'],
    ['Cursor://anysphere.cursor-mcp/', 'app.example:/callback'],
    ['cursor://anysphere.cursor-mcp/#x', 'fragment'],
    ['cursor://user@anysphere.cursor-mcp/', 'user name'],
  ])('rejects %s for a native app', (uri, fault) => {
    expect(faultOfRedirectUri(uri, { isNative: true })).toContain(fault);
  });

  it('accepts 1,024 characters', () => {
    expect(faultOfRedirectUri(`https://shop.example/${'x'.repeat(1_003)}`)).toBeUndefined();
  });
});

it.each([
  ['https://shop.example/cb', "'self' https:"],
  ['http://127.0.0.1:9000/cb', "'self' https: http://127.0.0.1:*"],
  ['http://localhost/cb', "'self' https: http://localhost:*"],
  ['http://[::1]:9000/cb', "'self' https: http:"],
  ['cursor://anysphere.cursor-mcp/cb', "'self' https: cursor:"],
])('allows the consent form to redirect to %s', (uri, targets) => {
  expect(formTargetsOf(uri)).toBe(targets);
});

it.each([
  ['https://shop.example:8443/cb', 'shop.example:8443'],
  ['cursor://anysphere.cursor-mcp/oauth/callback', 'cursor://anysphere.cursor-mcp'],
  ['com.example.app:/callback', 'com.example.app:'],
])('shows %s as %s', (uri, place) => {
  expect(placeOf(uri)).toBe(place);
});

it.each([
  ['https://shop.example/cb', 'https://shop.example', true],
  ['https://shop.example/cb', 'https://evil.example', false],
  ['cursor://anysphere.cursor-mcp/cb', 'null', false],
])('returns whether the redirect %s has the origin %s: %s', (uri, origin, expected) => {
  expect(isOfOrigin(uri, origin)).toBe(expected);
});
