import { useEffect, type ReactNode } from 'react';
import { useParams } from '@tanstack/react-router';
import type { Answer } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { ContactChoices } from '../../components/contact-choices.tsx';
import { FormProblem } from '../../components/field.tsx';
import { Card, Facts, Page } from '../../components/page.tsx';
import { Loaded, Skeleton } from '../../components/states.tsx';
import { toast } from '../../components/toast.tsx';
import { isUnknown, Unknown } from '../../components/unknown.tsx';
import { useFilters, useGo } from '../../filters.ts';
import { refresh, useAct, useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { count, plural, words } from '../../words.ts';
import { BY_GROUPS } from './bulk-job.tsx';
import { nameOf } from './contact-filters.ts';

type Contact = Answer<'GET /contacts/{id}'>;
type Preview = Answer<'POST /contacts/{id}/merge'>;

/** Renders the page on which the user merges another contact into a contact, after a preview of all changes. */
export default function MergeContact(): ReactNode {
  const { id = '' } = useParams({ strict: false });
  const read = useRead('GET /contacts/{id}', { params: { id } });
  const mayChange = useMay('account');
  if (isUnknown(read) || read.error?.status === 403 || !mayChange) {
    return (
      <Unknown noun="contact" list={{ to: '/contacts', label: 'Contacts' }}>
        The contact may have been deleted, or your role can’t change contacts.
      </Unknown>
    );
  }
  return (
    <Page
      title="Merge contacts"
      back={{ to: `/contacts/${id}`, label: read.data ? nameOf(read.data) : 'Contact' }}
      summary="Combine two contacts for the same person. You can review all changes before you confirm."
    >
      <Loaded read={read} lines={6}>
        {(kept) => <Merge kept={kept} />}
      </Loaded>
    </Page>
  );
}

function Merge({ kept }: { readonly kept: Contact }): ReactNode {
  const { filters, setFilters } = useFilters();
  const other = filters['with'];
  return other === undefined ? (
    <Card title={`Which contact belongs to the same person as ${kept.email}?`} isMain>
      <div className="max-w-md">
        <ContactChoices except={kept.id} onChoose={(id) => setFilters({ with: String(id) })} />
      </div>
    </Card>
  ) : (
    <Changes kept={kept} other={other} onBack={() => setFilters({ with: '' })} />
  );
}

interface ChangesProps {
  readonly kept: Contact;
  /** ID of the contact that is merged and deleted. */
  readonly other: string;
  readonly onBack: () => void;
}

/** Renders the changes that the merge would make, and the button that makes them. */
function Changes({ kept, onBack, other }: ChangesProps): ReactNode {
  const go = useGo();
  const { act: ask, answer, error } = useAct('POST /contacts/{id}/merge');
  useEffect(() => {
    ask({ params: { id: String(kept.id) }, body: { contact_id: Number(other), dry_run: true } });
  }, [ask, kept.id, other]);
  const merge = useAct('POST /contacts/{id}/merge', {
    onDone: ({ merged_contact: { email } }) => {
      toast(`${email} was merged.`);
      refresh(BY_GROUPS);
      go(`/contacts/${kept.id}`);
    },
  });
  const isCurrent = answer?.contact.id === kept.id && String(answer.merged_contact.id) === other;
  const shown = isCurrent ? answer : undefined;
  return (
    <Card title="Changes" isMain>
      <div className="flex flex-col gap-5">
        {shown ? <Facts rows={rowsOf(kept, shown)} /> : !error && <Skeleton lines={6} />}
        {shown && (
          <p className="max-w-prose text-ink-2">
            The other contact is deleted. Earlier emails to the other contact are shown in the timeline of {kept.email},
            but aren’t counted in segments. Running campaigns won’t send any more emails to the other contact. A merge
            can’t be undone.
          </p>
        )}
        <FormProblem problem={merge.error ?? error} />
        <div className="flex flex-wrap gap-2">
          {shown && (
            <Button
              look="danger"
              isBusy={merge.isPending}
              onClick={() => merge.act({ params: { id: String(kept.id) }, body: { contact_id: Number(other) } })}
            >
              Merge contacts
            </Button>
          )}
          <Button onClick={() => go(`/contacts/${other}/merge`, { with: String(kept.id) })}>
            Keep the other contact
          </Button>
          <Button onClick={onBack}>Choose another contact</Button>
        </div>
      </div>
    </Card>
  );
}

function rowsOf(
  kept: Contact,
  { changes, contact, merged_contact: merged }: Preview,
): readonly (readonly [string, string])[] {
  const names = (groups: readonly { readonly name: string }[]): string => groups.map(({ name }) => name).join(', ');
  const rows: readonly (readonly [string, string])[] = [
    ['Keep', kept.email],
    ['Merge and delete', merged.email],
    ['Fields filled in', changes.fields_filled.map((name) => words(name)).join(', ')],
    ['Lists added', names(changes.lists_added)],
    ['Lists removed', names(changes.lists_removed)],
    ['Tags added', names(changes.tags_added)],
    ['Status', statusOf(contact, changes)],
    ['Automations', automationsOf(changes)],
    ['Consents moved', count(changes.consents_moved)],
    ['Events moved', count(changes.events_moved)],
  ];
  return rows.map(([name, value]) => [name, value === '' ? 'None' : value] as const);
}

function automationsOf({ automations_ended: ended, automations_moved: moved }: Preview['changes']): string {
  const parts = [
    ...(moved === 0 ? [] : [`${plural(moved, 'automation')} of the other contact will continue for this contact`]),
    ...(ended === 0
      ? []
      : [`${plural(ended, 'automation')} will end, because this contact is or was in the same automation`]),
  ];
  return parts.join('. ');
}

function statusOf(contact: Contact, { suppressed, unsubscribed }: Preview['changes']): string {
  const becomes = [
    ...(unsubscribed ? ['Becomes unsubscribed, because the other contact is unsubscribed'] : []),
    ...(suppressed ? ['The address is added to the suppression list, because the other address is on the list'] : []),
  ];
  if (becomes.length > 0) return `${becomes.join('. ')}.`;
  return contact.unsubscribed_at === null ? 'No change' : 'Stays unsubscribed';
}
