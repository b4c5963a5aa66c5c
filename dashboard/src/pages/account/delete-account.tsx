import { useState, type ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { FormDialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Card } from '../../components/page.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { Loaded } from '../../components/states.tsx';
import { textIn } from '../../form-text.ts';
import { textOf } from '../../form-values.ts';
import { announceSession } from '../../session-end.ts';
import { useAct, useRead } from '../../reading.ts';
import { DeletionSummary } from './deletion-summary.tsx';

/** Renders the card that lets owners delete an account. */
export function DeleteAccount({ name }: { readonly name: string }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card
      title="Delete account"
      summary="Members lose access immediately. The data is permanently deleted after the grace period."
      actions={
        <Button look="danger" onClick={() => setOpen(true)}>
          {' '}
          Delete account{' '}
        </Button>
      }
    >
      <p className="text-ink-2">
        Emails that have already been accepted are still sent. You can review the affected data before you confirm.
      </p>
      {isOpen && <Confirm name={name} onClose={() => setOpen(false)} />}
    </Card>
  );
}

/**
 * Renders the confirmation for the deletion of an account. The password is only required if the user has not signed in
 * recently.
 */
function Confirm({ name, onClose }: { readonly name: string; readonly onClose: () => void }): ReactNode {
  const read = useRead('GET /dashboard/account/deletion', {});
  const [isPasswordAsked, setPasswordAsked] = useState(false);
  const remove = useAct('DELETE /dashboard/account', {
    onDone: () => {
      announceSession();
      location.assign('/app/sign-in');
    },
  });
  if (remove.error?.code === 'forbidden' && !isPasswordAsked) setPasswordAsked(true);
  return (
    <FormDialog
      title={`Delete ${name}?`}
      isOpen
      isDanger
      onClose={onClose}
      action="Delete account"
      isBusy={remove.isPending}
      problem={isPasswordAsked && remove.error?.code === 'forbidden' ? null : remove.error}
      fields={['name', 'password']}
      onSubmit={(form) =>
        remove.act({
          body: { name: textOf(form, 'name'), ...(isPasswordAsked && { password: textIn(form, 'password') }) },
        })
      }
    >
      <Loaded read={read} lines={4}>
        {(contents) => <DeletionSummary of={contents} />}
      </Loaded>
      <Field
        label="Account name"
        name="name"
        hint={`Type ${name} to confirm.`}
        autoComplete="off"
        autoFocus
        problem={remove.error}
      />
      {isPasswordAsked && (
        <PasswordField
          label="Your password"
          name="password"
          hint="You signed in a while ago. Enter your password to confirm that it’s you."
          autoFocus
          problem={remove.error}
        />
      )}
    </FormDialog>
  );
}
