import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createKey, SCOPES } from '../../src/features/tenants/access/index.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { vendorAccount } from '../support/mailgun.ts';
import { goClients, runGo } from '../support/go.ts';
import { describeWith } from '../support/loud-skip.ts';
import { pythonWith } from '../support/python.ts';

// Calls every operation of Resend's clients for Python and Go. Only the URL is changed.

const DEADLINE_MS = 90_000;
const PROGRAM = join(import.meta.dirname, '../clients/resend_account.py');
const errorWith = (words: string): unknown => expect.stringContaining(words);
const RECEIVING = errorWith('does not support receiving emails');
const ATTACHMENTS = errorWith('does not support attachments');
const SCHEDULED = errorWith('Scheduled emails are not supported');
const FALLBACK = errorWith('fallback_value is not supported. Write the fallback in the broadcast');
const GONE = errorWith('No resource has this ID');
const IMPORTS = errorWith('does not import files');
const RESULTS = errorWith('does not list the recipients or clicked links');
const CLAIMS = errorWith('does not transfer domains');
const DELIVERIES = errorWith('does not list the deliveries');
const TRACKING = errorWith('open_tracking is not supported for domains');

/** Results of the operations of a client, in the order of the calls. */
type Results = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

const python = pythonWith(['resend']);

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Creates an account with a verified domain and everything that a broadcast needs. */
async function newAccount(domain: string) {
  const { accountId } = await vendorAccount(app, 'mailgun', {}, domain);
  const scopes = [SCOPES.send, SCOPES.read, SCOPES.manage, SCOPES.account];
  const { key } = await createKey(app.installation.db, { accountId, name: 'clients', scopes });
  await app.installation.db.script(
    `insert into campaign_settings (account_id, postal_address) values (${accountId}, '1 Main Street')
     on conflict (account_id) do update set postal_address = excluded.postal_address`,
  );
  return { domain, key, url: `${app.url}/transactional/compat` };
}

/** Expects that every operation succeeded, except those in `refused`, whose errors must match. */
function expectResults(results: Results, refused: Readonly<Record<string, readonly unknown[]>>): void {
  const errors = Object.entries(results).map(([name, all]) => [name, all.map(({ error }) => error ?? null)]);
  const allowed = Object.entries(results).map(([name, all]) => [name, refused[name] ?? all.map(() => null)]);
  expect(Object.fromEntries(errors)).toEqual(Object.fromEntries(allowed));
  expect(Object.keys(refused).filter((name) => !Object.hasOwn(results, name))).toEqual([]);
}

describeWith(python)('resend for Python', () => {
  let given: { readonly results: Results; readonly not_called: readonly string[] };

  beforeAll(async () => {
    const { domain, key, url } = await newAccount('resend-python.news.test');
    const { stdout } = await promisify(execFile)(python ?? '', [PROGRAM, url, key, domain], { timeout: DEADLINE_MS });
    given = JSON.parse(stdout) as typeof given;
  }, DEADLINE_MS);

  it('calls every operation, except those for features that Postrider does not have', () => {
    // Every operation of these resources has an error that names the equivalent in Postrider (test/api/compat-errors.test.ts).
    const reasons: Readonly<Record<string, string>> = {
      Automations: 'Automations consist of different steps.',
      Events: 'Events need no definition.',
      Inboxes: 'Postrider does not receive email.',
      InboxAgent: 'Postrider does not receive email.',
      InboxDrafts: 'Postrider does not receive email.',
      InboxLabels: 'Postrider does not receive email.',
      InboxThreadEmails: 'Postrider does not receive email.',
      InboxThreadLabels: 'Postrider does not receive email.',
      InboxThreads: 'Postrider does not receive email.',
      Logs: 'The dashboard shows the log.',
      OAuthGrants: 'The dashboard manages connected applications.',
      Usage: 'The dashboard shows the usage.',
      Webhooks: 'Verifying a webhook makes no request (test/api/webhook-resend.test.ts).',
    };
    const others = given.not_called.filter((name) => !Object.hasOwn(reasons, name.split('.', 1)[0] ?? ''));
    expect(others).toEqual([]);
    expect(given.not_called.filter((name) => name.startsWith('Webhooks.'))).toEqual(['Webhooks.verify']);
  });

  it('gets a result from every operation, or an error that names what Postrider does not have', () => {
    expectResults(given.results, {
      'Broadcasts.clicked_links': [RESULTS],
      'Broadcasts.recipients': [RESULTS],
      'ContactProperties.update': [FALLBACK],
      'Contacts.Imports.create': [IMPORTS],
      'Contacts.Imports.get': [IMPORTS],
      'Contacts.Imports.list': [IMPORTS],
      'Contacts.get': [null, null, null, GONE],
      'Domains.Claims.create': [CLAIMS],
      'Domains.Claims.get': [CLAIMS],
      'Domains.Claims.verify': [CLAIMS],
      'Domains.update': [TRACKING],
      'Emails.Attachments.get': [ATTACHMENTS],
      'Emails.Attachments.list': [ATTACHMENTS],
      'Emails.Receiving.Attachments.get': [RECEIVING],
      'Emails.Receiving.Attachments.list': [RECEIVING],
      'Emails.Receiving.get': [RECEIVING],
      'Emails.Receiving.list': [RECEIVING],
      'Emails.cancel': [SCHEDULED],
      'Emails.metrics': [errorWith('does not report metrics')],
      'Emails.share': [errorWith('does not share emails')],
      'Emails.update': [SCHEDULED],
      'Webhooks.get_event': [DELIVERIES],
      'Webhooks.list_event_attempts': [DELIVERIES],
      'Webhooks.list_events': [DELIVERIES],
      'Webhooks.replay_event': [DELIVERIES],
    });
  });

  it('reads the objects that it created and changed', () => {
    const { results } = given;
    expect(results['Contacts.get']).toMatchObject([
      { email: 'ann@x.test', first_name: 'Ann', properties: { city: { value: 'Ghent' } } },
      { email: 'ann@x.test' },
      { last_name: 'Lee', properties: { city: { value: 'Bonn' } } },
      {},
    ]);
    expect(results['Contacts.list']).toMatchObject([
      { data: [{ email: 'bob@x.test' }] },
      { data: [{ email: 'bob@x.test' }, { email: 'ann@x.test' }] },
      { data: [{ first_name: 'Ann' }] },
    ]);
    expect(results['Contacts.Topics.list']).toMatchObject([
      { data: [{ name: 'Weekly news', subscription: 'opt_out' }] },
    ]);
    expect(results['Contacts.Segments.list']?.[0]).toMatchObject({
      data: [{ name: 'Old readers' }, { name: 'All readers' }],
    });
    expect(results['Templates.get']).toMatchObject([{ alias: 'order', name: 'Order' }]);
    expect(results['Emails.get']).toMatchObject([{ subject: 'Order 17', html: '<p>you, 17</p>' }]);
    expect(results['Batch.send']?.[0]?.['data']).toHaveLength(2);
    expect(results['Broadcasts.get']).toMatchObject([{ subject: 'More news', status: 'draft' }]);
    expect(results['Webhooks.get']).toMatchObject([{ endpoint: 'https://hooks.example/', events: ['email.sent'] }]);
    expect(results['ApiKeys.list']?.[0]?.['data']).toContainEqual(expect.objectContaining({ name: 'Python 3' }));
    expect(results['Suppressions.get']).toMatchObject([{ email: 'no@x.test' }]);
    expect(results['Segments.remove']).toMatchObject([{ deleted: true }]);
  });
});

const program = goClients();

describeWith(program)('resend for Go', () => {
  let given: { readonly results: Results; readonly operations: readonly string[] };

  beforeAll(async () => {
    const { domain, key, url } = await newAccount('resend-go.news.test');
    const order = { base: `${url}/`, domain, key };
    given = (await runGo(program ?? '', 'resend', 'account', order)) as typeof given;
  }, DEADLINE_MS);

  it('calls every operation, except the one that verifies a webhook without a request', () => {
    expect(given.operations.filter((name) => !Object.hasOwn(given.results, name))).toEqual(['Webhooks.Verify']);
  });

  it('gets a result from every operation, or an error that names what Postrider does not have', () => {
    expectResults(given.results, {
      'ContactProperties.Update': [FALLBACK],
      'Contacts.Properties.Update': [FALLBACK],
      'Contacts.Get': [null, GONE],
      'Domains.Update': [TRACKING],
      'Emails.Cancel': [SCHEDULED],
      'Emails.GetAttachment': [ATTACHMENTS],
      'Emails.ListAttachments': [ATTACHMENTS],
      'Emails.Receiving.Get': [RECEIVING],
      'Emails.Receiving.GetAttachment': [RECEIVING],
      'Emails.Receiving.List': [RECEIVING],
      'Emails.Receiving.ListAttachments': [RECEIVING],
      'Emails.Update': [SCHEDULED],
    });
  });

  it('reads the objects that it created and changed', () => {
    const { results } = given;
    expect(results['Contacts.Get']?.[0]).toMatchObject({ email: 'ann@x.test', first_name: 'Ann' });
    expect(results['Contacts.List']?.[1]).toMatchObject({ data: [{ first_name: 'Anna', last_name: 'Lee' }] });
    expect(results['Contacts.Topics.List']).toMatchObject([
      { data: [{ name: 'Weekly news', subscription: 'opt_out' }] },
    ]);
    expect(results['Templates.Get']).toMatchObject([{ alias: 'order', name: 'Order' }]);
    expect(results['Emails.Get']).toMatchObject([{ subject: 'Order 17', html: '<p>you, 17</p>' }]);
    expect(results['Broadcasts.Get']).toMatchObject([
      { subject: 'More news', status: 'draft' },
      { status: 'queued', scheduled_at: '2099-01-01T08:00:00.000Z' },
    ]);
    expect(results['Webhooks.Get']).toMatchObject([{ endpoint: 'https://hooks.example/', events: ['email.sent'] }]);
    expect(results['Domains.Remove']).toEqual([{ ok: true }]);
  });
});
