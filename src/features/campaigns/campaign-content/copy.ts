import { NO_TOKENS } from '../../../mail/link-purpose.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { EmailAddress } from '../../../mail/address.ts';
import type { TemplateSource } from '../../../mail/template/source.ts';
import { CAMPAIGN_LINKS, campaignNames } from '../../../mail/campaign/names.ts';
import type { ContentFacts } from '../../../mail/campaign/prepare.ts';
import type { Reply } from '../../../http/route.ts';
import { compileTemplate } from '../../../mail/template/compile.ts';
import { findCampaign, type CampaignRow } from '../campaigns/index.ts';
import { factsWith, readAccountFacts } from './facts.ts';
import { createTemplateCache } from './template-cache.ts';
import type { ContentParts } from './parts.ts';
import { shownTo } from './show.ts';
import { renderMail } from './view-page.ts';
import { lostFields, presentTemplate } from './view.ts';

/** Link targets in a public copy, which has no recipient. */
export interface CopyPages {
  /** URL that replaces recipient-specific links, such as the unsubscribe link. */
  readonly ofRecipient: string;
  /** URL of the copy itself. */
  readonly here: string;
}

/** Public copies of campaigns. */
export interface CampaignCopies {
  /**
   * Returns a campaign, or its winning variant if there is one, as a page with merge tag fallbacks and without
   * tracking. Returns undefined if the campaign was deleted or can no longer be rendered.
   */
  open(accountId: number, campaignId: number, pages: CopyPages): Promise<Reply | undefined>;
  /**
   * Returns subjects in which fallbacks replace the merge tags, or undefined for a subject that can no longer be
   * parsed.
   */
  subjects(accountId: number, given: readonly WrittenSubject[]): Promise<(string | undefined)[]>;
}

/** A subject with merge tags, and the sender of the campaign to which it belongs. */
type WrittenSubject = Pick<CampaignRow, 'subject' | 'from_name' | 'from_email'>;

const NOBODY = { values: {} };
const FROM = { name: undefined, address: 'nobody@example.org' as EmailAddress };

/** Creates the public copies of an installation. */
export function createCopies(parts: ContentParts): CampaignCopies {
  const { clock, db, html } = parts;
  const kept = createTemplateCache<TemplateSource>(clock);
  return {
    async open(accountId, campaignId, pages) {
      const campaign = await findCampaign(db, accountId, campaignId);
      if (!campaign) return undefined;
      const variant = campaign.winner ?? 0;
      const key = `${accountId} ${campaignId} ${variant} ${campaign.updated_at.getTime()} ${pages.here}`;
      try {
        const template = await kept(key, async () => {
          const own = await presentTemplate(parts, accountId, campaign, variant);
          return { ...own, linkPrefixes: own.linkPrefixes.map((_, link) => pageOf(link, pages)) };
        });
        const shown = await shownTo(html, accountId, { template, variant }, { ...NOBODY, tokens: NO_TOKENS });
        return await renderMail(html, accountId, { ...shown, isTest: false });
      } catch (error) {
        // Content that can no longer be rendered has no public copy.
        if (error instanceof Refusal) return undefined;
        throw error;
      }
    },
    async subjects(accountId, given) {
      const known = await readAccountFacts(db, accountId);
      return given.map((one) =>
        subjectOfNobody(one.subject, factsWith(known, { ...one, kind: 'campaign', timezone: null })),
      );
    },
  };
}

function pageOf(link: number, { here, ofRecipient }: CopyPages): string {
  return CAMPAIGN_LINKS[link] === 'web_url' ? here : ofRecipient;
}

function subjectOfNobody(subject: string, facts: ContentFacts, isAgain = false): string | undefined {
  const compiled = compileTemplate({
    from: FROM,
    replyTo: [],
    subject,
    text: '',
    headers: [],
    linkPrefixes: CAMPAIGN_LINKS.map(() => ''),
    names: campaignNames(facts.fields, facts.account),
    timeZone: facts.timeZone,
  });
  if ('faults' in compiled) {
    const lost = isAgain ? [] : lostFields(compiled.faults);
    return lost.length === 0
      ? undefined
      : subjectOfNobody(subject, { ...facts, fields: [...facts.fields, ...lost] }, true);
  }
  return compiled.texts({ ...NOBODY, linkToken: () => '' }).subject;
}
