// Place in a run: slow.
import { Resend } from 'resend';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withCampaignSending } from '../../src/app/campaign-sending.ts';
import { campaignMeansOf } from '../../src/app/campaigns.ts';
import type { RunningJobs } from '../../src/base/jobs.ts';
import { createKey, SCOPES } from '../../src/features/tenants/access/index.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { newSender } from '../support/campaign-contents.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';

// Tests topics with Resend's unmodified client: in broadcasts, in single emails, and on the preferences page.

const SCOPES_OF_KEY = [SCOPES.send, SCOPES.read, SCOPES.account];

let app: TestApp;
let jobs: RunningJobs;
let sink: SmtpSink;

beforeAll(async () => {
  sink = await startSmtpSink();
  app = await startApp({
    POSTRIDER_DELIVERY: 'relay',
    POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
    POSTRIDER_INBOX_PORT: '0',
  });
  const means = campaignMeansOf(app.installation, () => app.api.baseUrl);
  jobs = withCampaignSending(app.installation, { close: async () => {} }, means);
  app.deliver();
});
afterAll(async () => {
  await jobs.close();
  await app.close();
  await sink.close();
});

async function newClient() {
  const { accountId, domain } = await newSender(app);
  const { key } = await createKey(app.installation.db, { accountId, name: 'topics', scopes: SCOPES_OF_KEY });
  return { domain, resend: new Resend(key, { baseUrl: `${app.api.baseUrl}/transactional/compat` }) };
}

/** Returns the data of a response, or fails with its error. */
function dataOf<T>({ data, error }: { readonly data: T | null; readonly error: unknown }): T {
  expect(error).toBeNull();
  if (data === null) throw new Error('The response has no data');
  return data;
}

/** Sends a broadcast, and resolves with the names of its recipients once it is sent. */
async function recipientsOf(
  { domain, resend }: Awaited<ReturnType<typeof newClient>>,
  subject: string,
  audience: { readonly segmentId: string; readonly topicId?: string },
): Promise<string[]> {
  const content = { from: `news@${domain}`, subject, html: '<p>Hello</p><a href="{{{RESEND_UNSUBSCRIBE_URL}}}">x</a>' };
  const { id } = dataOf(await resend.broadcasts.create({ ...content, ...audience, send: true }));
  await eventually(
    `${subject} is sent`,
    async () => dataOf(await resend.broadcasts.get(id)).status === 'sent' || undefined,
  );
  const mails = sink.messages.filter(({ data }) => data.toString().includes(`Subject: ${subject}`));
  return mails.flatMap(({ to }) => to.map((address) => address.split('@')[0] ?? '')).toSorted();
}

/** Returns the URL of the preferences page in the latest email to an address. */
async function preferencesUrl(address: string): Promise<string> {
  const mail = sink.messages.findLast(({ to }) => to.includes(address));
  const text = mail?.data.toString().replaceAll('=\r\n', '') ?? '';
  const [, unsubscribeUrl = ''] =
    /^List-Unsubscribe:[^<]*<(http[^>]+)>/m.exec(text.replaceAll(/\r\n[ \t]+/g, ' ')) ?? [];
  const page = await (await fetch(unsubscribeUrl)).text();
  const [, path = ''] = /href="(\.\.\/preferences\/[^"]+)"/.exec(page) ?? [];
  return new URL(path, unsubscribeUrl).href;
}

it('sends a broadcast only to contacts that are subscribed to its topic, as they choose on the preferences page', async () => {
  const client = await newClient();
  const { resend } = client;
  const { id: segmentId } = dataOf(await resend.segments.create({ name: 'Everyone' }));
  const offers = dataOf(
    await resend.topics.create({ name: 'Offers', description: 'At most weekly', defaultSubscription: 'opt_in' }),
  ).id;
  const beta = dataOf(await resend.topics.create({ name: 'Beta', defaultSubscription: 'opt_out' })).id;
  const segments = [{ id: segmentId }];
  dataOf(await resend.contacts.create({ email: 'ann@read.example', segments }));
  const bea = { email: 'bea@read.example', topics: [{ id: beta, subscription: 'opt_in' as const }] };
  dataOf(await resend.contacts.create({ ...bea, segments }));
  dataOf(await resend.contacts.create({ email: 'cas@read.example', segments }));
  dataOf(
    await resend.contacts.topics.update({
      email: 'cas@read.example',
      topics: [{ id: offers, subscription: 'opt_out' }],
    }),
  );
  expect(await recipientsOf(client, 'Plain', { segmentId })).toEqual(['ann', 'bea', 'cas']);
  expect(await recipientsOf(client, 'Offers-1', { segmentId, topicId: offers })).toEqual(['ann', 'bea']);
  expect(await recipientsOf(client, 'Beta-1', { segmentId, topicId: beta })).toEqual(['bea']);

  const url = await preferencesUrl('ann@read.example');
  const page = await (await fetch(url)).text();
  expect(page).toMatch(/name="topic"\s+value="\d+"\s+checked[^>]*>\s*<span><bdi>Offers<\/bdi><small>At most weekly/);
  expect(page).not.toMatch(/name="topic"\s+value="\d+"\s+checked[^>]*>\s*<span><bdi>Beta/);
  const fieldOf = (name: string): string => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';
  const [betaId = ''] = /value="(\d+)"[^>]*>\s*<span><bdi>Beta/.exec(page)?.slice(1) ?? [];
  const form = new URLSearchParams({
    shown: fieldOf('shown'),
    list: fieldOf('shown'),
    shown_topics: fieldOf('shown_topics'),
    topic: betaId,
    tracked: 'yes',
  });
  expect((await fetch(url, { method: 'POST', body: form })).status).toBe(200);
  expect(dataOf(await resend.contacts.topics.list({ email: 'ann@read.example' })).data).toEqual([
    { id: beta, name: 'Beta', description: null, subscription: 'opt_in' },
    { id: offers, name: 'Offers', description: 'At most weekly', subscription: 'opt_out' },
  ]);
  expect(await recipientsOf(client, 'Offers-2', { segmentId, topicId: offers })).toEqual(['bea']);
  expect(await recipientsOf(client, 'Beta-2', { segmentId, topicId: beta })).toEqual(['ann', 'bea']);
});

it('does not send a broadcast whose topic was deleted', async () => {
  const client = await newClient();
  const { resend } = client;
  const { id: segmentId } = dataOf(await resend.segments.create({ name: 'Everyone' }));
  dataOf(await resend.contacts.create({ email: 'eve@read.example', segments: [{ id: segmentId }] }));
  const topicId = dataOf(await resend.topics.create({ name: 'Gone', defaultSubscription: 'opt_in' })).id;
  const content = { from: `news@${client.domain}`, subject: 'Gone', html: '<p>Hello</p>', segmentId, topicId };
  const { id } = dataOf(await resend.broadcasts.create(content));
  const copy = dataOf(await resend.broadcasts.duplicate(id));
  expect(dataOf(await resend.broadcasts.get(copy.id)).topic_id).toBe(topicId);
  dataOf(await resend.topics.remove(topicId));
  await resend.broadcasts.send(id);
  const read = async () => dataOf(await resend.broadcasts.get(id)).status;
  await expect.poll(read, { timeout: 10_000 }).toBe('draft');
  expect(sink.messages.filter(({ to }) => to.includes('eve@read.example'))).toEqual([]);
  dataOf(await resend.broadcasts.update(copy.id, { subject: 'Kept', topicId: null }));
  expect(dataOf(await resend.broadcasts.get(copy.id)).topic_id).toBeNull();
});

it('rejects a single email to a recipient who is not subscribed to its topic', async () => {
  const { domain, resend } = await newClient();
  const topic = async (defaultSubscription: 'opt_in' | 'opt_out') =>
    dataOf(await resend.topics.create({ name: defaultSubscription, defaultSubscription })).id;
  const [open, closed] = [await topic('opt_in'), await topic('opt_out')];
  dataOf(await resend.contacts.create({ email: 'Fay@read.example' }));
  const email = 'fay@read.example';
  dataOf(await resend.contacts.topics.update({ email, topics: [{ id: open, subscription: 'opt_out' }] }));
  const mail = { from: `shop@${domain}`, subject: 'Topic', text: 'Hi' };
  const errorOf = async (to: string, topicId: string) => (await resend.emails.send({ ...mail, to, topicId })).error;
  expect(await errorOf('FAY@read.example', open)).toMatchObject({
    name: 'recipient_suppressed',
    message: expect.stringContaining('not subscribed to the topic'),
  });
  expect(await errorOf('stranger@read.example', closed)).toMatchObject({ name: 'recipient_suppressed' });
  expect(await errorOf('stranger@read.example', open)).toBeNull();
  dataOf(await resend.contacts.topics.update({ email, topics: [{ id: closed, subscription: 'opt_in' }] }));
  expect(await errorOf(email, closed)).toBeNull();
  expect(await errorOf(email, 'x')).toMatchObject({ errors: { topic_id: ['must be the ID of a topic.'] } });
  const batch = await resend.batch.send(
    [
      { ...mail, to: email, topicId: open },
      { ...mail, to: 'stranger@read.example', topicId: open },
    ],
    { batchValidation: 'permissive' },
  );
  expect(dataOf(batch)).toMatchObject({ data: [{ id: expect.any(String) }], errors: [{ index: 0 }] });
  const strict = await resend.batch.send([{ ...mail, to: email, topicId: open }]);
  expect(strict.error).toMatchObject({ name: 'recipient_suppressed' });
});

it('creates, reads, changes, lists, and deletes topics, and hides those of other accounts', async () => {
  const [{ resend }, other] = [await newClient(), await newClient()];
  const { id, ...made } = dataOf(await resend.topics.create({ name: 'Offers', defaultSubscription: 'opt_in' }));
  expect(made).toEqual({ object: 'topic' });
  dataOf(await resend.topics.update({ id, name: 'Weekly offers', description: 'Every Monday' }));
  const topic = {
    id,
    name: 'Weekly offers',
    description: 'Every Monday',
    default_subscription: 'opt_in',
    created_at: expect.any(String),
  };
  expect(dataOf(await resend.topics.get(id))).toEqual({ object: 'topic', ...topic });
  expect(dataOf(await resend.topics.list()).data).toEqual([topic]);
  dataOf(await resend.contacts.create({ email: 'gus@read.example' }));
  const foreign = other.resend;
  dataOf(await foreign.contacts.create({ email: 'hal@read.example' }));
  const choice = { topics: [{ id, subscription: 'opt_out' as const }] };
  for (const { error } of [
    await foreign.topics.get(id),
    await foreign.topics.update({ id, name: 'Mine' }),
    await foreign.topics.remove(id),
    await foreign.contacts.topics.list({ email: 'gus@read.example' }),
  ]) {
    expect([403, 404]).toContain(error?.statusCode);
  }
  const refused = await foreign.contacts.topics.update({ email: 'hal@read.example', ...choice });
  expect(refused.error).toMatchObject({ errors: { 'topics.0.id': ['must be the ID of a topic.'] } });
  const errorsOf = async (wanted: object) =>
    (await resend.topics.create({ name: 'x', defaultSubscription: 'opt_in', ...wanted })).error;
  expect(await errorsOf({ name: '' })).toMatchObject({ errors: { name: [expect.any(String)] } });
  expect(await errorsOf({ defaultSubscription: 'on' })).toMatchObject({
    errors: { default_subscription: ['must be opt_in or opt_out.'] },
  });
  expect(dataOf(await resend.topics.remove(id))).toEqual({ object: 'topic', id, deleted: true });
  expect((await resend.topics.get(id)).error?.statusCode).toBe(404);
});
