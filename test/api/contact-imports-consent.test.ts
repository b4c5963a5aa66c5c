import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Poller } from '../../src/base/poller.ts';
import { FIELD_TYPE_IDS } from '../../src/features/audience/contact-fields/field-types.ts';
import { startApp } from '../support/app.ts';
import { IMPORTS, newAudience, runImports, type Audience } from '../support/contact-files.ts';
import { shared } from '../support/shared.ts';

let runner: Poller;
const app = shared(startApp);

beforeAll(async () => {
  runner = runImports(app);
});
afterAll(async () => {
  await runner.close();
});

async function newField(ann: Audience, label: string, type = 'text'): Promise<void> {
  const [id] = Object.entries(FIELD_TYPE_IDS).find(([, each]) => each === type) ?? [];
  const { status } = await ann.person.call('POST', '/contact-fields', { label, contact_field_type_id: id });
  expect(status).toBe(201);
}

/** Returns the statuses of an account's contacts, with the local parts of their addresses as keys. */
async function contactStatuses(ann: Audience): Promise<Record<string, string>> {
  const contacts = Object.values(await ann.contacts());
  return Object.fromEntries(
    contacts.map((contact) => {
      const is = ['unsubscribed', 'bounced', 'invalid'].filter((each) => contact[`${each}_at`] !== null);
      const confirmed = contact['confirmed_at'] === null ? ['unconfirmed'] : [];
      return [String(contact['email']).replace(/@.*/, ''), [...is, ...confirmed].join(' ') || 'active'];
    }),
  );
}

async function imported(file: string, given: object = {}, fileName = 'people.csv'): Promise<Record<string, string>> {
  const ann = await newAudience(app);
  const row = await ann.import(file, { ...given }, fileName);
  expect(row).toMatchObject({ state: 'done', rejected: 0 });
  return contactStatuses(ann);
}

async function ready(file: string) {
  const ann = await newAudience(app);
  const { body } = await ann.upload(file);
  const path = `${IMPORTS}/${body.id}`;
  return {
    ann,
    preview: async (query = '') => (await ann.person.session.call('GET', `${path}/preview${query}`)).body,
    start: async (given: object) => ann.person.session.call('POST', `${path}/start`, given),
    ended: async () => ann.ended(body.id),
  };
}

describe('export of a service keeps unsubscribed contacts unsubscribed', () => {
  it.each<[string, string, Record<string, string>]>([
    [
      'Ghost',
      'id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers\n' +
        'a1,in@x.example,In,,true,false,,2024-01-15T10:00:00.000Z,,blog,\n' +
        'a2,out@x.example,Out,,false,false,,2024-01-16T10:00:00.000Z,,"blog,old",\n' +
        'a3,gone@x.example,Gone,,true,false,,2024-01-16T10:00:00.000Z,2024-05-05T10:00:00.000Z,,\n',
      { in: 'active', out: 'unsubscribed', gone: 'unsubscribed' },
    ],
    [
      'phpList',
      'id,email,confirmed,blacklisted,optedin,bouncecount,entered,modified,uniqid,htmlemail,subscribepage,rssfrequency,disabled,extradata,foreignkey\n' +
        '1,in@x.example,1,0,0,7,2020-02-03 10:00:00,2021-02-03 10:00:00,abc,1,1,,0,,\n' +
        '2,black@x.example,1,1,1,0,2020-02-03 10:00:00,2021-02-03 10:00:00,abd,1,1,,0,,\n' +
        '3,unconf@x.example,0,0,0,0,2020-02-03 10:00:00,2021-02-03 10:00:00,abe,1,1,,0,,\n' +
        '4,off@x.example,1,0,1,9,2020-02-03 10:00:00,2021-02-03 10:00:00,abf,1,1,,1,,\n',
      { in: 'active', black: 'unsubscribed', unconf: 'unconfirmed', off: 'unsubscribed' },
    ],
    [
      'Mailtrain',
      'id,cid,email,opt_in_ip,opt_in_country,tz,imported,status,is_test,status_change,latest_open,latest_click,created,first_name,last_name\n' +
        '1,z1,in@x.example,192.0.2.1,,,,1,0,2019-01-01 10:00:00,,,2018-01-01 10:00:00,In,One\n' +
        '2,z2,out@x.example,192.0.2.2,,,,2,0,2019-01-01 10:00:00,,,2018-01-01 10:00:00,Out,Two\n' +
        '3,z3,bo@x.example,192.0.2.3,,,,3,0,2019-01-01 10:00:00,,,2018-01-01 10:00:00,Bo,Three\n' +
        '4,z4,spam@x.example,192.0.2.4,,,,4,0,2019-01-01 10:00:00,,,2018-01-01 10:00:00,Sp,Four\n',
      { in: 'active', out: 'unsubscribed', bo: 'bounced', spam: 'unsubscribed' },
    ],
    [
      'Sendy',
      'Name,Email,Joined,Last activity,Status\n' +
        'In,in@x.example,2020-01-01,2020-02-02,Subscribed\nOut,out@x.example,2020-01-01,2020-02-02,Unsubscribed\n' +
        'Sp,spam@x.example,2020-01-01,2020-02-02,Marked as spam\nUn,unc@x.example,2020-01-01,,Unconfirmed\n' +
        'Bo,bo@x.example,2020-01-01,2020-02-02,Bounced\nSo,soft@x.example,2020-01-01,2020-02-02,Soft bounced\n',
      { in: 'active', out: 'unsubscribed', spam: 'unsubscribed', unc: 'unconfirmed', bo: 'bounced', soft: 'active' },
    ],
    [
      'Brevo',
      'CONTACT ID,EMAIL,FIRSTNAME,LASTNAME,SMS,EMAIL_BLOCKLISTED,SMS_BLOCKLISTED,ADDED_TIME,MODIFIED_TIME\n' +
        '1,in@x.example,In,One,,No,Yes,2024-01-01 10:00:00,2024-01-02 10:00:00\n' +
        '2,out@x.example,Out,Two,,Yes,No,2024-01-01 10:00:00,2024-01-02 10:00:00\n',
      { in: 'active', out: 'unsubscribed' },
    ],
    [
      'HubSpot',
      'Record ID,First Name,Last Name,Email,Unsubscribed from all email,Opted out of email: Marketing,Email hard bounce reason,Invalid email address,Marketing contact status,Lead Status\n' +
        '1,In,One,in@x.example,,,,,Marketing contact,New\n2,Out,Two,out@x.example,true,,,,Marketing contact,Open\n' +
        '3,Topic,Three,topic@x.example,,true,,,Marketing contact,Open\n4,Bo,Four,bo@x.example,,,UNKNOWN_USER,,Marketing contact,\n' +
        '5,Ba,Five,bad@x.example,,,,true,Marketing contact,\n6,No,Six,non@x.example,,,,,Non-marketing contact,\n',
      { in: 'active', out: 'unsubscribed', topic: 'unsubscribed', bo: 'bounced', bad: 'invalid', non: 'unsubscribed' },
    ],
    [
      'MailerLite',
      'Subscriber,Name,Last name,Subscribed,Unsubscribed,Status,Opened,Clicked\n' +
        'in@x.example,In,One,2024-01-01 10:00:00,,Active,3,1\n' +
        'out@x.example,Out,Two,2024-01-01 10:00:00,2024-02-02 10:00:00,Unsubscribed,3,1\n' +
        'junk@x.example,Ju,Three,2024-01-01 10:00:00,,Junk,3,1\nunc@x.example,Un,Four,2024-01-01 10:00:00,,Unconfirmed,0,0\n',
      { in: 'active', out: 'unsubscribed', junk: 'unsubscribed', unc: 'unconfirmed' },
    ],
    [
      'Mautic',
      'id,firstname,lastname,email,points,last_active,date_added,Do Not Email\n' +
        '1,In,One,in@x.example,10,2024-01-01 10:00:00,2023-01-01 10:00:00,0\n' +
        '2,Out,Two,out@x.example,10,2024-01-01 10:00:00,2023-01-01 10:00:00,1\n',
      { in: 'active', out: 'unsubscribed' },
    ],
    [
      'Shopify',
      'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address City,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags\n' +
        '1,In,One,in@x.example,yes,Ulm,,no,12.00,1,,no,VIP\n2,Out,Two,out@x.example,no,Ulm,,yes,12.00,1,,no,\n',
      { in: 'active', out: 'unsubscribed' },
    ],
    [
      'beehiiv',
      'subscription_id,email,status,created_at,subscription_tier,acquisition_source,First Name\n' +
        's1,in@x.example,active,2024-01-01,free,website,In\ns2,out@x.example,inactive,2024-01-01,free,website,Out\n' +
        's3,wait@x.example,pending,2024-01-01,free,website,\ns4,bad@x.example,invalid,2024-01-01,free,website,\n' +
        's5,val@x.example,validating,2024-01-01,free,website,\n',
      { in: 'active', out: 'unsubscribed', wait: 'unconfirmed', bad: 'invalid', val: 'unconfirmed' },
    ],
    [
      'Buttondown',
      'email,notes,metadata,tags,referrer_url,secondary_id,subscriber_type,source,creation_date\n' +
        'in@x.example,,{},a,,1,regular,api,2024-01-01\npay@x.example,,{},,,2,premium,api,2024-01-01\n' +
        'out@x.example,,{},,,3,unsubscribed,api,2024-01-01\nunc@x.example,,{},,,4,unactivated,api,2024-01-01\n' +
        'gone@x.example,,{},,,5,removed,api,2024-01-01\nspam@x.example,,{},,,6,spammy,api,2024-01-01\n',
      {
        in: 'active',
        pay: 'active',
        out: 'unsubscribed',
        unc: 'unconfirmed',
        gone: 'unsubscribed',
        spam: 'unsubscribed',
      },
    ],
    [
      'Kit',
      'first_name,email,created_at,status,tags\nIn,in@x.example,2024-01-01T10:00:00Z,active,"a,b"\n' +
        'Co,cold@x.example,2024-01-01T10:00:00Z,cold,\nOu,out@x.example,2024-01-01T10:00:00Z,cancelled,\n' +
        'Ia,unc@x.example,2024-01-01T10:00:00Z,inactive,\nCp,comp@x.example,2024-01-01T10:00:00Z,complained,\n' +
        'Bo,bo@x.example,2024-01-01T10:00:00Z,bounced,\n',
      { in: 'active', cold: 'active', out: 'unsubscribed', unc: 'unconfirmed', comp: 'unsubscribed', bo: 'bounced' },
    ],
    [
      'Mailchimp in one file',
      'Email Address,First Name,Status,MEMBER_RATING,OPTIN_TIME,CONFIRM_TIME,LEID,EUID,TAGS\n' +
        'in@x.example,In,subscribed,2,2020-01-01 10:00:00,2020-01-01 10:00:00,1,e1,\nadd@x.example,Add,subscribed,2,,,1,e2,\n' +
        'out@x.example,Out,unsubscribed,2,2020-01-01 10:00:00,2020-01-01 10:00:00,2,e3,\n' +
        'clean@x.example,Cl,cleaned,2,2020-01-01 10:00:00,,3,e4,\nnon@x.example,No,non-subscribed,2,,,3,e5,\n',
      { in: 'active', add: 'active', out: 'unsubscribed', clean: 'bounced', non: 'unsubscribed' },
    ],
    [
      'listmonk',
      'uuid,email,name,attributes,status,created_at,updated_at\nu1,in@x.example,In,{},enabled,2024-01-15,\n' +
        'u2,black@x.example,Bl,{},blocklisted,2024-01-15,\nu3,off@x.example,Of,{},disabled,2024-01-15,\n',
      { in: 'active', black: 'unsubscribed', off: 'unsubscribed' },
    ],
    [
      'SendFox',
      'id,email,first_name,last_name,ip_address,unsubscribed_at,bounced_at,invalid_at,confirmed_at,created_at\n' +
        '1,in@x.example,In,,,,,,2023-01-02 03:04:05,2023-01-02 03:04:05\n2,out@x.example,Out,,,2024-02-03 04:05:06,,,2023-01-02 03:04:05,2023-01-02\n' +
        '3,bo@x.example,Bo,,,,2024-02-03 04:05:06,,2023-01-02 03:04:05,2023-01-02\n4,bad@x.example,Ba,,,,,2024-02-03 04:05:06,2023-01-02,2023-01-02\n' +
        '5,unc@x.example,Un,,,,,,,2023-01-02 03:04:05\n',
      { in: 'active', out: 'unsubscribed', bo: 'bounced', bad: 'invalid', unc: 'unconfirmed' },
    ],
    [
      'MailPoet',
      'Email,First name,Last name,List name,Global status,List status,Created at\n' +
        'in@x.example,In,One,News,Subscribed,Subscribed,2024-01-01\nout@x.example,Out,Two,News,Subscribed,Unsubscribed,2024-01-01\n' +
        'bo@x.example,Bo,Three,News,Bounced,Subscribed,2024-01-01\nunc@x.example,Un,Four,News,Unconfirmed,Unconfirmed,2024-01-01\n',
      { in: 'active', out: 'unsubscribed', bo: 'bounced', unc: 'unconfirmed' },
    ],
    [
      'Salesforce',
      'FirstName,LastName,Email,HasOptedOutOfEmail,DoNotCall,EmailBouncedReason,EmailBouncedDate\n' +
        'In,One,in@x.example,FALSE,TRUE,,\nOut,Two,out@x.example,TRUE,FALSE,,\nBo,Three,bo@x.example,FALSE,FALSE,550 no such user,2024-01-01T10:00:00.000Z\n',
      { in: 'active', out: 'unsubscribed', bo: 'bounced' },
    ],
    [
      'Klaviyo',
      'Email,First Name,Email Marketing Consent,SMS Marketing Consent\nin@x.example,In,SUBSCRIBED,NEVER_SUBSCRIBED\n' +
        'out@x.example,Out,UNSUBSCRIBED,SUBSCRIBED\nnever@x.example,Ne,NEVER_SUBSCRIBED,\n',
      { in: 'active', out: 'unsubscribed', never: 'unsubscribed' },
    ],
    [
      'Resend',
      'id,email,first_name,last_name,unsubscribed,created_at\n1,in@x.example,In,,false,2024-01-01 10:00:00+00\n2,out@x.example,Out,,true,2024-01-01 10:00:00+00\n',
      { in: 'active', out: 'unsubscribed' },
    ],
    [
      'a sheet in German',
      'E-Mail-Adresse;Anrede;Vorname;Nachname;Status;Abgemeldet am\nin@x.example;Frau;In;Eins;aktiv;\nout@x.example;Herr;Aus;Zwei;abgemeldet;3.4.2024\n' +
        'date@x.example;Herr;Da;Drei;aktiv;3.4.2024\n',
      { in: 'active', out: 'unsubscribed', date: 'unsubscribed' },
    ],
  ])('from %s', async (_service, file, expected) => {
    expect(await imported(file)).toEqual(expected);
  });

  it("from a part of Mailchimp's export whose rows have other values", async () => {
    const file =
      'Email Address,Newsletter,UNSUB_TIME,MEMBER_RATING,OPTIN_TIME,LEID,EUID\nout@x.example,yes,,2,2020-01-01,1,e1\n';
    expect(await imported(file, {}, 'unsubscribed_members_1.csv')).toEqual({ out: 'unsubscribed' });
  });
});

describe('consent column', () => {
  it('is recognized with any heading and any form of yes', async () => {
    const bodies: [string, string, string][] = [
      ['opt_out', '0', '1'],
      ['opt_out', 'false', 'TRUE'],
      ['Opted out', 'no', 'yes'],
      ['unsubscribed', '', 'x'],
      ['do_not_email', 'N', 'Y'],
      ['blacklisted', '', '2024-02-03 10:00:00'],
      ['Abgemeldet', 'nein', 'ja'],
      ['désinscrit', 'non', 'oui'],
      ['baja', 'no', 'sí'],
      ['unsubscribed_at', 'NULL', '1478001600'],
      ['unsubscribed_at', '0000-00-00 00:00:00', 'Tue, 1 Nov 2016 10:00:00 +0100'],
      ['subscribed', 'yes', 'no'],
      ['newsletter', '1', '0'],
      ['accepts_marketing', 'true', ''],
      ['is_active', 't', 'f'],
      ['IsExcludedFromCampaigns', 'false', 'true'],
      ['Dezabonat', 'nu', 'da'],
      ['Leiratkozott', 'nem', 'igen'],
      ['Peruutettu', 'ei', 'kyllä'],
      ['Odjavljen', 'ne', 'da'],
      ['Abonelikten çıktı', 'hayır', 'evet'],
      ['Διαγράφηκε', 'όχι', 'ναι'],
      ['Відписаний', 'ні', 'так'],
      ['إلغاء الاشتراك', 'لا', 'نعم'],
      ['הוסר', 'לא', 'כן'],
      ['配信停止', '', '1'],
      ['配信希望', 'はい', 'いいえ'],
      ['退订', '否', '是'],
      ['수신거부', '아니오', '예'],
      ['ステータス', '購読中', '配信停止'],
      ['状态', '已订阅', '已退订'],
      ['상태', '구독중', '수신거부'],
      ['Durum', 'Abone', 'Abonelikten çıktı'],
      ['Stav', 'Přihlášen', 'Odhlášen'],
    ];
    for (const [heading, stays, left] of bodies) {
      const file = `email,${heading}\nin@x.example,"${stays}"\nout@x.example,"${left}"\n`;
      expect([heading, await imported(file)]).toEqual([heading, { in: 'active', out: 'unsubscribed' }]);
    }
  });

  it('has priority over a field of the account with the same name', async () => {
    const ann = await newAudience(app);
    for (const label of ['opt_out', 'Status', 'Email', 'First name']) await newField(ann, label);
    await ann.import('email,first name,opt_out,status\nin@x.example,In,0,active\nout@x.example,Out,1,active\n');
    expect(await contactStatuses(ann)).toEqual({ in: 'active', out: 'unsubscribed' });
    expect((await ann.contacts())['in@x.example']).toMatchObject({ first_name: 'In', own: null });
  });

  it('with an unknown value anywhere in the file prevents the start until each value is mapped', async () => {
    const many = Array.from({ length: 300 }, (_, n) => `p${n}@x.example,active\n`).join('');
    const { ann, ended, preview, start } = await ready(
      `email,status\n${many}out@x.example,Gone  Fishing\nno@x.example,\n`,
    );
    expect((await preview()).statuses).toEqual([
      { column: 1, value: 'active', rows: 300, status: 'subscribed' },
      { column: 1, value: 'Gone  Fishing', rows: 1, status: null },
      { column: 1, value: '', rows: 1, status: null },
    ]);
    const refused = await start({ status: 'subscribed' });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual({
      statuses: ['must map "Gone  Fishing", empty cells in column 1 (status) to a status.'],
    });
    const half = [{ column: 1, value: 'gone fishing', status: 'unsubscribed' }];
    expect((await start({ statuses: half })).body.errors).toEqual({
      statuses: ['must map empty cells in column 1 (status) to a status.'],
    });
    expect(
      (await start({ statuses: [...half, { column: 1, value: '', status: 'ignore' }], status: 'unconfirmed' })).status,
    ).toBe(202);
    await ended();
    const { no, out, p0, p299 } = await contactStatuses(ann);
    expect({ no, out, p0, p299 }).toEqual({ no: 'unconfirmed', out: 'unsubscribed', p0: 'active', p299: 'active' });
  });

  it('can be mapped to other meanings or ignored', async () => {
    const file = 'email,active\nin@x.example,yes\nout@x.example,no\n';
    const statuses = [{ column: 1, value: 'no', status: 'ignore' }];
    expect(await imported(file, { statuses })).toEqual({ in: 'active', out: 'active' });
    expect(await imported(file, { mapping: ['email', 'ignore'] })).toEqual({ in: 'active', out: 'active' });
    const { start } = await ready(file);
    expect((await start({ mapping: ['email'] })).body.errors).toEqual({
      'mapping.1': [
        'must be set, because the column active seems to record consent. If the column does not record consent, map it to `ignore`.',
      ],
    });
  });

  it('refuses mappings of values that it does not contain, by name', async () => {
    const { start } = await ready('email,status\nin@x.example,active\n');
    const statuses = [
      { column: 1, value: 'Junk', status: 'unsubscribed' },
      { column: 1, value: 'active', status: 'subscribed' },
      { column: 1, value: ' ACTIVE', status: 'ignore' },
      { column: 0, value: 'in@x.example', status: 'ignore' },
    ];
    expect((await start({ statuses })).body.errors).toEqual({
      'statuses.0': ['contains "Junk", which is not a value in column 1.'],
      'statuses.2': ['repeats a value.'],
      'statuses.3': ['refers to column 0, which is not mapped to a status or a status date.'],
    });
  });

  it('is recognized by its values if its heading is not', async () => {
    expect(await imported('in@x.example,subscribed\nout@x.example,Unsubscribed\n')).toEqual({
      in: 'active',
      out: 'unsubscribed',
    });
    const { start } = await ready('email,Type\nin@x.example,lead\nout@x.example,unsubscribed\n');
    expect((await start({})).body.errors.statuses).toEqual(['must map "lead" in column 1 (Type) to a status.']);
  });

  it('with too many values to map must be mapped to another target', async () => {
    const many = Array.from({ length: 101 }, (_, n) => `p${n}@x.example,reason ${'x'.repeat(n)}\n`).join('');
    const { preview, start } = await ready(`email,status\n${many}`);
    expect((await preview()).unclear).toMatchObject([{ column: 1 }]);
    expect((await start({})).body.errors.statuses[0]).toMatch(/more than 100 different values/);
    expect((await preview('?mapping[]=email&mapping[]=ignore')).unclear).toEqual([]);
    expect((await start({ mapping: ['email', 'ignore'] })).status).toBe(202);
  });

  it('is combined with other columns: a contact unsubscribed in one of them is unsubscribed', async () => {
    const file =
      'email,status,bounced,spam,newsletter\nin@x.example,active,0,0,1\na@x.example,active,1,0,1\nb@x.example,active,0,1,1\n' +
      'c@x.example,active,0,0,0\nd@x.example,unsubscribed,1,0,1\n';
    expect(await imported(file)).toEqual({
      in: 'active',
      a: 'bounced',
      b: 'unsubscribed',
      c: 'unsubscribed',
      d: 'unsubscribed bounced',
    });
  });

  it('never resubscribes a contact, in a later file or a later row of the same file', async () => {
    const ann = await newAudience(app);
    await ann.import('email,opt_out\nout@x.example,1\n');
    await ann.import('email,status,opt_out\nout@x.example,active,0\n');
    await ann.import(
      'email,status\nann@x.example,unsubscribed\nANN@x.example,active\nbo@x.example,active\nBo@x.example,unsubscribed\n',
    );
    expect(await contactStatuses(ann)).toEqual({ out: 'unsubscribed', ann: 'unsubscribed', bo: 'unsubscribed' });
  });

  it('unsubscribes without the date if the date is invalid', async () => {
    const ann = await newAudience(app);
    const row = await ann.import(
      'email,unsubscribed_at\nin@x.example,\nout@x.example,2024-13-45\nlate@x.example,2999-01-01\n',
    );
    expect(row).toMatchObject({ added: 3, rejected: 0, values_left_out: 1 });
    expect((await ann.rejects(row.id))[1]).toMatch(/^3,2024-13-45,must be a date.*,unsubscribed_at$/);
    expect(await contactStatuses(ann)).toEqual({ in: 'active', out: 'unsubscribed', late: 'unsubscribed' });
  });
});

describe('email address column', () => {
  it.each([
    ['Address,Contact,E-Mail-Adresse\n1 Way Ulm,Ann Berg,in@x.example\n'],
    ['Kontakt;Adresse;Ort\nAnn Berg;in@x.example;Ulm\n'],
    ['Mail,Email\nlast week,in@x.example\n'],
  ])('is the one with addresses: %s', async (file) => {
    expect(await imported(file)).toEqual({ in: 'active' });
  });
});

describe('ambiguous dates', () => {
  const FILE = 'email,created_at\nann@x.example,3/4/2016\nbea@x.example,5/5/2016\n';

  it('prevent the start until their order is set', async () => {
    const { ann, ended, preview, start } = await ready(FILE);
    expect(await preview()).toMatchObject({ date_order: null, needs_date_order: true });
    expect(await preview('?mapping[]=email&mapping[]=ignore')).toMatchObject({ needs_date_order: false });
    expect((await start({})).body.errors).toEqual({
      date_order: [
        'must indicate whether dates like 3/4/2016 in the column created_at begin with the month or the day.',
      ],
    });
    expect((await start({ date_order: 'day_first' })).status).toBe(202);
    await ended();
    expect((await ann.contacts())['ann@x.example']).toMatchObject({ created_at: new Date('2016-04-03') });
  });

  it('are resolved by any unambiguous date in the file and must be set if dates conflict', async () => {
    const filler = Array.from({ length: 200 }, (_, n) => `p${n}@x.example,1/2/2016\n`).join('');
    const shown = await ready(`${FILE}${filler}z@x.example,13/4/2016\n`);
    expect(await shown.preview()).toMatchObject({ date_order: 'day_first', needs_date_order: false });
    const both = await ready('email,created_at\nann@x.example,13/4/2016\nbea@x.example,4/13/2016\n');
    expect(await both.preview()).toMatchObject({ date_order: null, needs_date_order: true });
    expect((await both.start({})).status).toBe(422);
  });
});

it('in fields are parsed like numbers in common file formats, and invalid values are listed', async () => {
  const ann = await newAudience(app);
  await newField(ann, 'Orders', 'number');
  await newField(ann, 'Birthday', 'date');
  const cells: [string, string, Record<string, string> | null][] = [
    ['"1.234,56"', '1945-05-08', { orders: '1234.56', birthday: '1945-05-08' }],
    ['"12,5"', '31.12.1958', { orders: '12.5', birthday: '1958-12-31' }],
    ['"1,234"', '1-Nov-16', { birthday: '2016-11-01' }],
    ['NULL', '0000-00-00', null],
    ['many', '1958-02-29', null],
    ['7', '2016-11-01T23:30:00-05:00', { orders: '7', birthday: '2016-11-01' }],
  ];
  const rows = cells.map(([orders, birthday], at) => `r${at}@x.example,${orders},${birthday}\n`).join('');
  const row = await ann.import(`email,Orders,Birthday\n${rows}`);
  expect(row).toMatchObject({ added: 6, rejected: 0, values_left_out: 3 });
  const contacts = await ann.contacts();
  expect(cells.map((_, at) => contacts[`r${at}@x.example`]?.['own'] ?? null)).toEqual(cells.map(([, , own]) => own));
});
