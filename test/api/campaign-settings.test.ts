import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCampaignSettings } from '../../src/features/campaigns/campaign-settings/index.ts';
import { startApp, type Answer, type TestApp } from '../support/app.ts';
import { newPerson, type TestPerson } from '../support/callers.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const DEFAULTS = {
  postal_address: '',
  from_name: '',
  from_email: '',
  tracks_opens: true,
  tracks_clicks: true,
  uses_canary: true,
  archives: false,
  archive_title: '',
  language: 'en',
  accent_color: '',
  text_color: '',
  surface_color: '',
  background_color: '',
  font: '',
  logo_image_id: null,
  footer_text: '',
  social_links: {},
  texts: {},
  automation_cap: null,
};
/** Fields that responses contain in addition to the settings. */
const NO_ARCHIVE = { archive_url: null, logo_url: null };

async function newOwner(): Promise<TestPerson & { accountId: number }> {
  const { account } = await app.newAccount();
  return { ...(await newPerson(app, account.id, 'owner')), accountId: account.id };
}

const DOORS = [
  ['applications', '/campaign-settings'],
  ['dashboard pages', '/dashboard/campaign-settings'],
] as const;

describe.each(DOORS)('campaign settings for %s', (who, path) => {
  const call = async (person: TestPerson, method: string, body?: unknown): Promise<Answer> =>
    (who === 'applications' ? person : person.session).call(method, path, body);

  it('have defaults until they are set', async () => {
    expect(await call(await newOwner(), 'GET')).toMatchObject({ status: 200, body: { ...DEFAULTS, ...NO_ARCHIVE } });
  });

  it('change only the given fields, and each change is recorded in the audit log once', async () => {
    const person = await newOwner();
    const change = {
      postal_address: '  Acme Ltd \r\n 1 High Street\n\n',
      from_email: ' news@acme.example ',
      tracks_opens: false,
    };
    const after = {
      ...DEFAULTS,
      postal_address: 'Acme Ltd\n1 High Street',
      from_email: 'news@acme.example',
      tracks_opens: false,
    };
    expect((await call(person, 'PATCH', change)).body).toEqual({ ...after, ...NO_ARCHIVE });
    expect((await call(person, 'PATCH', change)).body).toEqual({ ...after, ...NO_ARCHIVE });
    expect((await call(person, 'PATCH', { from_name: 'Acme', uses_canary: false })).body).toEqual({
      ...after,
      ...NO_ARCHIVE,
      from_name: 'Acme',
      uses_canary: false,
    });
    expect(await readCampaignSettings(app.installation.db, person.accountId)).toMatchObject({ from_name: 'Acme' });
    const { body } = await person.session.call('GET', '/dashboard/account/audit');
    expect(body.data.map(({ action }: { action: string }) => action)).toEqual([
      'campaign_settings.change',
      'campaign_settings.change',
    ]);
    expect(body.data[1]).toMatchObject({ before: DEFAULTS, after, by: { email: person.email } });
  });

  it.each<[string, unknown, string]>([
    ['an address of eleven lines', { postal_address: 'x\n'.repeat(10) + 'x' }, 'postal_address'],
    ['an address that is too long', { postal_address: 'x'.repeat(501) }, 'postal_address'],
    ['control characters', { postal_address: 'a\u0000b' }, 'postal_address'],
    ['a name with a line break', { from_name: 'Acme\r\nBcc: all@x.example' }, 'from_name'],
    ['a name that is too long', { from_name: 'x'.repeat(192) }, 'from_name'],
    ['an invalid sender address', { from_email: 'acme' }, 'from_email'],
    ['an unknown field', { footer: 'x' }, 'footer'],
    ['an invalid switch', { tracks_opens: 'often' }, 'tracks_opens'],
  ])('refuse %s', async (_, change, field) => {
    const answer = await call(await newOwner(), 'PATCH', change);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
  });

  it('keep both of two concurrent changes', async () => {
    const person = await newOwner();
    await Promise.all([
      call(person, 'PATCH', { from_name: 'Acme' }),
      call(person, 'PATCH', { postal_address: '1 High Street' }),
      call(person, 'PATCH', { tracks_clicks: false }),
    ]);
    expect((await call(person, 'GET')).body).toEqual({
      ...DEFAULTS,
      ...NO_ARCHIVE,
      from_name: 'Acme',
      postal_address: '1 High Street',
      tracks_clicks: false,
    });
  });

  it('belong to one account', async () => {
    const [ann, bob] = [await newOwner(), await newOwner()];
    await call(ann, 'PATCH', { from_name: 'Ann' });
    expect((await call(bob, 'GET')).body).toEqual({ ...DEFAULTS, ...NO_ARCHIVE });
  });
});
