import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { textsIn } from '../../src/mail/languages/texts.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { newSender, type Sender } from '../support/campaign-contents.ts';
import { plantContacts, plantGroup, plantMembers, rowsOf } from '../support/planted-contacts.ts';
import {
  campaignIn,
  campaignRow,
  createSender,
  openSafeguards,
  plantCampaign,
  recipientsOf,
  tryAll,
  wavesOf,
} from '../support/sent-campaigns.ts';
import { languageOf } from '../support/language.ts';

/** Tests campaigns with content in several languages: the API, and which reader gets which variant. */

let app: TestApp;
let sender: Sender;
let sending: ReturnType<typeof createSender>;

beforeAll(async () => {
  app = await startApp();
  sender = await newSender(app);
  sending = createSender(app);
});
afterEach(() => sending.stop());
afterAll(async () => app.close());

const GERMAN = { language: 'de', subject: 'Tee', html: '<p>Guten Tag</p>' };
const FRENCH = { language: 'fr', subject: 'Le thé' };
const content = (more: object = {}) => ({
  title: 'Tea',
  subject: 'Tea',
  html: '<p>Good day</p>',
  from_name: 'Tea',
  from_email: `news@${sender.domain}`,
  ...more,
});

async function create(more: object = {}) {
  return sender.ann.call('POST', '/campaigns', content(more));
}

describe('a campaign in several languages', () => {
  it('is created, read, changed, and duplicated with its languages in canonical form', async () => {
    const made = await create({ variants: [GERMAN, { ...FRENCH, language: 'FR-ca' }] });
    expect(made).toMatchObject({
      status: 201,
      body: {
        ab_test: null,
        variants: [
          { variant: 1, language: 'de', subject: 'Tee', html: '<p>Guten Tag</p>' },
          { variant: 2, language: 'fr-CA', subject: 'Le thé', html: null },
        ],
      },
    });
    const { id } = made.body;
    const copy = await sender.ann.call('POST', `/campaigns/${id}/duplicate`);
    expect(copy.body.variants).toEqual(made.body.variants);
    const changed = await sender.ann.call('PATCH', `/campaigns/${id}`, { variants: [{ ...FRENCH, language: 'pt' }] });
    expect(changed).toMatchObject({ status: 200, body: { variants: [{ variant: 1, language: 'pt' }] } });
    const list = await sender.ann.call('GET', '/campaigns');
    expect(list.body.data.find((one: { id: number }) => one.id === id).variants).toMatchObject([{ language: 'pt' }]);
  });

  it('is refused by field if a language is unknown, missing, repeated, or next to an A/B test', async () => {
    const test = { share: 20, rule: 'opens', hours: 4 };
    const most = 'fr es it nl pl sv cs tr ja ar da fi nb hu ro el bg hr sk sl lt'.split(' ');
    for (const [given, field, sentence] of [
      [{ variants: [{ ...GERMAN, language: 'german' }] }, 'variants.0.language', 'Did you mean "de"?'],
      [{ variants: [{ ...GERMAN, language: 7 }] }, 'variants.0.language', 'must be a string.'],
      [{ variants: [GERMAN, { subject: 'B' }] }, 'variants.1.language', 'another variant has a language'],
      [{ variants: [GERMAN, { ...FRENCH, language: 'DE' }] }, 'variants.1.language', 'must be unique'],
      [{ variants: [{ language: 'de' }] }, 'variants.0', 'must have its own'],
      [{ variants: [GERMAN], ab_test: test }, 'ab_test', 'must be null if any variant has a `language`'],
      [{ variants: [{ subject: 'B' }] }, 'ab_test', 'is required if any variant has no `language`'],
      [{ variants: most.map((language) => ({ language, subject: 'B' })) }, 'variants', 'at most 20'],
      [{ variants: 'abcde'.split('').map((subject) => ({ subject })), ab_test: test }, 'variants', 'at most 4'],
    ] as const) {
      const { body, status } = await create(given);
      expect([status, body.errors?.[field]?.join()], JSON.stringify(body)).toEqual([
        422,
        expect.stringContaining(sentence),
      ]);
    }
  });

  it('is previewed, checked, and tested in each language with the footer of that language', async () => {
    const { id } = (await create({ variants: [GERMAN, FRENCH] })).body;
    const preview = async (variant: number) => sender.ann.call('POST', `/campaigns/${id}/preview`, { variant });
    const footer = (language: string) => textsIn(languageOf(language)).text('footer.unsubscribe');
    const [own, german, french] = [await preview(0), await preview(1), await preview(2)];
    expect([own.body.subject, german.body.subject, french.body.subject]).toEqual(['Tea', 'Tee', 'Le thé']);
    expect(german.body.html).toContain('Guten Tag');
    expect(german.body.html).toContain(`>${footer('de')}<`);
    expect(french.body.html).toContain('Good day');
    expect(french.body.html).toContain(`>${footer('fr')}<`);
    expect(own.body.html).toContain(`>${footer('en')}<`);
    const checks = await sender.ann.call('GET', `/campaigns/${id}/checks?variant=1`);
    expect(checks).toMatchObject({ status: 200, body: { variant: 1 } });
    const test = { to: sender.ann.email, variant: 2 };
    expect(await sender.ann.call('POST', `/campaigns/${id}/test`, test)).toMatchObject({ status: 202 });
    expect(await preview(3)).toMatchObject({ status: 404 });
  });

  it('is not sent if the content of one language has an error', async () => {
    const list = await plantGroup(app.installation.db, sender.accountId, 'list', 'Readers');
    const broken = { ...FRENCH, html: '<p>{{ contact.unknown }}</p>' };
    const { id } = (await create({ variants: [GERMAN, broken], lists: [list] })).body;
    const { body, status } = await sender.ann.call('POST', `/campaigns/${id}/send`);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['variants.1.html']]);
  });

  it('is resent in the same languages', async () => {
    const { id } = (await create({ variants: [GERMAN, FRENCH] })).body;
    await rowsOf(app.installation.db, `update campaign set state = 'sent' where id = $1`, [id]);
    const { body } = await sender.ann.call('POST', `/campaigns/${id}/resend`, { audience: 'non_openers' });
    expect(body.variants).toMatchObject([
      { language: 'de', subject: 'Tee' },
      { language: 'fr', subject: 'Le thé' },
    ]);
  });
});

/**
 * Creates a due campaign in English, with German and Brazilian Portuguese versions, for contacts with these languages.
 */
async function due(languages: readonly (string | null)[], each: number) {
  const { db } = app.installation;
  const accountId = (await app.newAccount()).account.id;
  const list = await plantGroup(db, accountId, 'list', 'Readers');
  const contactIds = await plantContacts(db, accountId, { count: languages.length * each });
  await plantMembers(db, accountId, { kind: 'list', id: list, contactIds });
  await rowsOf(db, `update contact set language = ($3::text[])[1 + (id - $2) % $4] where account_id = $1`, [
    accountId,
    contactIds[0],
    languages,
    languages.length,
  ]);
  const id = await plantCampaign(db, accountId, { list_ids: [list], state: 'draft' });
  await rowsOf(
    db,
    `insert into campaign_variant (account_id, campaign_id, variant, language, subject)
     values ($1, $2, 1, 'de', 'Neues'), ($1, $2, 2, 'pt-BR', 'Novidades')`,
    [accountId, id],
  );
  await rowsOf(db, `update campaign set state = 'scheduled' where id = $1`, [id]);
  return { accountId, contactIds, id };
}

/** Returns the languages of the recipients of a wave, each once. */
async function languagesIn(id: number, waveNo: number) {
  const contactIds = await recipientsOf(app.installation.db, id, waveNo);
  const rows = await rowsOf<{ language: string | null }>(
    app.installation.db,
    'select distinct language from contact where id = any($1::bigint[]) order by 1',
    [contactIds],
  );
  return rows.map(({ language }) => language);
}

describe('the readers of a campaign in several languages', () => {
  it('get the variant of their language, and others get the content of the campaign', async () => {
    const { contactIds, id } = await due(['de', 'de-AT', 'pt', 'pt-PT', 'fi', 'en', null], 10);
    sending.run({ pageContacts: 9 });
    await campaignIn(app.installation.db, id, 'sending');
    expect(await wavesOf(app.installation.db, id)).toMatchObject([
      { kind: 'all', variant: 0, recipients: 30, state: 'sending' },
      { kind: 'all', variant: 1, recipients: 20, state: 'sending' },
      { kind: 'all', variant: 2, recipients: 20, state: 'sending' },
    ]);
    expect(await recipientsOf(app.installation.db, id)).toEqual(contactIds);
    expect([await languagesIn(id, 1), await languagesIn(id, 2), await languagesIn(id, 3)]).toEqual([
      ['en', 'fi', null],
      ['de', 'de-AT'],
      ['pt', 'pt-PT'],
    ]);
    await tryAll(app.installation.db, id);
    expect(await campaignIn(app.installation.db, id, 'sent')).toMatchObject({ recipients: 70 });
  });

  it('can all be readers of one language', async () => {
    const { id } = await due(['de'], 5);
    sending.run();
    await campaignIn(app.installation.db, id, 'sending');
    await tryAll(app.installation.db, id);
    await campaignIn(app.installation.db, id, 'sent');
    expect((await wavesOf(app.installation.db, id)).map(({ recipients }) => recipients)).toEqual([0, 5, 0]);
  });

  it('share the limit of the first wave, and the rest starts in all languages at the same time', async () => {
    const { db } = app.installation;
    const { contactIds, id } = await due(['de', 'pt', null], 40);
    const plan = async () => Promise.resolve({ engagedOnly: false, firstWave: { contacts: 30, waitMs: 3_600_000 } });
    for (let walked = 0, prepared = 0; prepared === walked && prepared < 120; walked = prepared) {
      sending.run({ pageContacts: 17, safeguards: openSafeguards({ plan }) });
      await eventually('a page of recipients is prepared', async () => {
        prepared = (await campaignRow(db, id)).recipients;
        return prepared > walked ? true : undefined;
      });
      await sending.close();
    }
    sending.run({ safeguards: openSafeguards({ plan }) });
    await campaignIn(db, id, 'sending');
    const waves = await wavesOf(db, id);
    expect(waves.map(({ kind, variant }) => `${kind} ${variant}`)).toEqual([
      'first 0',
      'first 1',
      'first 2',
      'rest 0',
      'rest 1',
      'rest 2',
    ]);
    const sum = (from: number, to: number) => waves.slice(from, to).reduce((all, one) => all + one.recipients, 0);
    expect([sum(0, 3), sum(3, 6)]).toEqual([30, 90]);
    for (const language of [0, 1, 2]) {
      expect((waves[language]?.recipients ?? 0) + (waves[language + 3]?.recipients ?? 0)).toBe(40);
    }
    expect(await recipientsOf(db, id)).toEqual(contactIds);
    await tryAll(db, id);
    await rowsOf(db, `update campaign_wave set started_at = started_at - interval '2 hours' where campaign_id = $1`, [
      id,
    ]);
    await eventually('the rest is sent to', async () => {
      await rowsOf(db, `update campaign set next_at = now() where id = $1 and state = 'sending'`, [id]);
      return (await wavesOf(db, id)).every((wave) => wave.started_at) ? true : undefined;
    });
    await tryAll(db, id);
    expect(await campaignIn(db, id, 'sent')).toMatchObject({ recipients: 120 });
  });

  it('keep their language if the content of the campaign is changed during a pause', async () => {
    const { db } = app.installation;
    const { accountId, contactIds, id } = await due(['de', 'pt', null], 10);
    sending.run();
    await campaignIn(db, id, 'sending');
    await rowsOf(
      db,
      `update campaign set state = 'preparing', html = '<p>Corrected</p>', updated_at = now(), next_at = now() where account_id = $1 and id = $2`,
      [accountId, id],
    );
    await eventually('the recipients are moved', async () => {
      const current = (await wavesOf(db, id)).slice(3);
      return current.length === 3 && current.every(({ recipients }) => recipients === 10) ? true : undefined;
    });
    expect((await wavesOf(db, id)).map(({ recipients, variant }) => [variant, recipients])).toEqual([
      [0, 0],
      [1, 0],
      [2, 0],
      [0, 10],
      [1, 10],
      [2, 10],
    ]);
    expect(await recipientsOf(db, id)).toEqual(contactIds);
  });
});
