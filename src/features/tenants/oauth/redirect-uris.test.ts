import { describe, expect, it } from 'vitest';
import { faultOfRedirectUri, formTargetsOf, isOfOrigin, placeOf } from './redirect-uris.ts';

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
    ['cursor://anysphere.cursor-mcp/oauth/callback', 'neither https'],
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

  it.each([
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'vscode://example.extension/callback',
    'com.example.app:/callback',
    'claude://oauth/callback?from=mcp',
    'https://shop.example/callback',
    'http://127.0.0.1/callback',
  ])('of a native app may be %s', (uri) => {
    expect(faultOfRedirectUri(uri, { isNative: true })).toBeUndefined();
  });

  it.each([
    ['javascript://app/%0aalert(1)', 'javascript is no scheme'],
    ['JavaScript:/alert(1)', 'javascript is no scheme'],
    ['javascript:alert(1)', 'javascript is no scheme'],
    ['data:text/html,x', 'data is no scheme'],
    ['vbscript:/x', 'vbscript is no scheme'],
    ['file:///etc/passwd', 'file is no scheme'],
    ['blob:https://shop.example/x', 'blob is no scheme'],
    ['http://shop.example/callback', 'neither https nor http to a loopback'],
    ['ftp://shop.example/', 'ftp is no scheme'],
    ['mailto:/a@b.example', 'mailto is no scheme'],
    ['intent://scan/', 'intent is no scheme'],
    ['chrome-extension://abc/cb', 'chrome-extension is no scheme'],
    ['ms-msdt:/id', 'ms-msdt is no scheme'],
    ['search-ms:/query', 'search-ms is no scheme'],
    ['c:/windows', 'c is no scheme'],
    ['urn:ietf:wg:oauth:2.0:oob', 'urn is no scheme'],
    ['cursor:callback', 'app.example:/callback'],
    ['Cursor://anysphere.cursor-mcp/', 'app.example:/callback'],
    ['cursor://anysphere.cursor-mcp/#x', 'fragment'],
    ['cursor://user@anysphere.cursor-mcp/', 'user name'],
  ])('of a native app may not be %s', (uri, fault) => {
    expect(faultOfRedirectUri(uri, { isNative: true })).toContain(fault);
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
  ['cursor://anysphere.cursor-mcp/cb', "'self' https: cursor:"],
])('the form of the page may lead to %s', (uri, targets) => {
  expect(formTargetsOf(uri)).toBe(targets);
});

it.each([
  ['https://shop.example:8443/cb', 'shop.example:8443'],
  ['cursor://anysphere.cursor-mcp/oauth/callback', 'cursor://anysphere.cursor-mcp'],
  ['com.example.app:/callback', 'com.example.app:'],
])('%s is shown as %s', (uri, place) => {
  expect(placeOf(uri)).toBe(place);
});

it.each([
  ['https://shop.example/cb', 'https://shop.example', true],
  ['https://shop.example/cb', 'https://evil.example', false],
  ['cursor://anysphere.cursor-mcp/cb', 'null', false],
])('the redirect %s is of the origin %s: %s', (uri, origin, expected) => {
  expect(isOfOrigin(uri, origin)).toBe(expected);
});
