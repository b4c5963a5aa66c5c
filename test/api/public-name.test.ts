import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLinkTokens } from '../../src/features/outcomes/tracking/index.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { newSender, plantCampaign, plantContact, type Sender } from '../support/campaign-contents.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { createSignUps } from '../support/sign-ups.ts';

let app: TestApp;
let does: ReturnType<typeof createSignUps>;

beforeAll(async () => {
  app = await startApp();
  does = createSignUps(app);
});
afterAll(() => app.close());

interface Named extends Sender {
  readonly login: string;
  readonly fromName: string;
}

/**
 * Creates an account with a name and a sender. In both names, `login` is replaced with the account's sign-in address.
 * If `name` is null, no account name is entered.
 */
async function senderNamed(name: string | null, fromName: string): Promise<Named> {
  const { db } = app.installation;
  const sender = await newSender(app);
  const { accountId, ann, domain } = sender;
  const [account] = await rowsOf<{ email: string }>(db, 'select email from account where account_id = $1', [accountId]);
  const login = account?.email ?? '';
  const filled = (text: string): string => text.replace('login', login).replace('LOGIN', login.toUpperCase());
  await rowsOf(db, 'update account set name = $2 where account_id = $1', [accountId, name && filled(name)]);
  const settings = { from_name: filled(fromName), from_email: `news@${domain}`, archives: true };
  expect((await ann.call('PATCH', '/campaign-settings', settings)).status).toBe(200);
  return { ...sender, login, fromName: filled(fromName) };
}

async function textOf(url: string): Promise<string> {
  const answer = await fetch(new URL(url, app.url));
  expect(answer.status, url).toBe(200);
  return answer.text();
}

/** Returns all text about an account that recipients and visitors see, keyed by where they see it. */
async function shownBy(sender: Named): Promise<Record<string, string>> {
  const { accountId, ann, fromName } = sender;
  const campaign = await plantCampaign(app, sender, {
    subject: 'By {{ account.name }}',
    from_name: fromName,
  });
  const contact = await plantContact(app, accountId, { email: 'bea@there.example' });
  const { body: mail } = await ann.call('POST', `/campaigns/${campaign.id}/preview`, { contact_id: contact });
  const { body: list } = await ann.call('POST', '/lists', { name: 'News' });
  const { body: form } = await ann.call('POST', '/forms', { title: 'Newsletter', lists: [list.id] });
  const { body: page } = await ann.call('POST', '/landing-pages', {
    title: 'The letter',
    form_id: form.id,
    is_published: 'yes',
  });
  const { campaignId } = await recordOf(accountId);
  const { body: asking } = await ann.call('POST', `/campaigns/${campaignId}/preview`, {});
  const named = { kind: 'campaign', accountId, source: campaign.id, recipient: contact } as const;
  const tokenOf = createLinkTokens(app.installation.vault);
  await rowsOf(app.installation.db, `update campaign set state = 'sent', sent_at = now() where id = $1`, [campaign.id]);
  const { body: settings } = await ann.call('GET', '/campaign-settings');
  const archive = new URL(settings.archive_url as string).pathname;
  return {
    'HTML footer': mail.html,
    'text footer': mail.text,
    subject: mail.subject,
    'confirmation mail': asking.html,
    'unsubscribe page': await textOf(`/u/${tokenOf(named, 'unsubscribe')}`),
    'preferences page': await textOf(`/preferences/${tokenOf(named, 'preferences')}`),
    'confirmation page': await textOf(await does.pathOf(accountId, contact)),
    'form page': await textOf(new URL(form.url as string).pathname),
    'landing page': await textOf(new URL(page.url as string).pathname),
    archive: await textOf(archive),
    'archived campaign': await textOf(`${archive}/${campaign.id}`),
  };
}

async function recordOf(accountId: number): Promise<{ readonly campaignId: number }> {
  await does.signUp(accountId, 'cy@there.example', {}, true);
  const [row] = await rowsOf<{ campaign_id: number }>(
    app.installation.db,
    'select campaign_id from confirmation_mail where account_id = $1',
    [accountId],
  );
  return { campaignId: row?.campaign_id ?? 0 };
}

it.each([
  ['no name and a sender with a name', null, 'Tea Letters', 'Tea Letters'],
  ['neither a name nor a sender name', null, '', 'domain'],
  ['its sign-in address as its name', 'login', 'Tea Letters', 'Tea Letters'],
  ['its sign-in address in capitals as its name', 'LOGIN', '', 'domain'],
  ['its sign-in address as its sender name', null, 'login', 'domain'],
  ['a name', 'Tea & Co', 'Tea Letters', 'Tea & Co'],
])(
  'shows recipients the sender and never the sign-in address of an account with %s',
  async (_, name, from, expected) => {
    const sender = await senderNamed(name, from);
    const wanted = expected === 'domain' ? sender.domain : expected;
    for (const [place, text] of Object.entries(await shownBy(sender))) {
      const decoded = text.replaceAll('&amp;', '&');
      expect.soft(decoded.toLowerCase(), place).not.toContain(sender.login);
      expect.soft(decoded, place).toContain(wanted);
    }
  },
);
