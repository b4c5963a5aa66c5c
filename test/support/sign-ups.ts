import { confirmationsOf } from '../../src/app/confirmations.ts';
import type { SignUp } from '../../src/features/campaigns/confirmations/index.ts';
import { contactAddressOf, type ContactAddress } from '../../src/features/audience/contacts/index.ts';
import { createLinkTokens } from '../../src/features/outcomes/tracking/index.ts';
import type { TestApp } from './app.ts';
import { rowsOf } from './planted-contacts.ts';

/** Properties of a test sign-up. */
export type SaidSignUp = Partial<Omit<SignUp, 'email'>>;

export interface ContactStatus {
  readonly id: number;
  readonly first_name: string;
  readonly confirmed_at: Date | null;
  readonly unsubscribed_at: Date | null;
  readonly deleted_at: Date | null;
  readonly form_id: number | null;
  /** Null if the contact was deleted. */
  readonly flags: number | null;
  readonly lists: readonly number[];
}

/** Returns functions that sign up subscribers for accounts of an app, and functions that read the results. */
export function createSignUps(app: TestApp) {
  const { db, vault } = app.installation;
  const confirmations = confirmationsOf(app.installation, () => app.api.baseUrl);
  return {
    confirmations,
    /** Signs up a subscriber through a form. `isDouble` overrides the account's double opt-in setting. */
    async signUp(accountId: number, email: string, said: SaidSignUp = {}, isDouble?: boolean): Promise<void> {
      const signUps = await confirmations.prepare(accountId, isDouble);
      await db.transaction(async (tx) =>
        signUps.signUp(tx, { listIds: [], source: 'form', ...said, email: addressed(email) }),
      );
    },
    async contactOf(accountId: number, email: string): Promise<ContactStatus | undefined> {
      const [row] = await rowsOf<ContactStatus>(
        db,
        `select c.id, c.first_name, c.confirmed_at, c.unsubscribed_at, c.deleted_at, c.form_id, s.flags,
           array(select list_id from list_member m where m.account_id = $1 and m.contact_id = c.id order by 1) as lists
         from contact c left join contact_stat s on s.account_id = $1 and s.contact_id = c.id
         where c.account_id = $1 and c.email = $2`,
        [accountId, email],
      );
      return row;
    },
    /** Returns the number of confirmation emails that were queued for an address. */
    async mailsTo(accountId: number, email: string): Promise<number> {
      const [row] = await rowsOf<{ mails: number }>(
        db,
        `select count(*)::integer as mails from mailing_recipient r
         join recipient_batch l on l.account_id = $1 and l.id = r.batch_id
         join mailing m on m.account_id = $1 and m.id = l.mailing_id and m.class = 2
         where r.account_id = $1 and r.recipient = $2`,
        [accountId, email],
      );
      return row?.mails ?? 0;
    },
    /** Returns the path of the confirmation page that a contact's confirmation email links to. */
    async pathOf(accountId: number, contactId: number): Promise<string> {
      const [row] = await rowsOf<{ campaign_id: number }>(
        db,
        'select campaign_id from confirmation_mail where account_id = $1',
        [accountId],
      );
      const named = { kind: 'confirmation', accountId, source: row?.campaign_id ?? 0, recipient: contactId } as const;
      return `/confirm/${createLinkTokens(vault)(named, 'confirm')}`;
    },
    /** Moves the sign-ups of an account and their emails into the past by an interval. */
    async age(accountId: number, interval: string): Promise<void> {
      await rowsOf(
        db,
        `update contact_sign_up set signed_up_at = seconds_after(signed_up_at, time.passed),
           expires_at = seconds_after(expires_at, time.passed), asked_at = seconds_after(asked_at, time.passed),
           asked_before_at = seconds_after(asked_before_at, time.passed), ask_at = seconds_after(ask_at, time.passed)
         from (select -extract(epoch from $2::interval)::float8) as time (passed)
         where account_id = $1`,
        [accountId, interval],
      );
    },
  };
}

function addressed(email: string): ContactAddress {
  const address = contactAddressOf(email);
  if (typeof address === 'object') throw new Error(address.fault);
  return address;
}
