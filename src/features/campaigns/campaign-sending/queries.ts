import { statement } from '../../../base/db.ts';
import { classIsHeld } from '../../sending/mailings/index.ts';
import type { CampaignState } from '../campaigns/index.ts';

/** A campaign that this process works on while its lease lasts. */
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
  /** When its whole audience had been added to its waves. */
  readonly prepared_at: Date | null;
  /** Contacts of its audience, as counted when it began. */
  readonly audience: number | null;
  /** Whether a gate limits it to engaged contacts. */
  readonly only_engaged: boolean;
  readonly recipients: number;
  readonly progress_id: string | null;
  readonly winner: number | null;
  /** The database's time. */
  readonly at: Date;
  /** When the account was closed. */
  readonly closed_at: Date | null;
  /** Whether campaigns of the account, or all its email, are paused. */
  readonly is_held: boolean;
}

const STORED = `c.account_id, c.state, c.epoch, c.prepared_to, c.prepared_at, c.audience, c.only_engaged, c.recipients,
  c.progress_id, c.winner`;
const COLUMNS = `${STORED}, now() as at, (select a.closed_at from account a where a.account_id = c.account_id) as closed_at,
  ${classIsHeld('c.account_id', '3')} as is_held`;

/** Claims the campaign that is due first; index campaign_due. */
export const claimCampaign = statement<[leaseSeconds: number], ClaimedCampaign>(
  'campaign_sending_claim',
  'select account_id, id, state, epoch, failures from claim_campaign($1)',
);

/** Locks a campaign until the transaction ends and renews its lease; no row if the lease was lost. Primary key. */
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

/** Locks a campaign whichever process has its lease, for a request. Primary key. */
export const holdSending = statement<[accountId: number, id: number], SendingRow>(
  'campaign_sending_hold_any',
  `select ${COLUMNS}
   from campaign c where c.account_id = $1 and c.id = $2 and c.deleted_at is null for update`,
);

/** Ends a lease: the campaign is due again after some seconds, or not at all. Primary key. */
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

/** Records that its waves exist and its audience is to be added. The caller has locked it, here and below. */
export const recordBegun = statement<
  [accountId: number, id: number, audience: number, onlyEngaged: boolean, progressId: string],
  unknown
>(
  'campaign_sending_begin',
  `update campaign set state = 'preparing', audience = $3, only_engaged = $4, progress_id = $5, prepared_to = 0,
     prepared_at = null, recipients = 0, fault = null, pause_reason = null, winner = null
   where account_id = $1 and id = $2`,
);

/** Records the last contact that was added. */
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

/** Subtracts recipients whose contacts were deleted before they moved to other waves. */
export const subtractRecipients = statement<[accountId: number, id: number, lost: number], unknown>(
  'campaign_sending_lose',
  'update campaign set recipients = recipients - $3 where account_id = $1 and id = $2',
);

/** Changes its state, makes it due, and takes it from the process that has its lease. */
export const moveState = statement<
  [accountId: number, id: number, state: CampaignState, pauseReason: string | null],
  { readonly epoch: number }
>(
  'campaign_sending_move',
  `update campaign set state = $3, pause_reason = $4, next_at = now(), epoch = epoch + 1, failures = 0
   where account_id = $1 and id = $2 returning epoch`,
);

/** Changes its state under the same lease. */
export const recordState = statement<[accountId: number, id: number, state: CampaignState], unknown>(
  'campaign_sending_note_state',
  `update campaign set state = $3, started_at = case when $3 = 'sending' then coalesce(started_at, clock.at) else started_at end
   from (select now()) as clock (at)
   where account_id = $1 and id = $2`,
);

/** Records that each recipient was tried. */
export const recordSent = statement<[accountId: number, id: number], unknown>(
  'campaign_sending_sent',
  `update campaign set state = 'sent', sent_at = now(), next_at = null, failures = 0 where account_id = $1 and id = $2`,
);

/** Cancels it; the process that claims it next ends its waves. */
export const recordCancelled = statement<[accountId: number, id: number, fault: string | null], unknown>(
  'campaign_sending_cancelled',
  `update campaign set state = 'cancelled', fault = $3, pause_reason = null, next_at = now(), epoch = epoch + 1, failures = 0
   where account_id = $1 and id = $2`,
);

/** Makes it a draft again, with the reason. */
export const backToDraft = statement<[accountId: number, id: number, fault: string], unknown>(
  'campaign_sending_draft',
  `update campaign set state = 'draft', fault = $3, scheduled_at = null, next_at = null, failures = 0, epoch = epoch + 1,
     started_at = null, prepared_to = 0, prepared_at = null, recipients = 0, audience = null, only_engaged = false,
     progress_id = null, winner = null, pause_reason = null
   where account_id = $1 and id = $2`,
);

/** Records the variant that a user or the results chose; primary key. */
export const recordWinner = statement<[accountId: number, id: number, variant: number], unknown>(
  'campaign_sending_winner',
  'update campaign set winner = $3 where account_id = $1 and id = $2',
);

/** The sender of a campaign; primary key. */
export const senderOfCampaign = statement<[accountId: number, id: number], { readonly from_email: string }>(
  'campaign_sending_sender',
  'select from_email from campaign where account_id = $1 and id = $2 and deleted_at is null',
);

/** Campaigns of an account that are scheduled or in progress, without their content; primary key. */
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

/** The state of a campaign, without its content, which may be long; primary key. */
export const stateOfCampaign = statement<
  [accountId: number, id: number],
  { readonly state: CampaignState; readonly recipients: number }
>(
  'campaign_sending_state',
  `select state, recipients from campaign
   where account_id = $1 and id = $2 and deleted_at is null and kind = 'campaign'`,
);

/** Makes it due now, unless it waits for a request. */
export const makeDue = statement<[accountId: number, id: number], unknown>(
  'campaign_sending_due',
  'update campaign set next_at = now(), epoch = epoch + 1 where account_id = $1 and id = $2 and next_at is not null',
);

/** Whether any account has a campaign with this ID; index campaign_by_id. */
export const campaignElsewhere = statement<[id: number], { readonly id: number }>(
  'campaign_sending_elsewhere',
  `select id from campaign where id = $1 and deleted_at is null and kind = 'campaign' limit 1`,
);

/** The ID under which a campaign reports its progress; primary key. */
export const progressOfCampaign = statement<[accountId: number, id: number], { readonly progress_id: string | null }>(
  'campaign_sending_progress',
  'select progress_id from campaign where account_id = $1 and id = $2',
);
