import { useState, type ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogActions, FormDialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Card } from '../../components/page.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { Loaded } from '../../components/states.tsx';
import { textIn } from '../../form-text.ts';
import { textOf } from '../../form-values.ts';
import { announceSession } from '../../session-end.ts';
import { useAct, useRead } from '../../reading.ts';
import { useSession } from '../../session.ts';

type OwnAccount = Answer<'GET /dashboard/me/deletion'>['accounts'][number];

/** Renders the card that lets a user delete their own user account. */
export function DeleteSelf(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const read = useRead('GET /dashboard/me/deletion', {}, { enabled: isOpen });
  const hindering = read.data?.accounts.filter(({ hinders }) => hinders) ?? [];
  const close = (): void => setOpen(false);
  return (
    <Card
      title="Delete your user account"
      summary="Deleting your user account permanently deletes your name, sign-in methods, and memberships."
      actions={
        <Button look="danger" onClick={() => setOpen(true)}>
          {' '}
          Delete your user account{' '}
        </Button>
      }
    >
      <p className="text-ink-2">
        API keys that you created stay with their accounts, and the other owners are notified. Your access tokens are
        revoked.
      </p>
      {isOpen && read.data === undefined && (
        <Dialog title="Delete your user account?" isOpen onClose={close}>
          <Loaded read={read}>{() => null}</Loaded>
        </Dialog>
      )}
      {isOpen && read.data !== undefined && hindering.length > 0 && <Hindered by={hindering} onClose={close} />}
      {isOpen && read.data !== undefined && hindering.length === 0 && (
        <Confirm accounts={read.data.accounts} onClose={close} />
      )}
    </Card>
  );
}

/** Renders the accounts that would have no owner after the deletion, and what the user can do about each. */
function Hindered({ by, onClose }: { readonly by: readonly OwnAccount[]; readonly onClose: () => void }): ReactNode {
  return (
    <Dialog
      title="Some accounts have no other owner"
      description="Use the menu at the bottom left to switch to each account, and transfer or delete it. Then try again."
      isOpen
      onClose={onClose}
    >
      <ul className="flex flex-col divide-y divide-line">
        {by.map((account) => (
          <li key={account.id} className="py-2">
            <p className="font-medium">{account.name}</p>
            <p className="text-sm text-ink-2">{remedyOf(account)}</p>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

function remedyOf({ may_be_deleted: mayBeDeleted, others }: OwnAccount): string {
  const handOver =
    others === 0 ? 'Invite another owner on the Team page' : 'Make another member an owner on the Team page';
  return mayBeDeleted
    ? `${handOver}, or delete the account on the Account page.`
    : `${handOver}. The operator’s account can’t be deleted.`;
}

/** Renders the confirmation for the deletion. The password is only required if the user has not signed in recently. */
function Confirm(props: { readonly accounts: readonly OwnAccount[]; readonly onClose: () => void }): ReactNode {
  const { accounts, onClose } = props;
  const { person } = useSession();
  const [isPasswordAsked, setPasswordAsked] = useState(false);
  const remove = useAct('DELETE /dashboard/me', {
    onDone: () => {
      announceSession();
      location.assign('/app/sign-in');
    },
  });
  if (remove.error?.code === 'forbidden' && !isPasswordAsked) setPasswordAsked(true);
  return (
    <FormDialog
      title="Delete your user account?"
      description={`You will leave ${accounts.map(({ name }) => name).join(', ')}. This can’t be undone.`}
      isOpen
      isDanger
      onClose={onClose}
      action="Delete user account"
      isBusy={remove.isPending}
      problem={isPasswordAsked && remove.error?.code === 'forbidden' ? null : remove.error}
      fields={['email', 'password']}
      onSubmit={(form) =>
        remove.act({
          body: { email: textOf(form, 'email'), ...(isPasswordAsked && { password: textIn(form, 'password') }) },
        })
      }
    >
      <Field
        label="Your email"
        name="email"
        hint={`Type ${person.email} to confirm.`}
        autoComplete="off"
        autoCapitalize="none"
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
