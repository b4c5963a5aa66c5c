import type { ReactNode } from 'react';
import { useParams } from '@tanstack/react-router';
import type { Answer } from '../../api.ts';
import { Copyable } from '../../components/copy.tsx';
import { Page } from '../../components/page.tsx';
import { Loaded } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { isUnknown, Unknown } from '../../components/unknown.tsx';
import { useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { ContactActions } from './contact-actions.tsx';
import { nameOf } from './contact-filters.ts';
import { ContactStatus } from './contact-table.tsx';
import { Details } from './details.tsx';
import { Groups } from './groups.tsx';
import { InAutomations } from './in-automations.tsx';
import { Timeline } from './timeline.tsx';

type Shown = Answer<'GET /contacts/{id}'>;

const LIST = { to: '/contacts', label: 'Contacts' };

/** Renders a contact: its details, and a timeline of everything that happened. */
export default function Contact(): ReactNode {
  const { id = '' } = useParams({ strict: false });
  const read = useRead('GET /contacts/{id}', { params: { id } });
  const mayChange = useMay('account');
  if (isUnknown(read) || read.error?.status === 403) {
    return (
      <Unknown noun="contact" list={LIST}>
        The contact may have been deleted or erased.
      </Unknown>
    );
  }
  const contact = read.data;
  const name = contact ? nameOf(contact) : 'Contact';
  return (
    <Page
      title={name}
      heading={<span className="break-words">{name}</span>}
      back={LIST}
      summary={contact && <Summary of={contact} />}
      actions={contact && <ContactActions contact={contact} />}
    >
      <Loaded read={read} lines={10}>
        {(shown) => (
          <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
            <Timeline contact={shown} />
            <div className="flex min-w-0 flex-col gap-5">
              <Groups key={`groups ${shown.id}`} contact={shown} mayChange={mayChange} />
              <InAutomations id={shown.id} />
              <Details key={`details ${shown.id}`} contact={shown} mayChange={mayChange} />
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function Summary({ of }: { readonly of: Shown }): ReactNode {
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <ContactStatus of={of} />
      <Copyable text={of.email} label="Copy email address" />
      <span className="text-sm text-ink-3">
        added <Time at={of.created_at} style="date" />
      </span>
    </span>
  );
}
