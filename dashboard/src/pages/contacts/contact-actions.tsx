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

/** What can be done with a contact as a whole. */
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
        <Download className="size-4" aria-hidden /> All that is known
      </DownloadLink>
      {mayChange && contact.unsubscribed_at === null && (
        <Button onClick={() => setAsked('unsubscribe')}>
          <BellOff className="size-4" aria-hidden /> Unsubscribe
        </Button>
      )}
      {mayChange && (
        <RowMenu
          label="More that can be done with this contact"
          actions={[
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
    refresh: ['GET /contacts/{id}', 'GET /contacts/{id}/activity', 'GET /contacts'],
    onDone: ({ email }) => {
      toast(`No newsletter goes to ${email} any more.`);
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
      No newsletter goes there any more, also after an import. Only the person can subscribe again, through a form. It
      stays in its lists.
    </ConfirmDialog>
  );
}

function Delete(props: Props & { readonly onClose: () => void; readonly onDone: () => void }): ReactNode {
  const { contact, onClose, onDone } = props;
  const remove = useAct('DELETE /contacts/{id}', {
    onDone: () => {
      toast(`${contact.email} is deleted.`);
      onDone();
    },
  });
  return (
    <ConfirmDialog
      title={`Delete ${contact.email}?`}
      isOpen
      onClose={onClose}
      action="Delete the contact"
      isBusy={remove.isPending}
      problem={remove.error}
      onConfirm={() => remove.act({ params: { id: String(contact.id) } })}
    >
      It leaves its lists and tags and is counted no more. That it unsubscribed or bounced is kept, so that no import
      mails it again. To have all of it gone, erase it.
    </ConfirmDialog>
  );
}
