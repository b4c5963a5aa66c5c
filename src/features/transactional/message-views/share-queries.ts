import { statement } from '../../../base/db.ts';

export interface ShareRow {
  readonly id: number;
  readonly recipient_no: number;
  readonly created_by: string | null;
  readonly created_at: Date;
  readonly expires_at: Date;
}

const COLUMNS = 'id, recipient_no, created_by, created_at, expires_at';

/**
 * Inserts a link. Returns no row if the message already has `atMost` valid links. Uses the index
 * message_share_of_message.
 */
export const insertShare = statement<
  [
    accountId: number,
    messageId: string,
    recipientNo: number,
    tokenHash: Buffer,
    createdBy: string | null,
    days: number,
    atMost: number,
  ],
  ShareRow
>(
  'message_shares_insert',
  `insert into message_share (account_id, message_id, recipient_no, token_hash, created_by, expires_at)
   select $1, $2, $3, $4, $5, now() + make_interval(days => $6::integer)
   where (
     select count(*) from message_share where account_id = $1 and message_id = $2 and expires_at > now()
   ) < $7::integer
   returning ${COLUMNS}`,
);

/** Selects the valid links of a message, newest first. Uses the index message_share_of_message. */
export const sharesOfMessage = statement<[accountId: number, messageId: string], ShareRow>(
  'message_shares_of_message',
  `select ${COLUMNS} from message_share
   where account_id = $1 and message_id = $2 and expires_at > now() order by id desc`,
);

/** Deletes a link. Uses the primary key. */
export const deleteShare = statement<[accountId: number, messageId: string, id: number], { readonly expires_at: Date }>(
  'message_shares_delete',
  'delete from message_share where account_id = $1 and message_id = $2 and id = $3 returning expires_at',
);

export interface SharedMessageRow {
  readonly message_id: string;
  readonly recipient_no: number;
  readonly expires_at: Date;
}

/** Selects the target of a valid link. Uses the unique key of account and hash. */
export const findShare = statement<[accountId: number, tokenHash: Buffer], SharedMessageRow>(
  'message_shares_find',
  `select message_id, recipient_no, expires_at from message_share
   where account_id = $1 and token_hash = $2 and expires_at > now()`,
);

/** Deletes at most `limit` expired links of all accounts. Uses the index message_share_expiry. */
export const purgeExpiredShares = statement<[limit: number], { readonly id: number }>(
  'message_shares_purge',
  `delete from message_share where (account_id, id) in (
     select account_id, id from message_share where expires_at <= now() order by expires_at limit $1
   ) returning id`,
);
