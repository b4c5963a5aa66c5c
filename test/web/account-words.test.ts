import { describe, expect, it } from 'vitest';
import { ApiProblem } from '../../dashboard/src/api.ts';
import { numberFaults } from '../../dashboard/src/number-faults.ts';
import { actionInWords, changesOf } from '../../dashboard/src/pages/account/audit-words.ts';
import { uriFaults, urisOf } from '../../dashboard/src/pages/apps/redirect-uris.ts';
import { scopeSentence } from '../../dashboard/src/pages/apps/scope-words.ts';
import { deviceOf } from '../../dashboard/src/pages/security/device.ts';
import { mayDo, ROLES, rolesToGive } from '../../dashboard/src/pages/team/roles.ts';
import { SCOPES } from '../../src/features/tenants/access/index.ts';
import { permissionIn } from '../../src/features/tenants/oauth/scopes.ts';
import { faultOfChange, faultOfInvitation } from '../../src/features/tenants/people/team-rule.ts';
import { textsIn } from '../../src/mail/languages/texts.ts';
import { DEFAULT_LANGUAGE } from '../../src/mail/languages/catalog.ts';

const roles = ROLES.map(({ value }) => value);
const pairs = roles.flatMap((mine) => roles.map((theirs) => ({ mine, theirs })));

describe("available actions for members match the server's rules", () => {
  it.each(
    pairs.flatMap((pair) => [
      { ...pair, owners: 1 },
      { ...pair, owners: 2 },
    ]),
  )('$mine about $theirs among $owners owners', ({ mine, owners, theirs }) => {
    for (const id of [1, 2]) {
      const [actor, target] = [
        { id: 1, role: mine },
        { id, role: theirs },
      ];
      if (id === 1 && mine !== theirs) continue;
      const may = mayDo(actor, target, owners);
      const other = theirs === 'member' ? 'read_only' : 'member';
      expect(may.changeRole).toBe(faultOfChange({ actor, target, role: other, owners }) === undefined);
      expect(may.remove).toBe(faultOfChange({ actor, target, role: undefined, owners }) === undefined);
    }
  });

  it.each(pairs)('$mine invites as $theirs', ({ mine, theirs }) => {
    expect(rolesToGive(mine).includes(theirs)).toBe(faultOfInvitation(mine, theirs) === undefined);
  });
});

describe('words', () => {
  it.each([SCOPES.account, SCOPES.accountRead, SCOPES.send, SCOPES.read])(
    'for the scope %s match the consent page',
    (scope) => {
      expect(scopeSentence(scope)).toBe(permissionIn(textsIn(DEFAULT_LANGUAGE), scope));
    },
  );

  it.each([
    [null, 'Unknown device'],
    ['  ', 'Unknown device'],
    ['curl/8.5.0', 'curl'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 Edg/142.0', 'Edge on Windows'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1', 'Safari on iPhone'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/142.0 Safari/537.36', 'Chrome on macOS'],
    ['x'.repeat(300), 'x'.repeat(60)],
  ])('for the browser %j are %j', (agent, expected) => {
    expect(deviceOf(agent)).toBe(expected);
  });

  it.each([
    [null, null, []],
    [{ role: 'member' }, { role: 'admin' }, ['role: member → admin']],
    [{ a: 1, same: true }, { a: 2, same: true }, ['a: 1 → 2']],
    [
      null,
      { redirect_uris: ['https://a.example', 'https://b.example'] },
      ['redirect uris: https://a.example, https://b.example'],
    ],
    [{ daily_quota: null }, { daily_quota: 100 }, ['daily quota: none → 100']],
    [{ paused: false }, { paused: true }, ['paused: no → yes']],
    [{ role: 'member' }, null, ['role was member']],
    ['a text', 7, []],
    [null, { nested: { deep: 1 } }, ['nested: {"deep":1}']],
  ])('for a change from %j to %j are %j', (before, after, expected) => {
    expect(changesOf(before, after)).toEqual(expected);
  });

  it.each(['allow', 'revoke', 'return', 'end'])('for oauth_grant.%s mention the connection', (end) => {
    expect(actionInWords(`oauth_grant.${end}`)).toMatch(/connect/);
  });

  it('for an unknown action are the words of its name', () => {
    expect(actionInWords('rocket.launch_now')).toBe('rocket launch now');
  });
});

describe('a form', () => {
  const problem = (errors: Record<string, string[]>): ApiProblem =>
    new ApiProblem({ status: 422, name: 'validation_error', message: 'No.', fix: 'Mend it.', errors });

  it('splits redirect URIs by line', () => {
    expect(urisOf(' https://a.example/ \n\n\thttps://b.example/')).toEqual([
      'https://a.example/',
      'https://b.example/',
    ]);
  });

  it('reports the line of an invalid redirect URI and omits errors of other fields', () => {
    const found = uriFaults(problem({ 'redirect_uris.1': ['is not an address.'], name: ['is required.'] }));
    expect(found?.errors).toEqual({ redirect_uris: ['Line 2 is not an address.'] });
    expect(uriFaults(problem({ redirect_uris: ['must have 1 at least.'] }))?.errors['redirect_uris']).toHaveLength(1);
    expect(uriFaults(problem({ 'redirect_uris.x': ['?'] }))?.errors).toEqual({});
    expect(uriFaults(null)).toBeNull();
  });

  it.each([
    ['', null],
    ['1,000', null],
    ['-3', null],
    ['many', { quota: ['must be a number.'] }],
    ['1 000', { quota: ['must be a number.'] }],
  ])('with %j in a number field has the errors %j', (text, expected) => {
    const form = new FormData();
    form.set('quota', text);
    expect(numberFaults(form, ['quota'])?.errors ?? null).toEqual(expected);
  });
});
