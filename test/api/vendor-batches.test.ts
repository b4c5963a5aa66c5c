import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/base/db.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { DOMAIN, mailgunAccount, postForm } from '../support/mailgun.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';

let app: TestApp;
let sink: SmtpSink;
let tenant: Awaited<ReturnType<typeof mailgunAccount>>;

beforeAll(async () => {
  sink = await startSmtpSink({
    on: { rcpt: ({ line }) => (line.includes('gone') ? { say: '550 5.1.1 no such user' } : undefined) },
  });
  app = await startApp({ POSTRIDER_DELIVERY: 'relay', POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}` });
  tenant = await mailgunAccount(app);
  app.deliver();
});
afterAll(async () => {
  await app.close();
  await sink.close();
});

type Pairs = readonly (readonly [name: string, value: string])[];

const MAIL: Pairs = [
  ['from', `News <news@${DOMAIN}>`],
  ['subject', 'Hello'],
];

/** Sends a batch to the recipients for whom variables are given. */
function batch(variables: Readonly<Record<string, object>>, fields: Pairs) {
  const to = Object.keys(variables).map((address) => ['to', address] as const);
  return postForm(app.url, tenant.key, [...MAIL, ...to, ['recipient-variables', JSON.stringify(variables)], ...fields]);
}

/** Waits until the last event for an address has one of the given types. Returns the events, earliest first. */
async function eventsOf(recipient: string, last: readonly string[]) {
  return eventually(`the last event for ${recipient} is ${last.join(' or ')}`, async () => {
    const { items } = await tenant.mailgun.events.get(DOMAIN, { recipient, ascending: 'yes' });
    return last.includes(items.at(-1)?.event ?? '') ? items : undefined;
  });
}

function mailsTo(address: string): number {
  return sink.messages.filter(({ to }) => to.includes(address)).length;
}

const mailingStates = statement<[accountId: number], { readonly state: string }>(
  'test_vendor_mailing_states',
  'select state from mailing where account_id = $1',
);

const usedBy = statement<[accountId: number], { readonly used: number }>(
  'test_vendor_used',
  'select coalesce(sum(used), 0)::integer as used from account_usage where account_id = $1',
);

function mailings() {
  return mailingStates(app.installation.db, tenant.accountId);
}

describe('recipient whose values cannot be rendered', () => {
  const long = `https://x.test/${'u'.repeat(1_200)}`;
  it.each([
    ['do not fit in a header', { value: long }, ['h:List-Unsubscribe', '<%recipient.value%>'], '5.6.0'],
    ['are too many bytes', { value: 'x'.repeat(15_000) }, ['html', '%recipient.value%'.repeat(20_000)], '5.3.4'],
  ] as const)('fails permanently without affecting others: values that %s', async (_, values, field, status) => {
    const name = status.replaceAll('.', '-');
    const others = { [`before-${name}@x.test`]: { value: 'short' }, [`behind-${name}@x.test`]: { value: 'short' } };
    const answer = await batch({ [`unfit-${name}@x.test`]: values, ...others }, [['text', 'Hi'], field]);
    expect(answer.status).toBe(200);
    for (const address of Object.keys(others)) {
      expect((await eventsOf(address, ['delivered'])).map(({ event }) => event)).toEqual(['accepted', 'delivered']);
      expect(mailsTo(address)).toBe(1);
    }
    const reported = await eventsOf(`unfit-${name}@x.test`, ['failed']);
    expect(reported.map(({ event }) => event)).toEqual(['accepted', 'failed']);
    expect(reported[1]).toMatchObject({ severity: 'permanent', 'delivery-status': { 'enhanced-code': status } });
    expect(mailsTo(`unfit-${name}@x.test`)).toBe(0);
  });
});

describe('batch with the same email-id', () => {
  it('is sent after a test batch, because that is sent to no recipient', async () => {
    const fields: Pairs = [
      ['text', 'Hi'],
      ['v:email-id', '0123456789abcdef01234567'],
    ];
    const trial = await batch({ 'trial@x.test': {} }, [...fields, ['o:testmode', 'yes']]);
    const answer = await batch({ 'trial@x.test': {} }, fields);
    expect([trial.status, answer.status]).toEqual([200, 200]);
    expect(answer.body['id']).not.toBe(trial.body['id']);
    await eventsOf('trial@x.test', ['delivered']);
    expect(mailsTo('trial@x.test')).toBe(1);
  });

  it('uses no quota as a test, and once when it is sent', async () => {
    const used = async (): Promise<number> => (await usedBy(app.installation.db, tenant.accountId))[0]?.used ?? 0;
    const before = await used();
    const fields: Pairs = [['text', 'Hi']];
    const variables = { 'counted-a@x.test': {}, 'counted-b@x.test': {} };
    await batch(variables, [...fields, ['o:testmode', 'yes']]);
    expect(await used()).toBe(before);
    await batch(variables, fields);
    expect(await used()).toBe(before + 2);
  });

  it('sent several times concurrently is one mailing with one response', async () => {
    const before = (await mailings()).length;
    const addresses = Array.from({ length: 40 }, (_, index) => `once-${index}@x.test`);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, turn) => {
        const ordered = turn % 2 === 0 ? addresses : addresses.toReversed();
        return batch(Object.fromEntries(ordered.map((address) => [address, {}])), [
          ['text', 'Hi'],
          ['v:email-id', 'fedcba9876543210fedcba98'],
        ]);
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body['id'])).size).toBe(1);
    for (const address of addresses) await eventsOf(address, ['delivered']);
    expect(addresses.map(mailsTo)).toEqual(addresses.map(() => 1));
    expect((await mailings()).length).toBe(before + 1);
  });
});

it('without any recipients ends immediately, and a refused one ends with its last outcome', async () => {
  await batch({ 'gone-whole@x.test': {}, 'stays@x.test': {} }, [['text', 'Hi']]);
  await eventsOf('stays@x.test', ['delivered']);
  const refused = await eventsOf('gone-whole@x.test', ['failed']);
  expect(refused.map(({ event }) => event)).toEqual(['accepted', 'failed']);
  // By now, the address is suppressed.
  await batch({ 'gone-whole@x.test': {} }, [['text', 'Hi']]);
  await eventually('the second failure is listed', async () => {
    const { items } = await tenant.mailgun.events.get(DOMAIN, { recipient: 'gone-whole@x.test', event: 'failed' });
    return items.length === 2 ? items : undefined;
  });
  await batch({ 'crowded-alone@x.test': { url: 'u'.repeat(2_000) } }, [
    ['text', 'Hi'],
    ['h:List-Unsubscribe', '<https://x.test/%recipient.url%>'],
  ]);
  await eventually('all mailings are sent', async () =>
    (await mailings()).every(({ state }) => state === 'sent') ? true : undefined,
  );
});

describe('custom values of a client', () => {
  it('are text that any JSON parser accepts, whatever was sent', async () => {
    await batch({ 'odd@x.test': { odd: 'a\u0000b\ud800' } }, [
      ['text', 'Hi'],
      ['v:odd', '%recipient.odd%'],
    ]);
    const [accepted] = await eventsOf('odd@x.test', ['delivered']);
    expect(accepted?.['user-variables']).toEqual({ odd: 'ab\ufffd' });
  });

  it('are refused in MIME if they are nested too deeply', async () => {
    const deep = `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    const lines = [`From: a@${DOMAIN}`, 'To: m@x.test', 'Subject: a', `X-Mailgun-Variables: ${deep}`, '', 'Hi'];
    const answer = await postForm(
      app.url,
      tenant.key,
      [
        ['to', 'm@x.test'],
        ['message', lines.join('\r\n')],
      ],
      `/v3/${DOMAIN}/messages.mime`,
    );
    expect(answer.status).toBe(400);
    expect(answer.body['message']).toContain('X-Mailgun-Variables');
  });
});
