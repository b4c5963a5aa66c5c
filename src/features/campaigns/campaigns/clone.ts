import { invalid } from '../../../base/refusal.ts';
import { MAX_SHORT_CHARACTERS } from '../../transactional/mail-content/index.ts';
import { shortTitle, titleOfCopy } from '../../../http/resource/routes.ts';
import type { Principal } from '../../../http/principal.ts';
import { withLivingGroups } from './audience.ts';
import { blankDraft, variantRows } from './compose.ts';
import { addDraft, ownCampaign, scheduleNew, writeVariants } from './drafts.ts';
import { variantsOf } from './find.ts';
import { RESEND_PREFIX } from './limits.ts';
import type { CampaignParts } from './parts.ts';
import { planOf } from './plan.ts';
import { setResend, type CampaignVariantRow } from './queries.ts';
import type { CampaignRow, CloneRequest, DraftFields } from './resource.ts';

/**
 * Creates a draft that is sent to some of the recipients of a sent campaign. The draft has the sender, the exclusions
 * and the content of the original campaign, but not its lists. If the original had an A/B test, the draft has the
 * content of the winning variant. If it had content in several languages, the draft has all of them. If a time is
 * given, the new campaign is scheduled. Throws validation_error if the original was not sent, not_found, forbidden, and
 * for a scheduled campaign, the errors of `requireSendable`.
 */
export async function cloneCampaign(
  parts: CampaignParts,
  principal: Principal,
  id: number,
  wanted: CloneRequest,
): Promise<CampaignRow> {
  const { db } = parts;
  const { accountId } = principal;
  // The default is never used, because the parser rejects requests without an audience.
  const { audience = 'non_openers' } = wanted;
  const original = await ownCampaign(db, accountId, id);
  if (original.kind !== 'campaign' || original.state !== 'sent') {
    throw invalid({ id: ['must be the ID of a sent campaign. Only sent campaigns can be cloned.'] });
  }
  const [living = original] = await withLivingGroups(db, accountId, [original]);
  const variants = await variantsOf(db, accountId, id);
  const fields = clonedFields(
    living,
    variants.find(({ variant }) => variant === original.winner),
    wanted,
  );
  const plan = await planOf(parts, accountId, wanted, { ...fields, resend_of: id });
  const draft = await db.transaction(async (tx) => {
    const { id: cloneId } = await addDraft(tx, accountId, 'campaign', fields);
    const inLanguages = variants.filter(({ language }) => language !== null);
    await writeVariants(tx, accountId, variantRows(cloneId, inLanguages));
    const [clone] = await setResend(tx, accountId, cloneId, id, audience);
    if (!clone) throw new Error('Campaign missing after insert');
    return clone;
  });
  return plan ? scheduleNew(parts, principal, draft, plan) : draft;
}

/**
 * Creates a draft with the content, variants, sender, audience and settings of an email in any state. Deleted lists,
 * tags and segments are left out. The copy of a resent campaign has no audience, because a resent campaign has no
 * lists, tags or segments of its own. Throws not_found or forbidden.
 */
export async function duplicateCampaign(
  { db }: Pick<CampaignParts, 'db'>,
  { accountId }: Principal,
  id: number,
): Promise<CampaignRow> {
  const original = await ownCampaign(db, accountId, id);
  const [living = original] = await withLivingGroups(db, accountId, [original]);
  const variants = await variantsOf(db, accountId, id);
  const title = titleOfCopy(original.title, MAX_SHORT_CHARACTERS);
  return db.transaction(async (tx) => {
    const copy = await addDraft(tx, accountId, 'campaign', { ...living, title });
    await writeVariants(tx, accountId, variantRows(copy.id, variants));
    return copy;
  });
}

function clonedFields(
  original: CampaignRow,
  winner: CampaignVariantRow | undefined,
  { subject, timezone, title }: CloneRequest,
): DraftFields {
  const won = winner ? contentOf(original, winner) : original;
  return {
    ...blankDraft(original),
    title: title ?? titleOf(original),
    subject: subject ?? won.subject,
    preview_text: won.preview_text,
    html: won.html,
    design: won.design,
    plain_text: won.plain_text,
    inlines_css: original.inlines_css,
    from_name: original.from_name,
    from_email: original.from_email,
    reply_to: original.reply_to,
    excluded_list_ids: original.excluded_list_ids,
    excluded_tag_ids: original.excluded_tag_ids,
    excluded_segment_ids: original.excluded_segment_ids,
    topic_id: original.topic_id,
    timezone: timezone ?? null,
  };
}

/**
 * Returns the content of a variant. A missing subject or preview text is taken from the campaign, and so is a missing
 * body (HTML or design). The campaign's text is used only with its body. Pure.
 */
export function contentOf(
  campaign: Pick<CampaignRow, 'subject' | 'preview_text' | 'html' | 'design' | 'plain_text'>,
  variant: CampaignVariantRow,
): Pick<CampaignRow, 'subject' | 'preview_text' | 'html' | 'design' | 'plain_text'> {
  const { design, html, plain_text: text } = variant;
  const hasBody = html !== null || design !== null;
  return {
    subject: variant.subject ?? campaign.subject,
    preview_text: variant.preview_text ?? campaign.preview_text,
    html: hasBody ? html : campaign.html,
    design: hasBody ? design : campaign.design,
    plain_text: hasBody ? text : (text ?? campaign.plain_text),
  };
}

function titleOf({ title }: CampaignRow): string {
  return shortTitle(`${RESEND_PREFIX}${title}`, MAX_SHORT_CHARACTERS);
}
