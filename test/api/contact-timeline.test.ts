import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/base/db.ts';
import { startApp, type Answer } from '../support/app.ts';
import { newPerson, type TestPerson } from '../support/callers.ts';
import { plantCampaign } from '../support/counted-campaigns.ts';
import { newSender } from '../support/inbound.ts';
import { plantAutomation } from '../support/planted-automations.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { shared } from '../support/shared.ts';

interface Entry {
  readonly key: string;
  readonly at: string;
  readonly kind: string;
  readonly type: string;
  readonly name: string | null;
  readonly object_id: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

const compare = (a: string, b: string): number => (a < b ? -1 : 1);
const app = shared(startApp);
let db: Database;
let accountId: number;
let ann: TestPerson;

beforeAll(() => {
  ({ db } = app.installation);
});

const timeline = async (id: number, query = ''): Promise<Answer> =>
  ann.session.call('GET', `/dashboard/contacts/${id}/timeline${query}`);

async function entriesOf(id: number, query = ''): Promise<Entry[]> {
  const { body, status } = await timeline(id, query);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}

describe('GET /dashboard/contacts/{id}/timeline', () => {
  let contact: number;
  let list: number;
  let automation: Awaited<ReturnType<typeof plantAutomation>>;
  let campaign: Awaited<ReturnType<typeof plantCampaign>>;

  beforeAll(async () => {
    const sender = await newSender(app);
    accountId = sender.account.id;
    ann = await newPerson(app, accountId);
    list = (await ann.call('POST', '/lists', { name: 'News' })).body.id;
    automation = await plantAutomation(db, accountId, { type: 'apply_list', list }, [5]);
    campaign = await plantCampaign(db, accountId, 2);
    [contact = 0] = campaign.contacts;
    await campaign.sent(0);
    await campaign.visited(campaign.visit(0, 0, 60), campaign.visit(0, 1, 90));
    const tag = (await ann.call('POST', '/contact-tags', { name: 'VIP' })).body.id;
    await ann.call('POST', `/contacts/${contact}/tags/${tag}`);
    await ann.call('POST', `/lists/${list}/contacts`, { contact_id: contact });
    await ann.call('POST', '/events', { name: 'order.placed', email: 'p0@reader.example', properties: { total: 49 } });
    await ann.call('POST', '/contacts', { email: 'p0@reader.example', consent: { text: 'Send me news' } });
    const sent = await sender.post('/transactional/emails', {
      from: 'hello@shop.example',
      to: ['P0@reader.example'],
      subject: 'Receipt 7',
      text: 'Thank you',
      tag: 'receipt',
    });
    expect(sent.status, JSON.stringify(sent.body)).toBe(202);
    await ann.call('PATCH', '/unsubscribe', { email: 'p0@reader.example' });
    await rowsOf(db, 'select leave_automations($1, $2)', [accountId, [contact]]);
  });

  it('contains everything that happened, newest first', async () => {
    const entries = await entriesOf(contact);
    const shown = entries.map(({ kind, name, type }) => `${kind} ${type} ${name}`);
    expect(shown.toSorted(compare)).toEqual(
      [
        'sign_up added null',
        'sign_up consented null',
        'groups list News',
        'groups tag VIP',
        'emails sent November',
        'emails message Receipt 7',
        'engagement opened November',
        'engagement clicked November',
        'opt_out unsubscribed null',
        'events event order.placed',
        'automations entered_automation Welcome',
        'automations ended_automation Welcome',
      ].toSorted(compare),
    );
    expect(entries.map(({ at }) => at)).toEqual(
      entries
        .map(({ at }) => at)
        .toSorted(compare)
        .toReversed(),
    );
    const byType = new Map(entries.map((entry) => [entry.type, entry]));
    expect(byType.get('clicked')).toMatchObject({
      object_id: String(campaign.id),
      details: { campaign_kind: 'campaign', links: ['https://shop.example/1'] },
    });
    expect(byType.get('event')?.details).toEqual({ properties: { total: 49 } });
    expect(byType.get('consented')?.details).toMatchObject({ text: 'Send me news' });
    expect(byType.get('message')).toMatchObject({
      object_id: expect.stringMatching(/^tm_/),
      details: { tag: 'receipt', status: expect.any(String) },
    });
  });

  it('returns only entries of a kind', async () => {
    for (const kind of ['sign_up', 'groups', 'emails', 'engagement', 'opt_out', 'events', 'automations']) {
      const entries = await entriesOf(contact, `?kind=${kind}`);
      expect(entries.length).toBeGreaterThan(0);
      expect(new Set(entries.map((entry) => entry.kind))).toEqual(new Set([kind]));
    }
  });

  it('is read page by page without gaps or repetitions, even if many entries have the same time', async () => {
    const [, other = 0] = campaign.contacts;
    await rowsOf(
      db,
      `insert into contact_event (account_id, contact_id, name, occurred_at)
       select $1, $2, 'page.viewed', timestamptz '2026-03-01 10:00' + n / 40 * interval '1 hour' from generate_series(1, 130) n`,
      [accountId, other],
    );
    const keys: string[] = [];
    let next: string | null = '';
    while (next !== null) {
      const { body }: Answer = await timeline(other, `?before=${encodeURIComponent(next)}`);
      expect(body.data.length).toBeLessThanOrEqual(50);
      keys.push(...body.data.map(({ key }: Entry) => key));
      ({ next } = body);
    }
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.filter((key) => key.startsWith('event'))).toHaveLength(130);
  });

  it('refuses unknown kinds and positions', async () => {
    expect(await timeline(contact, '?kind=weather')).toMatchObject({
      status: 422,
      body: { errors: { kind: [expect.any(String)] } },
    });
    for (const before of [
      'x',
      '2026-01-01T00:00:00.000Z',
      '2026-99-01T00:00:00.000Z~event 1',
      "2026-01-01T00:00:00.000Z~'",
    ]) {
      const answer = await timeline(contact, `?before=${encodeURIComponent(before)}`);
      expect(answer).toMatchObject({ status: 422, body: { errors: { before: [expect.any(String)] } } });
    }
  });

  it('names the automations of the contact, and the step for which the contact waits', async () => {
    const [, other = 0] = campaign.contacts;
    await ann.call('POST', `/lists/${list}/contacts`, { contact_id: other });
    const path = (id: number): string => `/dashboard/contacts/${id}/automations`;
    const waiting = (await ann.session.call('GET', path(other))).body.data;
    expect(waiting).toEqual([
      {
        automation_id: automation.id,
        title: 'Welcome',
        active: true,
        entered_at: expect.any(String),
        ended_at: null,
        emails: 0,
        step: { id: automation.items[0]?.id, type: 'email', position: 1, name: 'Mail', due_at: expect.any(String) },
      },
    ]);
    const [{ entered_at: entered, step }] = waiting;
    expect(Date.parse(step.due_at) - Date.parse(entered)).toBe(5 * 3_600_000);
    expect((await ann.session.call('GET', path(contact))).body.data).toMatchObject([
      { automation_id: automation.id, ended_at: expect.any(String), step: null },
    ]);
  });
});
