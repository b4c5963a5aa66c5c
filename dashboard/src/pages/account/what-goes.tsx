import type { ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Facts } from '../../components/page.tsx';
import { count, plural } from '../../words.ts';

/** As the server counts them at most. */
const MOST_MESSAGES = 100_000;

/** What goes with an account, and when. */
export function WhatGoes({ of }: { readonly of: Answer<'GET /dashboard/account/deletion'> }): ReactNode {
  const messages = of.messages >= MOST_MESSAGES ? `${count(MOST_MESSAGES)} or more` : count(of.messages);
  return (
    <>
      <Facts
        rows={[
          ['Messages', messages],
          ['On their way', `${count(of.waiting)}; they go out first`],
          ['API keys', `${count(of.keys)}; refused at once`],
          ['Domains', `${count(of.domains)}; their DKIM keys go with the data`],
          ['Members', `${count(of.members)}; they get into it no more`],
        ]}
      />
      <p className="text-ink-2">
        {of.grace_days === 0
          ? 'The data goes as soon as the last mail is out. Owners are told by mail.'
          : `The data goes after ${plural(of.grace_days, 'day')}. Until then the operator can restore the account. Owners are told by mail.`}
      </p>
    </>
  );
}
