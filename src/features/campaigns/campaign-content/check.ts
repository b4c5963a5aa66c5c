import type { Db } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import { domainOf, isFault, parseAddress } from '../../../mail/address.ts';
import type { MissingCounts, SenderFacts } from '../../../mail/checks/campaign.ts';
import { found, type Finding, type Level } from '../../../mail/checks/finding.ts';
import { tooLarge } from '../../../mail/size.ts';
import type { Unsupported } from '../../../mail/checks/support.ts';
import type { CampaignRow } from '../campaigns/index.ts';
import type { CheckLinks } from './check-links.ts';
import { contentOfVariant, requireCampaignSender } from './contents.ts';
import { factsOf } from './facts.ts';
import { plainTemplate, withSomeSender } from './freeze.ts';
import { MAX_CHECKS_AT_ONCE } from './limits.ts';
import { tokensOfNobody, type PreviewParts } from './preview.ts';
import { readerOf, shownTo, slotsOfTemplate } from './show.ts';

export interface CheckParts extends PreviewParts {
  readonly askLinks: CheckLinks;
  /**
   * Returns the HTML and CSS features in the content that email clients do not support, or undefined after a timeout.
   */
  readonly examineSupport: (html: string) => Promise<readonly Unsupported[] | undefined>;
  /**
   * Returns the policy in the DMARC record of a domain, null if there is no record, or undefined if DNS did not
   * respond.
   */
  readonly dmarcPolicy: (domain: string) => Promise<string | null | undefined>;
  /**
   * For each of the merge tags `names`, counts the contacts in the audience of a campaign that have no value for it.
   */
  readonly missingValues: (
    db: Db,
    accountId: number,
    campaign: CampaignRow,
    names: readonly string[],
  ) => Promise<MissingCounts>;
  /** Words that campaigns of this installation must not contain. */
  readonly blockedWords: readonly string[];
}

/** Results of all checks on a campaign before sending. */
export interface CampaignChecks {
  readonly campaign_id: number;
  readonly variant: number;
  /** The most severe level of all findings. */
  readonly level: Level;
  readonly findings: readonly Finding[];
}

/**
 * Checks a campaign. Throws rate_limit_exceeded if another check of the account is running or too many checks are
 * running.
 */
export type CampaignChecker = (accountId: number, campaign: CampaignRow, variant: number) => Promise<CampaignChecks>;

/** Creates a checker that limits the number of concurrent checks, with at most one per account at a time. */
export function createChecker(parts: CheckParts): CampaignChecker {
  const running = new Set<number>();
  return async (accountId, campaign, variant) => {
    if (running.has(accountId) || running.size >= MAX_CHECKS_AT_ONCE) {
      const message = 'Too many campaign checks are running. Try again in a few seconds.';
      throw new Refusal('rate_limit_exceeded', { message, retryAfterSeconds: 5 });
    }
    running.add(accountId);
    try {
      const findings = await examine(parts, accountId, campaign, variant);
      return { campaign_id: campaign.id, variant, level: worst(findings), findings };
    } finally {
      running.delete(accountId);
    }
  };
}

/** Returns the findings of all checks. Runs outside of a transaction, because it waits for network requests. */
async function examine(
  parts: CheckParts,
  accountId: number,
  campaign: CampaignRow,
  variant: number,
): Promise<Finding[]> {
  const { blockedWords, db, html: work } = parts;
  const facts = await factsOf(parts, db, accountId, campaign);
  const given = await contentOfVariant(db, accountId, campaign, variant);
  const content = await work.run(accountId, 'prepareContent', given, facts);
  const html = 'faults' in content ? undefined : content.html;
  const [sender, shown] = await Promise.all([
    senderFacts(parts, accountId, campaign),
    'faults' in content ? undefined : shownMail(parts, accountId, campaign, { facts, prepared: content, variant }),
  ]);
  const plan = html === undefined ? undefined : await work.run(accountId, 'planCampaign', html);
  const [linkResults, unsupported] = await Promise.all([
    plan && parts.askLinks(plan.links.map(({ url }) => url)),
    typeof shown?.html === 'string' ? parts.examineSupport(shown.html) : undefined,
  ]);
  const missing = 'faults' in content ? undefined : await missingIn(content.gaps, parts, accountId, campaign);
  const findings = await work.run(accountId, 'checkCampaign', {
    subject: given.subject,
    previewText: given.previewText,
    content,
    ownText: given.text,
    address: facts.account.address,
    asksToConfirm: campaign.kind === 'confirmation',
    sender,
    unsupported,
    linkResults,
    missing,
    blockedWords,
  });
  const tooMuch = tooLarge(shown?.bytes ?? 0);
  return tooMuch === undefined ? findings : [...findings.filter(({ id }) => id !== 'size'), sizeFinding(tooMuch)];
}

/**
 * Counts the contacts without a value. Returns undefined for emails other than campaigns, because their recipients are
 * not known in advance.
 */
async function missingIn(
  gaps: readonly string[],
  { db, missingValues }: CheckParts,
  accountId: number,
  campaign: CampaignRow,
): Promise<MissingCounts | undefined> {
  if (gaps.length === 0 || campaign.kind !== 'campaign') return undefined;
  // A name with the prefix and a name without it refer to the same field.
  const names = new Map(gaps.map((name) => [name.replace(/^contact\./, ''), name]));
  return missingValues(db, accountId, campaign, [...names.values()]);
}

function sizeFinding(sentence: string): Finding {
  return found('size', 'error', `The campaign ${sentence}`, {
    fix: 'Shorten the campaign. Postrider rejects campaigns of this size.',
  });
}

/**
 * Returns the HTML that a recipient would receive, in which fallbacks replace merge tags, and the size of the whole
 * message in bytes. The HTML is null if the message has only text. The size is undefined if rendering fails.
 */
async function shownMail(
  parts: CheckParts,
  accountId: number,
  campaign: CampaignRow,
  made: Parameters<typeof plainTemplate>[3] & { readonly variant: number },
): Promise<{ readonly html: string | null; readonly bytes: number | undefined }> {
  const template = await plainTemplate(parts, accountId, withSomeSender(campaign), made);
  const { variant } = made;
  const slots = await slotsOfTemplate(parts.html, accountId, template, variant);
  const { values } = await readerOf(parts, accountId, campaign, { contactId: undefined, slots });
  const tokens = tokensOfNobody(parts.vault, accountId, campaign);
  const { html } = await shownTo(parts.html, accountId, { template, variant }, { values, tokens });
  const sizes = await parts.html.run(accountId, 'measureTemplate', template, [{ values, tokens }]);
  return { html, bytes: 'faults' in sizes ? undefined : sizes[0] };
}

async function senderFacts(parts: CheckParts, accountId: number, campaign: CampaignRow): Promise<SenderFacts> {
  const from = parseAddress(campaign.from_email.trim());
  if (isFault(from)) {
    return { domain: campaign.from_email, isVerified: false, signingDomain: undefined, dmarcPolicy: undefined };
  }
  const domain = domainOf(from);
  const isVerified = await requireCampaignSender(parts, accountId, campaign).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false;
      throw error;
    },
  );
  if (!isVerified) return { domain, isVerified, signingDomain: undefined, dmarcPolicy: undefined };
  // If the signing key cannot be read, report that messages from the domain are not signed.
  const keys = await parts.senders.signingKeys(accountId, domain).catch(() => []);
  return { domain, isVerified, signingDomain: keys[0]?.domain, dmarcPolicy: await parts.dmarcPolicy(domain) };
}

function worst(findings: readonly Finding[]): Level {
  if (findings.some(({ level }) => level === 'error')) return 'error';
  return findings.some(({ level }) => level === 'warning') ? 'warning' : 'ok';
}
