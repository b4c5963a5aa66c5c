import { recipientLink, type TokenTable } from '../../../mail/link-purpose.ts';
import { invalid, Refusal } from '../../../base/refusal.ts';
import type { Db } from '../../../base/db.ts';
import { sameAddressKey, type EmailAddress } from '../../../mail/address.ts';
import type { KnownName, TemplateSource } from '../../../mail/template/source.ts';
import { addRecipients, startMailing, type MailingMaker } from '../../sending/mailings/index.ts';
import { memberAddresses } from '../../tenants/people/index.ts';
import { readAccount, requireSendingAllowed } from '../../tenants/accounts/index.ts';
import type { CampaignRow } from '../campaigns/index.ts';
import { requireCampaignSender } from './contents.ts';
import { MAX_TESTS_A_DAY, TEST_DAY_SECONDS } from './limits.ts';
import { inLanguageOf, templateToShow, tokensOfNobody, type Asked, type PreviewParts } from './preview.ts';
import { countTests, testsOf } from './queries.ts';
import { addressErrors } from './refusals.ts';
import { readerOf, requireSendable, slotsOfTemplate } from './show.ts';

/** A request to send test emails. */
export interface TestRequest extends Asked {
  /** Recipients without duplicates. */
  readonly to: readonly EmailAddress[];
}

export interface TestParts extends PreviewParts {
  readonly makeMailing: MailingMaker;
}

/** Maximum number of members that the query returns. */
const MAX_PEOPLE = 1_000;
/** Subject prefix that marks a test email. */
const MARK = '[Test] ';

/**
 * Sends a campaign to members of the account as contacts would receive it: signed and with the same headers, but marked
 * as a test and not tracked. Throws validation_error for other addresses, rate_limit_exceeded if the account has
 * reached its daily limit of test emails, and the errors of the content and the sender.
 */
export async function sendTest(
  parts: TestParts,
  accountId: number,
  campaign: CampaignRow,
  { contactId, to, variant }: TestRequest,
) {
  const { db } = parts;
  const account = await readAccount(db, accountId);
  if (!account) throw new Refusal('not_found');
  // Bulk email does not require permission for transactional email.
  requireSendingAllowed({ ...account, transactionalEnabled: true });
  await requirePeople(db, accountId, account.email, to);
  const { facts, template } = await templateToShow(parts, db, accountId, campaign, variant);
  const missing = addressErrors(facts);
  if (Object.keys(missing).length > 0) throw invalid(missing);
  await requireCampaignSender(parts, accountId, campaign);
  const test = testOf(template, tokensOfNobody(parts.vault, accountId, campaign));
  await requireSendable(parts.html, accountId, test, variant);
  const slots = await slotsOfTemplate(parts.html, accountId, test, variant);
  const reader = await readerOf(parts, accountId, campaign, { contactId, slots });
  const values = await inLanguageOf(db, accountId, { campaignId: campaign.id, variant }, reader.values);
  const sent = await db.transaction(async (tx) => {
    const [counted] = await countTests(tx, accountId, to.length, MAX_TESTS_A_DAY, TEST_DAY_SECONDS);
    if (!counted) return undefined;
    // Do not link the mailing to the campaign, so that its results are not counted.
    const mailing = await parts.makeMailing(tx, accountId, { ...test, mailClass: campaign.kind });
    await addRecipients(
      tx,
      accountId,
      mailing,
      to.map((address) => ({ address, values })),
    );
    await startMailing(tx, accountId, mailing);
    return counted;
  });
  if (!sent) throw await tooMany(db, accountId);
  return { campaign_id: campaign.id, variant, to, tests_left_today: MAX_TESTS_A_DAY - sent.mails };
}

/**
 * Returns the template of a test email, with a prefix in the subject and with links that are not tied to a recipient.
 */
export function testOf(template: TemplateSource, tokens: TokenTable): TemplateSource {
  const { linkPrefixes, names } = template;
  const fixed = (known: KnownName): KnownName =>
    'link' in known
      ? { kind: 'url', value: recipientLink(linkPrefixes[known.link] ?? '', (purpose) => tokens[purpose]) }
      : known;
  return {
    ...template,
    subject: `${MARK}${template.subject}`,
    linkPrefixes: [],
    names: Object.fromEntries(Object.entries(names).map(([name, known]) => [name, fixed(known)])),
  };
}

/**
 * Throws validation_error unless all addresses belong to members of the account, because other people have not agreed
 * to receive test emails.
 */
async function requirePeople(db: Db, accountId: number, own: string, to: readonly EmailAddress[]): Promise<void> {
  const people = await memberAddresses(db, accountId, MAX_PEOPLE);
  const known = new Set([own, ...people.map(({ email }) => email)].map((email) => email.toLowerCase()));
  const others = to.filter((address) => !known.has(sameAddressKey(address)));
  if (others.length === 0) return;
  throw invalid({
    to: [
      `must contain only addresses of account members. These addresses do not belong to members: ${others.join(', ')}.`,
    ],
  });
}

async function tooMany(db: Db, accountId: number): Promise<Refusal> {
  const [row] = await testsOf(db, accountId, TEST_DAY_SECONDS);
  return new Refusal('rate_limit_exceeded', {
    message: `An account can send ${MAX_TESTS_A_DAY} test emails per day. This account has already sent ${row?.mails ?? MAX_TESTS_A_DAY}.`,
    fix: 'Use the preview, which has no limit.',
    retryAfterSeconds: Math.max(1, row?.seconds_left ?? TEST_DAY_SECONDS),
  });
}
