import type { ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Facts } from '../../components/page.tsx';
import { count, plural } from '../../words.ts';

/** Number of messages at which the server stops counting. */
const MAX_MESSAGES = 100_000;

/** Renders the data that will be deleted with an account, and the time of the deletion. */
export function DeletionSummary({ of }: { readonly of: Answer<'GET /dashboard/account/deletion'> }): ReactNode {
  const messages = of.messages >= MAX_MESSAGES ? `${count(MAX_MESSAGES)} or more` : count(of.messages);
  return (
    <>
      <Facts
        rows={[
          ['Messages', messages],
          ['Queued emails', `${count(of.waiting)}, sent before deletion`],
          ['API keys', `${count(of.keys)}, revoked immediately`],
          ['Domains', `${count(of.domains)}, deleted along with the DKIM keys`],
          ['Members', `${count(of.members)}, access revoked immediately`],
        ]}
      />
      <p className="text-ink-2">
        {of.grace_days === 0
          ? 'The data is deleted after the last email is sent. Owners are notified by email.'
          : `The data is deleted after ${plural(of.grace_days, 'day')}. Until then, the operator can restore the account. Owners are notified by email.`}
      </p>
    </>
  );
}
