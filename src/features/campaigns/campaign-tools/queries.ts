import { statement } from '../../../base/db.ts';

/** Stores the campaign version and the number of recipients that the token with this hash confirms. */
export const insertConfirmation = statement<
  [accountId: number, tokenHash: Buffer, campaignId: number, campaignHash: Buffer, recipients: number, minutes: number],
  { readonly expires_at: Date }
>(
  'campaign_tools_insert_confirmation',
  `insert into campaign_confirmation (account_id, token_hash, campaign_id, campaign_hash, recipients, expires_at)
   values ($1, $2, $3, $4, $5, now() + make_interval(mins => $6)) returning expires_at`,
);

/**
 * Consumes a confirmation. Returns no row if the confirmation does not match exactly or has expired. Uses the primary
 * key.
 */
export const takeConfirmation = statement<
  [accountId: number, tokenHash: Buffer, campaignId: number, campaignHash: Buffer],
  { readonly recipients: number }
>(
  'campaign_tools_take_confirmation',
  `delete from campaign_confirmation
   where account_id = $1 and token_hash = $2 and campaign_id = $3 and campaign_hash = $4 and expires_at > now()
   returning recipients`,
);

/** Deletes expired confirmations. Uses the index campaign_confirmation_age. */
export const purgeConfirmations = statement<[], unknown>(
  'campaign_tools_purge_confirmations',
  'delete from campaign_confirmation where expires_at < now()',
);
