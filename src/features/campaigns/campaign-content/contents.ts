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
import { readRecipients, slotsToRead, type RecipientContext } from './recipients.ts';
import { addressErrors, fieldErrors } from './refusals.ts';
import { requireSendable, slotsOfTemplate } from './show.ts';
import { contentOf, type CampaignText } from './text.ts';

/** The frozen content of a campaign, and the contact fields that are read for each recipient. */
export interface FrozenContent {
  readonly template: Omit<WrittenMailing, 'mailClass' | 'kind' | 'source'>;
  /** Contact fields that the template uses. Their values are read for each recipient. */
  readonly slots: readonly string[];
}

/** Builds the content of campaigns, and of confirmation and automation emails. */
export interface CampaignContents {
  /** Returns the content of a campaign or a variant with footer and inlined styles, or all errors in the content. */
  prepare(
    db: Db,
    accountId: number,
    campaign: CampaignText,
    variant?: number,
  ): Promise<PreparedContent | RefusedContent>;
  /**
   * Checks the content and the sender of a campaign. Throws validation_error for errors in the content of the campaign
   * or a variant, an invalid sender address, or a missing `postal_address`. Throws domain_not_verified if the sender
   * domain cannot be used. `variants` defaults to the stored variants.
   */
  require(db: Db, accountId: number, campaign: CampaignRow, variants?: readonly VariantText[]): Promise<void>;
  /** Same as `require`, but checks only the content without its variants. Ignores the sender and the postal address. */
  requireText(db: Db, accountId: number, campaign: CampaignRow): Promise<void>;
  /**
   * Returns the template of a mailing with footer, tracked links and headers. If links are tracked, locks the campaign
   * until the transaction ends, to number the links. Throws the same errors as `require`, and an Error if the
   * campaign's sender has changed since `sender` was read.
   */
  freeze(
    tx: Tx,
    accountId: number,
    campaign: CampaignRow,
    variant: number,
    sender: SenderFacts,
  ): Promise<FrozenContent>;
  /** Returns the sender data for `freeze`. Must not be called within a transaction. */
  senderOf(accountId: number, campaign: Pick<CampaignRow, 'from_email'>): Promise<SenderFacts>;
  /**
   * Returns contacts as recipients in the order of their IDs, without deleted contacts. `context` adds the event
   * properties of contacts in an automation, and the language of sign-ups.
   */
  recipients(
    tx: Tx,
    accountId: number,
    contactIds: readonly number[],
    slots: readonly string[],
    context?: RecipientContext,
  ): Promise<NewRecipient[]>;
}

/** Creates the content builder of an installation. */
export function createContent(parts: ContentParts): CampaignContents {
  return {
    prepare: async (db, accountId, campaign, variant = 0) => {
      const facts = await factsOf(parts, db, accountId, campaign);
      const content = await contentOfVariant(db, accountId, campaign, variant);
      return parts.html.run(accountId, 'prepareContent', content, facts);
    },
    async require(db, accountId, campaign, given) {
      // A missing sender is reported last, by the sender check below.
      const shown = withSomeSender(campaign);
      const facts = await factsOf(parts, db, accountId, campaign);
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
      const facts = await factsOf(parts, db, accountId, campaign);
      const prepared = await parts.html.run(accountId, 'prepareContent', contentOf(campaign), facts);
      if ('faults' in prepared) throw invalid(fieldErrors(prepared.faults, 0));
      const template = await plainTemplate(parts, accountId, withSomeSender(campaign), { facts, prepared });
      requireNone(await errorsOfTemplate(parts.html, accountId, template, 0));
    },
    senderOf: async (accountId, campaign) => senderFactsOf(parts, accountId, campaign),
    async freeze(tx, accountId, campaign, variant, sender) {
      if (sender.email !== campaign.from_email) throw new Error(`Sender of campaign ${campaign.id} has changed`);
      const facts = await factsOf(parts, tx, accountId, campaign);
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
 * Returns the domain of the sender address. Throws validation_error if the address is invalid, or domain_not_verified
 * if campaigns cannot be sent from the address. The sandbox domain, which is for trying campaigns without DNS, can be
 * used only if no email leaves this machine.
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
      message: `${sandboxDomain} can be used only to test individual emails. Campaigns must be sent from your own domain.`,
      fix: 'Add a domain in the dashboard under Domains, publish its DNS records, and use it as the sender.',
    });
  }
  await senders.requireSender(accountId, domain);
  return domain;
}

/**
 * Returns the content of a campaign (variant 0) or of one of its variants. Throws not_found if the variant does not
 * exist.
 */
export async function contentOfVariant(db: Db, accountId: number, campaign: CampaignText, variant: number) {
  if (variant === 0) return contentOf(campaign);
  const found = (await variantTexts(db, accountId, campaign.id)).find((each) => each.variant === variant);
  if (!found) throw new Refusal('not_found', { message: `The campaign has no variant ${variant}.` });
  return contentOf(campaign, found);
}

/**
 * Returns errors that are only found when a template is rendered or stored. Without this check, each message would fail
 * separately.
 */
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

/** Returns an error if the template is too large as JSON, in which some characters take six bytes. */
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
