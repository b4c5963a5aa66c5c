import { useState, type ReactNode } from 'react';
import { RotateCw, ShieldOff } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog, FormDialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { toast } from '../../components/toast.tsx';
import { textIn } from '../../form-text.ts';
import { useGo } from '../../filters.ts';
import { useAct, useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { Share } from './share.tsx';

/**
 * Renders the actions for a message: share its route, send the message again, and suppress or unsuppress the recipient.
 */
export function Actions({ id, recipient }: { readonly id: string; readonly recipient: string }): ReactNode {
  const mayWrite = useMay('dashboard:write');
  if (!mayWrite) return null;
  return (
    <>
      <Suppress recipient={recipient} />
      <Share id={id} recipient={recipient} />
      <SendAgain id={id} recipient={recipient} />
    </>
  );
}

function SendAgain({ id, recipient }: { readonly id: string; readonly recipient: string }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const go = useGo();
  const again = useAct('POST /dashboard/messages/{id}/send-again', {
    refresh: ['GET /transactional/emails'],
    onDone: (made) => {
      setOpen(false);
      toast('The content was sent again as a new message.');
      go(`/messages/${made.id}`);
    },
  });
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <RotateCw className="size-4" aria-hidden /> Send again
      </Button>
      <FormDialog
        title="Send again"
        description="The same content is sent as a new message with its own ID. Quota and suppressions are checked again."
        action="Send message"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        isBusy={again.isPending}
        problem={again.error}
        fields={['to']}
        onSubmit={(form) => again.act({ params: { id }, body: { to: textIn(form, 'to') } })}
      >
        <Field
          label="To"
          name="to"
          type="email"
          defaultValue={recipient}
          problem={again.error}
          hint="Leave empty to send to all recipients of the message."
        />
      </FormDialog>
    </>
  );
}

function Suppress({ recipient }: { readonly recipient: string }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const read = useRead('GET /transactional/suppressions', { query: { query: recipient } });
  const done = (text: string) => () => {
    setOpen(false);
    toast(text);
  };
  const changed = { refresh: ['GET /transactional/suppressions'] as const };
  const add = useAct('POST /transactional/suppressions', {
    ...changed,
    onDone: done(`${recipient} suppressed.`),
  });
  const remove = useAct('DELETE /transactional/suppressions/{address}', {
    ...changed,
    onDone: done(`${recipient} was removed from the suppression list.`),
  });
  if (!read.data) return null;
  const isSuppressed = read.data.data.some(({ address }) => address.toLowerCase() === recipient.toLowerCase());
  const act = isSuppressed ? remove : add;
  const confirm = (): void => {
    if (isSuppressed) remove.act({ params: { address: recipient } });
    else add.act({ body: { address: recipient, detail: 'Added from the message page' } });
  };
  return (
    <>
      <Button onClick={() => setOpen(true)} title={isSuppressed ? 'Remove suppression' : 'Suppress recipient'}>
        <ShieldOff className="size-4" aria-hidden />
        <span className="max-sm:sr-only">{isSuppressed ? 'Remove suppression' : 'Suppress recipient'}</span>
      </Button>
      <ConfirmDialog
        title={isSuppressed ? `Remove ${recipient} from the suppression list?` : `Suppress ${recipient}?`}
        action={isSuppressed ? 'Remove suppression' : 'Suppress recipient'}
        isOpen={isOpen}
        isBusy={act.isPending}
        problem={act.error}
        onConfirm={confirm}
        onClose={() => setOpen(false)}
      >
        {isSuppressed
          ? 'Messages can be sent to this address again. If this address previously bounced or its owner reported your email as spam, sending to it again can hurt your sender reputation.'
          : 'Messages to this address will no longer be sent. You can remove the suppression later.'}
      </ConfirmDialog>
    </>
  );
}
