import { describe, expect, it } from 'vitest';
import { MAX_OUTGOING_URL_CHARACTERS, refusedUrl, targetOf } from './url.ts';

const strict = { allowLoopback: false };
const development = { allowLoopback: true };

describe('refusedUrl and targetOf', () => {
  it.each([
    'https://hooks.example.com/',
    'https://hooks.example.com',
    'https://hooks.example.com:8443/a?b=c',
    'HTTPS://HOOKS.EXAMPLE.COM/',
    'https://hooks.example.com./',
    'https://bücher.example/',
    'https://93.184.216.34/',
    'https://[2606:2800:220:1::1]/',
    'https://127.0.0.1.example.com/',
    'https://hooks.example.com/@127.0.0.1',
    'https://hooks.example.com/#https://127.0.0.1',
  ])('accept %s', (url) => {
    expect(refusedUrl(url, strict)).toBeUndefined();
  });

  it.each([
    ['', 'https://'],
    ['hooks.example.com', 'https://'],
    ['//hooks.example.com', 'https://'],
    ['https:/127.0.0.1', 'https://'],
    ['https:127.0.0.1', 'https://'],
    ['https:///127.0.0.1', 'https://'],
    ['https://', 'https://'],
    ['https://?', 'https://'],
    ['file:///etc/passwd', 'https://'],
    ['gopher://hooks.example.com/', 'https://'],
    ['ftp://hooks.example.com/', 'https://'],
    ['javascript:alert(1)', 'https://'],
    ['http://hooks.example.com/', 'https://'],
    ['http://127.0.0.1:8080/', 'not on the public internet'],
    ['https://hooks.example.com@127.0.0.1/', 'user name'],
    ['https://127.0.0.1@hooks.example.com/', 'user name'],
    ['https://:secret@hooks.example.com/', 'user name'],
    ['https://hooks.example.com\\@127.0.0.1/', 'backslashes'],
    ['https://hooks.example.com /', 'spaces'],
    ['https://hooks.exa\tmple.com/', 'spaces'],
    ['https://hooks.example.com/\r\nHost: x', 'spaces'],
    ['https://hooks.example.com/\u0000', 'spaces'],
    ['https://localhost/', 'points to this server'],
    ['https://LOCALHOST./', 'points to this server'],
    ['https://a.localhost/', 'points to this server'],
    ['https://intranet/', 'no dot'],
    ['https://hooks.example.com:25/', 'port 25'],
    ['https://hooks.example.com:6379/', 'port 6379'],
    ['https://hooks.example.com:0/', 'port 0'],
    ['https://hooks.example.com:65536/', 'https://'],
    ['https://[::1%25lo]/', 'https://'],
    ['https://exa%00mple.com/', 'https://'],
    ['https://1.2.3.4.5/', 'https://'],
    ['https://256.1.1.1/', 'https://'],
  ])('reject %j: %s', (url, why) => {
    expect(refusedUrl(url, strict)).toContain(why);
  });

  it('limit the length of a URL', () => {
    const url = `https://hooks.example.com/${'a'.repeat(MAX_OUTGOING_URL_CHARACTERS - 26)}`;
    expect(url).toHaveLength(MAX_OUTGOING_URL_CHARACTERS);
    expect(refusedUrl(url, strict)).toBeUndefined();
    expect(refusedUrl(`${url}a`, strict)).toContain('at most 2048 characters');
  });

  it.each([
    'http://127.0.0.1:8080/',
    'http://127.9.9.9/',
    'http://[::1]:8080/',
    'http://localhost:3000/hook',
    'https://127.0.0.1/',
  ])('accept %s if loopback is allowed', (url) => {
    expect(refusedUrl(url, development)).toBeUndefined();
  });

  it.each([
    ['http://hooks.example.com/', 'https://'],
    ['http://10.0.0.1/', 'not on the public internet'],
    ['http://0.0.0.0/', 'not on the public internet'],
    ['http://[::]/', 'not on the public internet'],
    ['http://[::ffff:127.0.0.1]/', 'not on the public internet'],
    ['http://93.184.216.34/', 'https://'],
    ['http://127.0.0.1.example.com/', 'https://'],
    ['http://127.evil.example/', 'https://'],
    ['http://127.0.0.1:25/', 'port 25'],
  ])('reject %s even if loopback is allowed: %s', (url, why) => {
    expect(refusedUrl(url, development)).toContain(why);
  });

  it('return the target of a URL', () => {
    expect(targetOf('https://Hooks.Example.com.:443/a%20b?c=d#e', strict)).toEqual({
      origin: 'https://hooks.example.com.',
      path: '/a%20b?c=d',
      host: 'hooks.example.com',
      isSecure: true,
    });
    expect(targetOf('http://[::1]:8080', development)).toMatchObject({
      origin: 'http://[::1]:8080',
      host: '::1',
      path: '/',
    });
  });
});
