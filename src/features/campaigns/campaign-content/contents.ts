import type { Db, Tx } from '../../../base/db.ts';
import { invalid, Refusal, type FieldErrors } from '../../../base/refusal.ts';
import { domainOf, isFault, parseAddress } from '../../../mail/address.ts';
import type { PreparedContent, RefusedContent } from '../../../mail/campaign/prepare.ts';
import type { HtmlWork } from '../../../mail/html-work.ts';
import { MAX_TEMPLATE_BYTES, type NewRecipient, type WrittenMailing } from '../../sending/mailings/index.ts';
import type { CampaignRow, SenderFacts } from '../campaigns/index.ts';
import { factsOf } from './facts.ts';
import { plainTemplate, trackedTemplate, withSomeSender } from './freeze.ts';
import type { ContentParts } from './parts.ts';
import { variantTexts, type VariantText } from './queries.ts';
import { readRecipients, slotsToRead } from './recipients.ts';
import { addressErrors, fieldErrors } from './refusals.ts';
import { requireSendable, slotsOfTemplate } from './show.ts';
import { contentOf, type CampaignText } from './text.ts';

/** A campaign that is frozen: its mail, and what of each contact is read for it. */
export interface FrozenContent {
  readonly template: Omit<WrittenMailing, 'mailClass' | 'kind' | 'source'>;
  /** As `recipients` takes them. */
  readonly slots: readonly string[];
}

/** What campaigns, and mails of their kind, become when they are sent. */
export interface CampaignContents {
  /** The content of a campaign, or of a variant, with footer and styles; or all that is wrong with it. */
  prepare(
    db: Db,
    accountId: number,
    campaign: CampaignText,
    variant?: number,
  ): Promise<PreparedContent | RefusedContent>;
  /**
   * Throws validation_error that names subject, preview_text, html, text or design with place and fix, for all variants, and
   * postal_address while there is none; domain_not_verified for a sender that may not be used. `variants` are those that the
   * campaign would have; absent: those that are written.
   */
  require(db: Db, accountId: number, campaign: CampaignRow, variants?: readonly VariantText[]): Promise<void>;
  /** The same of what is written alone: sender and postal address may be missing yet. */
  requireText(db: Db, accountId: number, campaign: CampaignRow): Promise<void>;
  /**
   * The template of a mailing: with footer, tracked links, headers. The numbers of links are written within the transaction,
   * which holds the campaign from then on. Throws as `require` does, and where the facts are of another sender than it has now.
   */
  freeze(
    tx: Tx,
    accountId: number,
    campaign: CampaignRow,
    variant: number,
    sender: SenderFacts,
  ): Promise<FrozenContent>;
  /** What `freeze` takes of the sender. Never within a transaction. */
  senderOf(accountId: number, campaign: Pick<CampaignRow, 'from_email'>): Promise<SenderFacts>;
  /** Contacts as recipients, in order, known by their ids; those that are gone are left out. */
  recipients(
    tx: Tx,
    accountId: number,
    contactIds: readonly number[],
    slots: readonly string[],
  ): Promise<NewRecipient[]>;
}

/** Contents of an installation. */
export function createContent(parts: ContentParts): CampaignContents {
  return {
    prepare: async (db, accountId, campaign, variant = 0) => {
      const facts = await factsOf(db, accountId, campaign);
      const content = await contentOfVariant(db, accountId, campaign, variant);
      return parts.html.run(accountId, 'prepareContent', content, facts);
    },
    async require(db, accountId, campaign, given) {
      // A sender that is missing is told last, by what looks at senders.
      const shown = withSomeSender(campaign);
      const facts = await factsOf(db, accountId, campaign);
      const variants = given ?? (await variantTexts(db, accountId, campaign.id));
      const errors: FieldErrors[] = [];
      for (const variant of [undefined, ...variants]) {
        const prepared = await parts.html.run(accountId, 'prepareContent', contentOf(campaign, variant), facts);
        const number = variant?.variant ?? 0;
        if ('faults' in prepared) {
          errors.push(fieldErrors(prepared.faults, number));
        } else {
          const template = await plainTemplate(parts, accountId, shown, { facts, prepared });
          errors.push(await errorsOfTemplate(parts.html, accountId, template, number));
        }
      }
      requireNone(Object.fromEntries([...errors, addressErrors(facts)].flatMap((each) => Object.entries(each))));
      await requireCampaignSender(parts, accountId, campaign);
    },
    async requireText(db, accountId, campaign) {
      const facts = await factsOf(db, accountId, campaign);
      const prepared = await parts.html.run(accountId, 'prepareContent', contentOf(campaign), facts);
      if ('faults' in prepared) throw invalid(fieldErrors(prepared.faults, 0));
      const template = await plainTemplate(parts, accountId, withSomeSender(campaign), { facts, prepared });
      requireNone(await errorsOfTemplate(parts.html, accountId, template, 0));
    },
    senderOf: async (accountId, campaign) => senderFactsOf(parts, accountId, campaign),
    async freeze(tx, accountId, campaign, variant, sender) {
      // Whoever freezes tries again.
      if (sender.email !== campaign.from_email) throw new Error(`Sender of campaign ${campaign.id} has changed`);
      const facts = await factsOf(tx, accountId, campaign);
      const content = await contentOfVariant(tx, accountId, campaign, variant);
      const html = parts.html.patient;
      const prepared = await html.run(accountId, 'prepareContent', content, facts);
      if ('faults' in prepared) throw invalid(fieldErrors(prepared.faults, variant));
      requireNone(addressErrors(facts));
      if (sender.refusal) throw sender.refusal;
      const known = {
        html,
        baseUrl: parts.baseUrl,
        unsubscribeHost: async () => Promise.resolve(sender.unsubscribeHost),
        trackingBase: async () => Promise.resolve(sender.trackingBase),
      };
      const plain = await plainTemplate(known, accountId, campaign, { facts, prepared });
      const template = await trackedTemplate(tx, known, accountId, campaign, plain);
      requireNone(await errorsOfTemplate(html, accountId, template, variant));
      const slots = await slotsOfTemplate(html, accountId, template, variant);
      return { template, slots: await slotsToRead(tx, accountId, slots) };
    },
    recipients: readRecipients,
  };
}

function requireNone(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

async function senderFactsOf(
  parts: ContentParts,
  accountId: number,
  campaign: Pick<CampaignRow, 'from_email'>,
): Promise<SenderFacts> {
  const { from_email: email } = campaign;
  try {
    const domain = await requireCampaignSender(parts, accountId, campaign);
    const [unsubscribeHost, trackingBase] = await Promise.all([
      parts.unsubscribeHost(accountId, domain),
      parts.trackingBase(accountId, domain),
    ]);
    return { email, refusal: undefined, unsubscribeHost, trackingBase };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { email, refusal: error, unsubscribeHost: undefined, trackingBase: undefined };
  }
}

/**
 * The domain that a campaign is sent from. Throws domain_not_verified when a campaign may not be sent from its address; the
 * sandbox writes to nobody's contacts, except where mail does not leave this machine, so that all can be tried without DNS.
 */
export async function requireCampaignSender(
  { isLocal, sandboxDomain, senders }: Pick<ContentParts, 'isLocal' | 'sandboxDomain' | 'senders'>,
  accountId: number,
  { from_email: given }: Pick<CampaignRow, 'from_email'>,
): Promise<string> {
  const from = parseAddress(given.trim());
  if (isFault(from)) throw invalid({ from_email: [from.fault] });
  const domain = domainOf(from);
  if (domain === sandboxDomain && !isLocal) {
    throw new Refusal('domain_not_verified', {
      message: `${sandboxDomain} can be used only to test single emails. Campaigns must be sent from your own domain.`,
      fix: 'Add a domain in the dashboard under Domains, publish its DNS records, and use it as the sender.',
    });
  }
  await senders.requireSender(accountId, domain);
  return domain;
}

/** The content of a campaign, 0, or of one of its variants. Throws not_found for a variant that there is not. */
export async function contentOfVariant(db: Db, accountId: number, campaign: CampaignText, variant: number) {
  if (variant === 0) return contentOf(campaign);
  const found = (await variantTexts(db, accountId, campaign.id)).find((each) => each.variant === variant);
  if (!found) throw new Refusal('not_found', { message: `The campaign has no variant ${variant}.` });
  return contentOf(campaign, found);
}

/** What of a template shows only when it is written or kept: its mails would fail one by one. */
async function errorsOfTemplate(
  html: Pick<HtmlWork, 'run'>,
  accountId: number,
  template: FrozenContent['template'],
  variant: number,
): Promise<FieldErrors> {
  const tooLarge = errorsOfSize(template, variant);
  if (Object.keys(tooLarge).length > 0) return tooLarge;
  try {
    await requireSendable(html, accountId, template, variant);
    return {};
  } catch (error) {
    const before = variant === 0 ? '' : `variants.${variant - 1}.`;
    if (!(error instanceof Refusal) || !error.details.errors) throw error;
    return Object.fromEntries(
      Object.entries(error.details.errors).map(([field, sentences]) => [
        field.startsWith('variants.') ? field : `${before}${field}`,
        sentences,
      ]),
    );
  }
}

/** A template is kept as JSON, in which some characters take six bytes. */
function errorsOfSize(template: FrozenContent['template'], variant: number): FieldErrors {
  const characters = (template.html?.length ?? 0) + (template.text?.length ?? 0);
  if (characters * 6 < MAX_TEMPLATE_BYTES - 256 * 1024) return {};
  const bytes = Buffer.byteLength(JSON.stringify(template));
  if (bytes <= MAX_TEMPLATE_BYTES) return {};
  const field = `${variant === 0 ? '' : `variants.${variant - 1}.`}html`;
  return {
    [field]: [
      `is too large. The HTML and the text part have ${bytes} bytes in total, but the maximum is ${MAX_TEMPLATE_BYTES}.`,
    ],
  };
}
