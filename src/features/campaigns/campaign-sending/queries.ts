import { statement } from '../../../base/db.ts';
import { classIsHeld } from '../../sending/mailings/index.ts';
import type { CampaignState } from '../campaigns/index.ts';

/** A campaign that is this process's for as long as its lease lasts. */
export interface ClaimedCampaign {
  readonly account_id: number;
  readonly id: number;
  readonly state: CampaignState;
  readonly epoch: number;
  readonly failures: number;
}

/** How far a campaign is. */
export interface SendingRow {
  readonly state: CampaignState;
  readonly epoch: number;
  readonly prepared_to: number;
  /** When its whole audience was in its waves. */
  readonly prepared_at: Date | null;
  /** Whom it was found to be for when it began. */
  readonly audience: number | null;
  /** Whether a gate keeps it to those who are engaged. */
  readonly only_engaged: boolean;
  readonly recipients: number;
  readonly progress_id: string | null;
  readonly winner: number | null;
  /** The database's time. */
  readonly at: Date;
  /** Since when the account is nobody's any more. */
  readonly closed_at: Date | null;
  /** Whether campaigns of the account, or all its mail, are paused: what waits goes on when that is lifted. */
  readonly is_held: boolean;
}

const STORED = `c.account_id, c.state, c.epoch, c.prepared_to, c.prepared_at, c.audience, c.only_engaged, c.recipients,
  c.progress_id, c.winner`;
const COLUMNS = `${STORED}, now() as at, (select a.closed_at from account a where a.account_id = c.account_id) as closed_at,
  ${classIsHeld('c.account_id', '3')} as is_held`;

/** Takes up the campaign that is due first; index campaign_due. */
export const claimCampaign = statement<[leaseSeconds: number], ClaimedCampaign>(
  'campaign_sending_claim',
  'select account_id, id, state, epoch, failures from claim_campaign($1)',
);

/** Holds a campaign and its lease until the transaction ends; no row when it is somebody else's by now. Primary key. */
export const holdCampaignTurn = statement<
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

/** Holds a campaign whoever has its lease, for a person's word. Primary key. */
export const holdSending = statement<[accountId: number, id: number], SendingRow>(
  'campaign_sending_hold_any',
  `select ${COLUMNS}
   from campaign c where c.account_id = $1 and c.id = $2 and c.deleted_at is null for update`,
);

/** Lays a campaign down for others: due again after some seconds, or not at all. Primary key. */
export const layDownCampaign = statement<
  [accountId: number, id: number, epoch: number, seconds: number | null, failures: number],
  unknown
>(
  'campaign_sending_lay_down',
  `update campaign set next_at = case when $4::float8 is not null then clock.at + make_interval(secs => $4::float8) end,
     failures = $5
   from (select now()) as clock (at)
   where account_id = $1 and id = $2 and epoch = $3`,
);

/** Notes that its waves are made and its audience is to be walked through; whoever holds it. */
export const noteBegun = statement<
  [accountId: number, id: number, audience: number, onlyEngaged: boolean, progressId: string],
  unknown
>(
  'campaign_sending_begin',
  `update campaign set state = 'preparing', audience = $3, only_engaged = $4, progress_id = $5, prepared_to = 0,
     prepared_at = null, recipients = 0, fault = null, pause_reason = null, winner = null
   where account_id = $1 and id = $2`,
);

/** Notes how far the walk is; whoever holds it. */
export const notePage = statement<
  [accountId: number, id: number, preparedTo: number, recipients: number, isLast: boolean],
  unknown
>(
  'campaign_sending_page',
  `update campaign set prepared_to = $3, recipients = recipients + $4,
     prepared_at = case when $5 then clock.at end
   from (select now()) as clock (at)
   where account_id = $1 and id = $2`,
);

/** Recipients that were contacts when they were frozen, and were gone when they moved. */
export const loseRecipients = statement<[accountId: number, id: number, lost: number], unknown>(
  'campaign_sending_lose',
  'update campaign set recipients = recipients - $3 where account_id = $1 and id = $2',
);

/** Moves its state; due at once, and nobody who works at it now goes on. Whoever holds it. */
export const moveState = statement<
  [accountId: number, id: number, state: CampaignState, pauseReason: string | null],
  { readonly epoch: number }
>(
  'campaign_sending_move',
  `update campaign set state = $3, pause_reason = $4, next_at = now(), epoch = epoch + 1, failures = 0
   where account_id = $1 and id = $2 returning epoch`,
);

/** Goes over from one state to the next within a turn; whoever holds it. */
export const noteState = statement<[accountId: number, id: number, state: CampaignState], unknown>(
  'campaign_sending_note_state',
  `update campaign set state = $3, started_at = case when $3 = 'sending' then coalesce(started_at, clock.at) else started_at end
   from (select now()) as clock (at)
   where account_id = $1 and id = $2`,
);

/** Each recipient was tried. Whoever holds it. */
export const noteSent = statement<[accountId: number, id: number], unknown>(
  'campaign_sending_sent',
  `update campaign set state = 'sent', sent_at = now(), next_at = null, failures = 0 where account_id = $1 and id = $2`,
);

/** Ends it without having been sent, and says why; its waves are ended by who takes it up next. Whoever holds it. */
export const noteCancelled = statement<[accountId: number, id: number, fault: string | null], unknown>(
  'campaign_sending_cancelled',
  `update campaign set state = 'cancelled', fault = $3, pause_reason = null, next_at = now(), epoch = epoch + 1, failures = 0
   where account_id = $1 and id = $2`,
);

/** Makes it a draft again that says why; whoever holds it. */
export const backToDraft = statement<[accountId: number, id: number, fault: string], unknown>(
  'campaign_sending_draft',
  `update campaign set state = 'draft', fault = $3, scheduled_at = null, next_at = null, failures = 0, epoch = epoch + 1,
     started_at = null, prepared_to = 0, prepared_at = null, recipients = 0, audience = null, only_engaged = false,
     progress_id = null, winner = null, pause_reason = null
   where account_id = $1 and id = $2`,
);

/** The variant that a person, or the figures, chose; primary key. */
export const noteWinner = statement<[accountId: number, id: number, variant: number], unknown>(
  'campaign_sending_winner',
  'update campaign set winner = $3 where account_id = $1 and id = $2',
);

/** Who a campaign is from; primary key. */
export const senderOfCampaign = statement<[accountId: number, id: number], { readonly from_email: string }>(
  'campaign_sending_sender',
  'select from_email from campaign where account_id = $1 and id = $2 and deleted_at is null',
);

/** Campaigns of an account that are scheduled or under way, without their contents; primary key. */
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

/** How a campaign stands, without its content, which may be long; primary key. */
export const stateOfCampaign = statement<
  [accountId: number, id: number],
  { readonly state: CampaignState; readonly recipients: number }
>(
  'campaign_sending_state',
  `select state, recipients from campaign
   where account_id = $1 and id = $2 and deleted_at is null and kind = 'campaign'`,
);

/** Has it looked at now. Whoever holds it. */
export const makeDue = statement<[accountId: number, id: number], unknown>(
  'campaign_sending_due',
  'update campaign set next_at = now(), epoch = epoch + 1 where account_id = $1 and id = $2 and next_at is not null',
);

/** Whether any account has a campaign of that number; index campaign_by_id. */
export const campaignElsewhere = statement<[id: number], { readonly id: number }>(
  'campaign_sending_elsewhere',
  `select id from campaign where id = $1 and deleted_at is null and kind = 'campaign' limit 1`,
);

/** By which pages hear how far a campaign is; primary key. */
export const progressOfCampaign = statement<[accountId: number, id: number], { readonly progress_id: string | null }>(
  'campaign_sending_progress',
  'select progress_id from campaign where account_id = $1 and id = $2',
);
