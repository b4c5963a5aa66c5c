import { describe, expect, it } from 'vitest';
import { toEngineForm, toEngineQuery } from './authorization-request.ts';

const BASE = 'https://mail.example';
const MCP = encodeURIComponent(`${BASE}/mcp`);

describe('toEngineQuery', () => {
  it.each([
    ['uses the account scope without a scope', {}, 'scope=account'],
    ['uses the account scope for an empty scope', { scope: '' }, 'scope=account'],
    ['removes unknown scopes', { scope: 'x account:read y' }, 'scope=account%3Aread'],
    ['removes dashboard scopes', { scope: 'dashboard:owner operator account:read' }, 'scope=account%3Aread'],
    [
      'uses all tool scopes at /mcp',
      { resource: `${BASE}/mcp` },
      `resource=${MCP}&scope=account%3Aread+account+transactional%3Aread+transactional%3Asend`,
    ],
    [
      'removes scopes that no tool needs at /mcp',
      { resource: `${BASE}/mcp`, scope: 'transactional:manage transactional:read' },
      `resource=${MCP}&scope=transactional%3Aread`,
    ],
    [
      'removes parameters of OpenID Connect',
      { nonce: '1', claims: '{}', max_age: '0', id_token_hint: 'x' },
      'scope=account',
    ],
    [
      'passes scopes on separately if none exist',
      { scope: 'all of_it', unknown_scopes: 'x' },
      'unknown_scopes=all+of_it',
    ],
    ['removes prompts other than none', { prompt: 'consent login' }, 'scope=account'],
    ['keeps the prompt none', { prompt: 'none' }, 'scope=account&prompt=none'],
    ['removes the supported response mode', { response_mode: 'query' }, 'scope=account'],
    [
      'marks other response modes as unsupported',
      { response_mode: 'form_post' },
      'scope=account&response_mode=unsupported',
    ],
    [
      'keeps two values of a repeated parameter',
      { client_id: ['a', 'b', 'c'] },
      'client_id=a&client_id=b&scope=account',
    ],
    ['removes values that are not strings', { client_id: { a: 'b' }, state: [{ a: 'b' }] }, 'scope=account'],
    [
      'keeps the redirect URI and state unchanged',
      { redirect_uri: 'https://a.example/?x=1', state: 'ü &' },
      'redirect_uri=https%3A%2F%2Fa.example%2F%3Fx%3D1&state=%C3%BC+%26&scope=account',
    ],
  ])('%s', (_, query, expected) => {
    expect(toEngineQuery(query, BASE)).toBe(expected);
  });
});

it.each([
  [{ a: '1', b: 'x y' }, 'a=1&b=x+y'],
  [{ a: ['1', '2', '3'] }, 'a=1&a=2'],
  [{ resource: ['1', '2', '3'] }, 'resource=1&resource=2&resource=3'],
  [{ a: { b: '1' }, c: 1, d: null }, ''],
  [['a'], ''],
  [undefined, ''],
])('encodes the form %j as %j', (body, expected) => {
  expect(toEngineForm(body)).toBe(expected);
});
