import { expect, it } from 'vitest';
import { SCOPES_OF_ROLE } from '../access/index.ts';
import type { Role } from '../../../http/principal.ts';
import { textsIn } from '../../../mail/languages/texts.ts';
import {
  audienceOfPath,
  audienceOfResource,
  audienceOfResources,
  meantScopes,
  permissionIn,
  scopesNow,
  SCOPES_OF,
} from './scopes.ts';
import { languageOf } from '../../../../test/support/language.ts';

const ALL = ['account', 'account:read', 'transactional:send', 'transactional:read'];

it.each([
  [ALL, 'owner', ['account', 'account:read', 'transactional:send', 'transactional:read']],
  [ALL, 'member', ['account', 'account:read', 'transactional:send', 'transactional:read']],
  [ALL, 'read_only', ['account:read', 'transactional:read']],
  [['account'], 'member', ['account', 'account:read']],
  [['account'], 'read_only', ['account:read']],
  [['transactional:send'], 'read_only', []],
  [['transactional:send', 'dashboard:owner', 'operator'], 'member', ['transactional:send']],
] satisfies [string[], Role, string[]][])(
  'reduces the scopes %j to what the role %s allows: %j',
  (allowed, role, expected) => {
    expect([...scopesNow(allowed, SCOPES_OF_ROLE[role])].toSorted()).toEqual(expected.toSorted());
  },
);

it.each([
  ['https://mail.example', 'api'],
  ['https://mail.example/', 'api'],
  ['https://mail.example/mcp', 'mcp'],
  ['https://mail.example/mcp/', 'mcp'],
  ['https://mail.example//', undefined],
  ['https://mail.example/mcp/x', undefined],
  ['https://mail.example:443', undefined],
  ['https://mail.example.evil.example', undefined],
  ['http://mail.example', undefined],
  ['', undefined],
])('maps the resource %s to the audience %s', (indicator, audience) => {
  expect(audienceOfResource(indicator, 'https://mail.example')).toBe(audience);
});

it.each([
  [[], 'api'],
  [['https://mail.example/mcp'], 'mcp'],
  [['https://mail.example'], 'api'],
  [['https://mail.example/mcp', 'https://mail.example'], 'api'],
  [['https://evil.example'], 'api'],
])('maps the resources %j to the audience %s', (indicators, audience) => {
  expect(audienceOfResources(indicators, 'https://mail.example')).toBe(audience);
});

it.each([
  [undefined, 'api', ['account']],
  ['  ', 'api', ['account']],
  ['nothing account:read', 'api', ['account:read']],
  ['nothing', 'api', []],
  ['transactional:manage', 'mcp', []],
  [undefined, 'mcp', ['account:read', 'account', 'transactional:read', 'transactional:send']],
  ['account:read', 'mcp', ['account:read']],
] as const)('resolves the requested scopes %j at %s to %j', (scope, audience, meant) => {
  expect(meantScopes(scope, audience)).toEqual(meant);
});

it('accepts tokens for /mcp only at /mcp', () => {
  expect(['/mcp', '/me', '/mcp/x', undefined].map(audienceOfPath)).toEqual(['mcp', 'api', 'api', 'api']);
});

it('has a sentence for every scope', () => {
  for (const scope of Object.values(SCOPES_OF).flat())
    expect(permissionIn(textsIn(languageOf('de')), scope)).not.toBe(scope);
});
