import { statement } from '../../../base/db.ts';

export interface AuditRow {
  readonly id: number;
  readonly occurred_at: Date;
  readonly via: 'key' | 'token' | 'oauth' | 'session' | 'command';
  readonly person_name: string | null;
  readonly person_email: string | null;
  readonly is_operator: boolean;
  readonly action: string;
  readonly subject: string | null;
  readonly before: unknown;
  readonly after: unknown;
}

export const insertAudit = statement<
  [
    accountId: number,
    via: string,
    personId: number | null,
    personName: string | null,
    personEmail: string | null,
    isOperator: boolean,
    action: string,
    subject: string | null,
    before: string | null,
    after: string | null,
  ],
  unknown
>(
  'accounts_insert_audit',
  `insert into audit_entry
     (account_id, via, person_id, person_name, person_email, is_operator, action, subject, before, after)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, $10::jsonb)`,
);

/** Lists the entries that follow an ID, oldest first. Uses the primary key. */
export const auditAfter = statement<[accountId: number, after: number, limit: number], AuditRow>(
  'accounts_audit_after',
  `select id, occurred_at, via, person_name, person_email, is_operator, action, subject, before, after
   from audit_entry where account_id = $1 and id > $2 order by id limit $3`,
);

/** Lists the entries that precede an ID, newest first. Uses the primary key. */
export const auditBefore = statement<[accountId: number, before: number, limit: number], AuditRow>(
  'accounts_audit_before',
  `select id, occurred_at, via, person_name, person_email, is_operator, action, subject, before, after
   from audit_entry where account_id = $1 and id < $2 order by id desc limit $3`,
);
