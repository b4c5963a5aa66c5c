import { useState, type ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { FormDialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Card } from '../../components/page.tsx';
import { Loaded } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { toast } from '../../components/toast.tsx';
import { textOf } from '../../form-values.ts';
import { useProblemToast } from '../../problem-toast.ts';
import { useAct, useRead } from '../../reading.ts';
import { DeletionSummary } from '../account/deletion-summary.tsx';
import { ACCOUNT_CHANGED } from './refreshed.ts';

type Account = Answer<'GET /dashboard/operator/accounts/{id}'>;
type Contents = Answer<'GET /dashboard/operator/accounts/{id}/deletion'>;

/** Renders the progress of the deletion of an account, and buttons that delete or restore the account. */
export function Deletion({ of }: { readonly of: Account }): ReactNode {
  const params = { id: String(of.id) };
  const [isOpen, setOpen] = useState(false);
  const read = useRead('GET /dashboard/operator/accounts/{id}/deletion', { params });
  const restore = useAct('POST /dashboard/operator/accounts/{id}/restore', {
    refresh: ACCOUNT_CHANGED,
    onDone: () => toast(`${of.name} was restored.`),
  });
  useProblemToast(restore.error);
  const deletion = read.data?.deletion;
  return (
    <Card
      title="Deletion"
      actions={
        <>
          {deletion === null && (
            <Button look="danger" onClick={() => setOpen(true)}>
              Delete account
            </Button>
          )}
          {deletion?.may_be_restored === true && (
            <Button isBusy={restore.isPending} onClick={() => restore.act({ params })}>
              Restore account
            </Button>
          )}
        </>
      }
    >
      <Loaded read={read} lines={2}>
        {(contents) => (
          <>
            <State of={contents.deletion} />
            {isOpen && <Confirm of={of} contents={contents} onClose={() => setOpen(false)} />}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function State({ of }: { readonly of: Contents['deletion'] }): ReactNode {
  if (of === null) return <p className="text-ink-2">This account has not been deleted.</p>;
  return (
    <>
      <p>
        The account was deleted on <Time at={of.asked_at} style="full" />.{' '}
        {of.may_be_restored
          ? 'The account’s data will be deleted after all queued email has been sent, but not before'
          : 'Deletion of the account’s data started on'}{' '}
        <Time at={of.data_goes_at} style="full" />.
      </p>
      {of.failed !== null && <p className="mt-2 text-bad">The deletion failed and will be retried: {of.failed}</p>}
    </>
  );
}

function Confirm(props: {
  readonly of: Account;
  readonly contents: Contents;
  readonly onClose: () => void;
}): ReactNode {
  const { contents, of, onClose } = props;
  const remove = useAct('DELETE /dashboard/operator/accounts/{id}', {
    refresh: ACCOUNT_CHANGED,
    onDone: () => {
      toast(`${of.name} was deleted.`);
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Delete ${of.name}?`}
      isOpen
      isDanger
      onClose={onClose}
      action="Delete account"
      isBusy={remove.isPending}
      problem={remove.error}
      fields={['email']}
      onSubmit={(form) => remove.act({ params: { id: String(of.id) }, body: { email: textOf(form, 'email') } })}
    >
      <DeletionSummary of={contents} />
      <Field
        label="Account email address"
        name="email"
        hint={`Enter ${of.email} to confirm.`}
        autoComplete="off"
        autoCapitalize="none"
        autoFocus
        problem={remove.error}
      />
    </FormDialog>
  );
}
