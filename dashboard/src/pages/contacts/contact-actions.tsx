import { useState, type ReactNode } from 'react';
import { BellOff, Download } from 'lucide-react';
import { addressOf, type Answer } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { DownloadLink } from '../../components/download-link.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { toast } from '../../components/toast.tsx';
import { useGo } from '../../filters.ts';
import { refresh, useAct } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { BY_GROUPS } from './bulk-job.tsx';
import { EraseContact } from './erase.tsx';

interface Props {
  readonly contact: Answer<'GET /contacts/{id}'>;
}

type Asked = 'unsubscribe' | 'delete' | 'erase';

export function ContactActions({ contact }: Props): ReactNode {
  const [asked, setAsked] = useState<Asked>();
  const mayChange = useMay('account');
  const go = useGo();
  const close = (): void => setAsked(undefined);
  const leave = (): void => {
    close();
    go('/contacts');
    refresh(BY_GROUPS);
  };
  return (
    <>
      <DownloadLink
        href={addressOf('/contacts/{id}/data', { params: { id: String(contact.id) } })}
        className="inline-flex h-8 items-center gap-1.5 rounded-control border border-line bg-surface px-3 font-medium whitespace-nowrap hover:bg-sunken max-sm:h-10"
      >
        <Download className="size-4" aria-hidden /> Download data
      </DownloadLink>
      {mayChange && contact.unsubscribed_at === null && (
        <Button onClick={() => setAsked('unsubscribe')}>
          <BellOff className="size-4" aria-hidden /> Unsubscribe
        </Button>
      )}
      {mayChange && (
        <RowMenu
          label="More actions"
          actions={[
            { label: 'Merge with another contact', onClick: () => go(`/contacts/${contact.id}/merge`) },
            { label: 'Delete', onClick: () => setAsked('delete'), isDanger: true },
            { label: 'Erase', onClick: () => setAsked('erase'), isDanger: true },
          ]}
        />
      )}
      {asked === 'unsubscribe' && <Unsubscribe contact={contact} onClose={close} />}
      {asked === 'delete' && <Delete contact={contact} onClose={close} onDone={leave} />}
      {asked === 'erase' && <EraseContact id={contact.id} email={contact.email} onClose={close} onErased={leave} />}
    </>
  );
}

function Unsubscribe({ contact, onClose }: Props & { readonly onClose: () => void }): ReactNode {
  const act = useAct('POST /contacts/unsubscribe', {
    refresh: [...BY_GROUPS, 'GET /contacts/{id}/activity'],
    onDone: ({ email }) => {
      toast(`${email} was unsubscribed.`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Unsubscribe ${contact.email}?`}
      isOpen
      onClose={onClose}
      action="Unsubscribe"
      isBusy={act.isPending}
      problem={act.error}
      onConfirm={() => act.act({ body: { email: contact.email } })}
    >
      This contact will no longer receive newsletters, even after an import. The contact can resubscribe only through a
      sign-up form. List memberships are kept.
    </ConfirmDialog>
  );
}

function Delete(props: Props & { readonly onClose: () => void; readonly onDone: () => void }): ReactNode {
  const { contact, onClose, onDone } = props;
  const remove = useAct('DELETE /contacts/{id}', {
    onDone: () => {
      toast(`${contact.email} was deleted.`);
      onDone();
    },
  });
  return (
    <ConfirmDialog
      title={`Delete ${contact.email}?`}
      isOpen
      onClose={onClose}
      action="Delete contact"
      isBusy={remove.isPending}
      problem={remove.error}
      onConfirm={() => remove.act({ params: { id: String(contact.id) } })}
    >
      The contact loses all list memberships and tags, and no longer counts toward your limit. Unsubscribes and bounces
      are kept, so an import can’t resubscribe the address. To delete all data, erase the contact.
    </ConfirmDialog>
  );
}
