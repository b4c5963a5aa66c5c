import { statement } from '../../../base/db.ts';
import { classIsHeld } from '../../sending/mailings/index.ts';
import type { CampaignState } from '../campaigns/index.ts';

/** A campaign that this process has claimed until the lease expires. */
export interface ClaimedCampaign {
  readonly account_id: number;
  readonly id: number;
  readonly state: CampaignState;
  readonly epoch: number;
  readonly failures: number;
}

/** The progress of a campaign. */
export interface SendingRow {
  readonly state: CampaignState;
  readonly epoch: number;
  readonly prepared_to: number;
  /** Timestamp at which the whole audience had been added to the waves. Null before that. */
  readonly prepared_at: Date | null;
  /** Number of contacts in the audience when the campaign started. */
  readonly audience: number | null;
  /** Whether a safeguard limits the campaign to engaged contacts. */
  readonly only_engaged: boolean;
  readonly recipients: number;
  readonly progress_id: string | null;
  readonly winner: number | null;
  /** Current time of the database. */
  readonly at: Date;
  readonly closed_at: Date | null;
  /** Whether campaigns of the account, or all its messages, are paused. */
  readonly is_held: boolean;
}

const STORED = `c.account_id, c.state, c.epoch, c.prepared_to, c.prepared_at, c.audience, c.only_engaged, c.recipients,
  c.progress_id, c.winner`;
const COLUMNS = `${STORED}, now() as at, (select a.closed_at from account a where a.account_id = c.account_id) as closed_at,
  ${classIsHeld('c.account_id', '3')} as is_held`;

/** Claims the campaign that has been due the longest. Uses the index campaign_due. */
export const claimCampaign = statement<[leaseSeconds: number], ClaimedCampaign>(
  'campaign_sending_claim',
  'select account_id, id, state, epoch, failures from claim_campaign($1)',
);

/**
 * Locks a campaign until the transaction ends and renews its lease. Returns no row if the lease was lost, the campaign
 * was deleted, or its state is not in `states`. Uses the primary key.
 */
export const holdLeased = statement<
  [accountId: number, id: number, epoch: number, states: readonly CampaignState[], leaseSeconds: number],
  SendingRow
>(
  'campaign_sending_hold',
  `with held as (
     update campaign c set next_at = now() + make_interval(secs => $5)
     where c.account_id = $1 and c.id = $2 and c.epoch = $3 and c.state = any($4) and c.deleted_at is null
     returning ${STORED}
   )
   select ${COLUMNS} from held c`,
);

/** Locks a campaign for a request, regardless of any lease. Uses the primary key. */
export const holdSending = statement<[accountId: number, id: number], SendingRow>(
  'campaign_sending_hold_any',
  `select ${COLUMNS}
   from campaign c where c.account_id = $1 and c.id = $2 and c.deleted_at is null for update`,
);

/**
 * Ends a lease. The campaign is due in `seconds` seconds, or has no due time if `seconds` is null. Uses the primary
 * key.
 */
export const releaseCampaign = statement<
  [accountId: number, id: number, epoch: number, seconds: number | null, failures: number],
  unknown
>(
  'campaign_sending_lay_down',
  `update campaign set next_at = case when $4::float8 is not null then clock.at + make_interval(secs => $4::float8) end,
     failures = $5
   from (select now()) as clock (at)
   where account_id = $1 and id = $2 and epoch = $3`,
);

/**
 * Records that the waves exist, so that the audience can be added. The caller of this statement, and of the statements
 * below that record the progress or the state, must have locked the campaign.
 */
export const recordWaves = statement<
  [accountId: number, id: number, audience: number, onlyEngaged: boolean, progressId: string],
  unknown
>(
  'campaign_sending_begin',
  `update campaign set state = 'preparing', audience = $3, only_engaged = $4, progress_id = $5, prepared_to = 0,
     prepared_at = null, recipients = 0, fault = null, pause_reason = null, winner = null
   where account_id = $1 and id = $2`,
);

/**
 * Records up to which contact recipients were added, and adds to their number. After the last page, records that the
 * audience is complete.
 */
export const recordPage = statement<
  [accountId: number, id: number, preparedTo: number, recipients: number, isLast: boolean],
  unknown
>(
  'campaign_sending_page',
  `update campaign set prepared_to = $3, recipients = recipients + $4,
     prepared_at = case when $5 then clock.at end
   from (select now()) as clock (at)
   where account_id = $1 and id = $2`,
);

/** Subtracts recipients whose contacts were deleted before they could be moved to other waves. */
export const subtractRecipients = statement<[accountId: number, id: number, lost: number], unknown>(
  'campaign_sending_lose',
  'update campaign set recipients = recipients - $3 where account_id = $1 and id = $2',
);

/** Changes the state of a campaign, makes the campaign due, and ends the lease of the process that has claimed it. */
export const moveState = statement<
  [accountId: number, id: number, state: CampaignState, pauseReason: string | null],
  { readonly epoch: number }
>(
  'campaign_sending_move',
  `update campaign set state = $3, pause_reason = $4, next_at = now(), epoch = epoch + 1, failures = 0
   where account_id = $1 and id = $2 returning epoch`,
);

/** Changes the state of a campaign and keeps the lease. */
export const recordState = statement<[accountId: number, id: number, state: CampaignState], unknown>(
  'campaign_sending_note_state',
  `update campaign set state = $3, started_at = case when $3 = 'sending' then coalesce(started_at, clock.at) else started_at end
   from (select now()) as clock (at)
   where account_id = $1 and id = $2`,
);

/** Marks a campaign as sent and removes its due time. */
export const recordSent = statement<[accountId: number, id: number], unknown>(
  'campaign_sending_sent',
  `update campaign set state = 'sent', sent_at = now(), next_at = null, failures = 0 where account_id = $1 and id = $2`,
);

/** Cancels a campaign. The next process that claims the campaign ends its waves. */
export const recordCancelled = statement<[accountId: number, id: number, fault: string | null], unknown>(
  'campaign_sending_cancelled',
  `update campaign set state = 'cancelled', fault = $3, pause_reason = null, next_at = now(), epoch = epoch + 1, failures = 0
   where account_id = $1 and id = $2`,
);

/** Turns a campaign back into a draft and stores the reason. */
export const backToDraft = statement<[accountId: number, id: number, fault: string], unknown>(
  'campaign_sending_draft',
  `update campaign set state = 'draft', fault = $3, scheduled_at = null, next_at = null, failures = 0, epoch = epoch + 1,
     started_at = null, prepared_to = 0, prepared_at = null, recipients = 0, audience = null, only_engaged = false,
     progress_id = null, winner = null, pause_reason = null
   where account_id = $1 and id = $2`,
);

/** Records the winner of an A/B test, as chosen by a user or determined by the results. Uses the primary key. */
export const recordWinner = statement<[accountId: number, id: number, variant: number], unknown>(
  'campaign_sending_winner',
  'update campaign set winner = $3 where account_id = $1 and id = $2',
);

/** Returns the sender address of a campaign. Uses the primary key. */
export const senderOfCampaign = statement<[accountId: number, id: number], { readonly from_email: string }>(
  'campaign_sending_sender',
  'select from_email from campaign where account_id = $1 and id = $2 and deleted_at is null',
);

/**
 * Returns the campaigns of an account that are scheduled or in progress, without their content. Uses the primary key.
 */
export const campaignsToSend = statement<
  [accountId: number],
  { readonly id: number; readonly title: string; readonly state: CampaignState; readonly from_email: string }
>(
  'campaign_sending_to_send',
  `select id, title, state, from_email from campaign
   where account_id = $1 and kind = 'campaign' and deleted_at is null
     and state in ('scheduled', 'preparing', 'sending', 'paused')
   order by id`,
);

/** Returns the state of a campaign without its content, which can be large. Uses the primary key. */
export const stateOfCampaign = statement<
  [accountId: number, id: number],
  { readonly state: CampaignState; readonly recipients: number }
>(
  'campaign_sending_state',
  `select state, recipients from campaign
   where account_id = $1 and id = $2 and deleted_at is null and kind = 'campaign'`,
);

/** Makes a campaign due now, and ends any lease on it. Does nothing if the campaign has no due time. */
export const makeDue = statement<[accountId: number, id: number], unknown>(
  'campaign_sending_due',
  'update campaign set next_at = now(), epoch = epoch + 1 where account_id = $1 and id = $2 and next_at is not null',
);

/** Returns a row if any account has a campaign with this ID. Uses the index campaign_by_id. */
export const campaignElsewhere = statement<[id: number], { readonly id: number }>(
  'campaign_sending_elsewhere',
  `select id from campaign where id = $1 and deleted_at is null and kind = 'campaign' limit 1`,
);

/** Returns the ID under which a campaign's progress is stored. Uses the primary key. */
export const progressOfCampaign = statement<[accountId: number, id: number], { readonly progress_id: string | null }>(
  'campaign_sending_progress',
  'select progress_id from campaign where account_id = $1 and id = $2',
);
