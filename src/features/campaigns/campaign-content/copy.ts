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
import { createKeptTemplates } from './kept-templates.ts';
import type { ContentParts } from './parts.ts';
import { shownTo } from './show.ts';
import { renderMail } from './view-page.ts';
import { lostFields, presentTemplate } from './view.ts';

/** Where links lead in a copy that is nobody's. */
export interface CopyPages {
  /** Those to the pages of a recipient, of whom there is none. */
  readonly ofRecipient: string;
  /** That to the copy itself. */
  readonly here: string;
}

/** Campaigns as they are shown to everybody. */
export interface CampaignCopies {
  /**
   * A campaign as a page, as the variant that won: with the fallbacks of its merge tags, without a token and not tracked.
   * Undefined when it is gone or cannot be shown any more.
   */
  open(accountId: number, campaignId: number, pages: CopyPages): Promise<Reply | undefined>;
  /** Subjects with their fallbacks; undefined for one that cannot be read any more. */
  subjects(accountId: number, given: readonly WrittenSubject[]): Promise<(string | undefined)[]>;
}

/** A subject as it was written, and who its campaign is from. */
type WrittenSubject = Pick<CampaignRow, 'subject' | 'from_name' | 'from_email'>;

const NOBODY = { values: {} };
const FROM = { name: undefined, address: 'nobody@example.org' as EmailAddress };

/** Copies of the campaigns of an installation. */
export function createCopies(parts: ContentParts): CampaignCopies {
  const { clock, db, html } = parts;
  const kept = createKeptTemplates<TemplateSource>(clock);
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
        // What its author cannot have sent any more, nobody can open.
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
