import { Refusal } from '../../../base/refusal.ts';
import { domainOf, isFault, parseAddress } from '../../../mail/address.ts';
import type { SenderFacts } from '../../../mail/checks/campaign.ts';
import { found, type Finding, type Level } from '../../../mail/checks/finding.ts';
import { tooLarge } from '../../../mail/size.ts';
import type { Unsupported } from '../../../mail/checks/support.ts';
import type { CampaignRow } from '../campaigns/index.ts';
import type { AskLinks } from './ask-links.ts';
import { contentOfVariant, requireCampaignSender } from './contents.ts';
import { factsOf } from './facts.ts';
import { plainTemplate, withSomeSender } from './freeze.ts';
import { MAX_CHECKS_AT_ONCE } from './limits.ts';
import { tokensOfNobody, type PreviewParts } from './preview.ts';
import { readerOf, shownTo, slotsOfTemplate } from './show.ts';

export interface CheckParts extends PreviewParts {
  readonly askLinks: AskLinks;
  /** What mail programs do not know of HTML; undefined when that took too long. */
  readonly examineSupport: (html: string) => Promise<readonly Unsupported[] | undefined>;
  /** What the DMARC record of a domain asks for; null without one, undefined when DNS did not say. */
  readonly dmarcPolicy: (domain: string) => Promise<string | null | undefined>;
  /** Words that no campaign of the installation may hold. */
  readonly blockedWords: readonly string[];
}

/** All that is said of a campaign before it is sent. */
export interface CampaignChecks {
  readonly campaign_id: number;
  readonly variant: number;
  /** The worst of them. */
  readonly level: Level;
  readonly findings: readonly Finding[];
}

/** Examines a campaign. Throws rate_limit_exceeded while the account has one examined, or too many are at once. */
export type CampaignChecker = (accountId: number, campaign: CampaignRow, variant: number) => Promise<CampaignChecks>;

/** Examines campaigns, few at a time, one of an account. */
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

/** Reads first, then asks the network: no transaction waits for it. */
async function examine(
  parts: CheckParts,
  accountId: number,
  campaign: CampaignRow,
  variant: number,
): Promise<Finding[]> {
  const { blockedWords, db, html: work } = parts;
  const facts = await factsOf(db, accountId, campaign);
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
    blockedWords,
  });
  const tooMuch = tooLarge(shown?.bytes ?? 0);
  return tooMuch === undefined ? findings : [...findings.filter(({ id }) => id !== 'size'), sizeFinding(tooMuch)];
}

function sizeFinding(sentence: string): Finding {
  return found('size', 'error', `The campaign ${sentence}`, {
    fix: 'Shorten the campaign. A campaign of this size is rejected when you send it.',
  });
}

/** The HTML that somebody would get, as mail programs see no Liquid, and the size of the whole email. */
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
  // A domain without a key that can be read signs nothing, which is what is said of it.
  const keys = await parts.senders.signingKeys(accountId, domain).catch(() => []);
  return { domain, isVerified, signingDomain: keys[0]?.domain, dmarcPolicy: await parts.dmarcPolicy(domain) };
}

function worst(findings: readonly Finding[]): Level {
  if (findings.some(({ level }) => level === 'error')) return 'error';
  return findings.some(({ level }) => level === 'warning') ? 'warning' : 'ok';
}
