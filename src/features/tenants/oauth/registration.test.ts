import { expect, it } from 'vitest';
import { judgeRegistration } from './registration.ts';

const URI = 'https://shop.example/cb';

it('allows refresh tokens if requested, and any port for loopback redirects', () => {
  expect(judgeRegistration({ redirect_uris: [URI, URI] })).toEqual({
    name: 'Unnamed application',
    redirectUris: [URI],
    takesRefreshTokens: false,
    anyLoopbackPort: false,
  });
  const metadata = { redirect_uris: ['http://localhost:1/cb'], grant_types: ['authorization_code', 'refresh_token'] };
  expect(judgeRegistration(metadata)).toMatchObject({ takesRefreshTokens: true, anyLoopbackPort: true });
});

it.each([
  ['Shop', 'Shop'],
  [' a\r\nb\u2028c\u202ed\0 ', 'a b c d'],
  ['x'.repeat(101), 'x'.repeat(100)],
  ['😀'.repeat(101), '😀'.repeat(100)],
  ['\u200b', 'Unnamed application'],
  ['\ud800', 'Unnamed application'],
])('shows the client name %j as %j', (given, shown) => {
  expect(judgeRegistration({ redirect_uris: [URI], client_name: given })).toMatchObject({ name: shown });
});
