import { describe, expect, it } from 'vitest';
import { toEngineForm, toEngineQuery } from './authorization-request.ts';

const BASE = 'https://mail.example';
const MCP = encodeURIComponent(`${BASE}/mcp`);

describe('an authorization request in the words of the engine', () => {
  it.each([
    ['no scope is the account', {}, 'scope=account'],
    ['an empty one too', { scope: '' }, 'scope=account'],
    ['unknown scopes are left out', { scope: 'x account:read y' }, 'scope=account%3Aread'],
    ['scopes of the dashboard are unknown', { scope: 'dashboard:owner operator account:read' }, 'scope=account%3Aread'],
    [
      'all scopes of tools at /mcp',
      { resource: `${BASE}/mcp` },
      `resource=${MCP}&scope=account%3Aread+account+transactional%3Aread+transactional%3Asend`,
    ],
    [
      'what no tool needs is unknown at /mcp',
      { resource: `${BASE}/mcp`, scope: 'transactional:manage transactional:read' },
      `resource=${MCP}&scope=transactional%3Aread`,
    ],
    ['what belongs to OpenID', { nonce: '1', claims: '{}', max_age: '0', id_token_hint: 'x' }, 'scope=account'],
    ['scopes that do not exist', { scope: 'all of_it', unknown_scopes: 'x' }, 'unknown_scopes=all+of_it'],
    ['prompts but none', { prompt: 'consent login' }, 'scope=account'],
    ['prompt none', { prompt: 'none' }, 'scope=account&prompt=none'],
    ['the mode that there is', { response_mode: 'query' }, 'scope=account'],
    ['other modes', { response_mode: 'form_post' }, 'scope=account&response_mode=unsupported'],
    ['what comes twice', { client_id: ['a', 'b', 'c'] }, 'client_id=a&client_id=b&scope=account'],
    ['what is no text', { client_id: { a: 'b' }, state: [{ a: 'b' }] }, 'scope=account'],
    [
      'what must not be touched',
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
])('a form of %j is %j', (body, expected) => {
  expect(toEngineForm(body)).toBe(expected);
});
