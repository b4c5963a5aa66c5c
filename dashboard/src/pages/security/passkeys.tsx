import { useState, type ReactNode } from 'react';
import { Plus } from 'lucide-react';
import type { Answer } from '../../api.ts';
import { useDoParameter } from '../../do-parameter.ts';
import { Button } from '../../components/button.tsx';
import { DeleteDialog } from '../../components/delete-dialog.tsx';
import { FormDialog } from '../../components/dialog.tsx';
import { EmptyNote } from '../../components/empty-note.tsx';
import { Field } from '../../components/field.tsx';
import { Card } from '../../components/page.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { Last } from '../../components/last.tsx';
import { Loaded } from '../../components/states.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { toast } from '../../components/toast.tsx';
import { textIn } from '../../form-text.ts';
import { textOf } from '../../form-values.ts';
import { refresh, useRead } from '../../reading.ts';
import { useTask } from '../../use-task.ts';
import { addPasskey, hasPasskeys } from '../sign-in/passkey.ts';
import { deviceOf } from './device.ts';

type Passkey = Answer<'GET /dashboard/me/passkeys'>['data'][number];

const CHANGED = ['GET /dashboard/me/passkeys', 'GET /dashboard/session'] as const;

/**
 * Renders the passkeys. With a passkey, a user signs in with the screen lock of a device instead of a password and a
 * code.
 */
export function Passkeys(): ReactNode {
  const [open, setOpen] = useState<'add' | Passkey>();
  const read = useRead('GET /dashboard/me/passkeys', {});
  const isPossible = hasPasskeys();
  useDoParameter('passkey', () => isPossible && setOpen('add'));
  const add = isPossible && (
    <Button onClick={() => setOpen('add')}>
      <Plus className="size-4" aria-hidden /> Add passkey
    </Button>
  );
  return (
    <Card
      title="Passkeys"
      summary="Sign in with your device’s fingerprint, face, or PIN instead of a password."
      isFlush
      actions={add}
    >
      <Loaded read={read} lines={2}>
        {({ data }) => (
          <Table
            label="Passkeys"
            columns={[...COLUMNS, actionsColumn(setOpen)]}
            rows={data}
            keyOf={({ id }) => String(id)}
            empty={
              <EmptyNote title="No passkeys yet">
                {isPossible
                  ? 'Add a passkey for each device that you sign in with. Passkeys protect you from phishing.'
                  : 'Passkeys aren’t available at this URL. Passkeys require HTTPS and a domain name, or localhost.'}
              </EmptyNote>
            }
          />
        )}
      </Loaded>
      {open === 'add' && <Add onClose={() => setOpen(undefined)} />}
      {typeof open === 'object' && <Remove of={open} onClose={() => setOpen(undefined)} />}
    </Card>
  );
}

const COLUMNS: readonly Column<Passkey>[] = [
  { key: 'name', header: 'Name', isMain: true, cell: ({ name }) => <span className="font-medium">{name}</span> },
  { key: 'added', header: 'Added', isExtra: true, cell: ({ created_at: at }) => <Time at={at} style="date" /> },
  {
    key: 'used',
    header: 'Last used',
    isRight: true,
    cell: ({ last_used_at: at }) => <Last at={at} word="used" />,
  },
];

function actionsColumn(onRemove: (passkey: Passkey) => void): Column<Passkey> {
  return {
    key: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    isRight: true,
    width: 'w-14',
    cell: (passkey) => (
      <RowMenu
        label={`Actions for ${passkey.name}`}
        actions={[{ label: 'Delete', isDanger: true, onClick: () => onRemove(passkey) }]}
      />
    ),
  };
}

/** Renders the dialog that adds a passkey. The password is only required if the user has not signed in recently. */
function Add({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { error, isPending, run } = useTask(
    ({ name, password }: { name: string; password: string | undefined }) => addPasskey(name, password),
    () => {
      refresh(CHANGED);
      toast('Passkey added.');
      onClose();
    },
  );
  const [isPasswordAsked, setPasswordAsked] = useState(false);
  if (error?.code === 'forbidden' && !isPasswordAsked) setPasswordAsked(true);
  return (
    <FormDialog
      title="Add passkey"
      isOpen
      onClose={onClose}
      action="Add passkey"
      isBusy={isPending}
      problem={isPasswordAsked && error?.code === 'forbidden' ? null : error}
      fields={['name', 'password']}
      onSubmit={(form) =>
        run({ name: textOf(form, 'name'), password: isPasswordAsked ? textIn(form, 'password') : undefined })
      }
    >
      <Field
        label="Name"
        name="name"
        hint="The name helps you recognize the device later."
        defaultValue={deviceOf(navigator.userAgent)}
        autoComplete="off"
        autoFocus
        problem={error}
      />
      {isPasswordAsked && (
        <PasswordField
          label="Your password"
          name="password"
          hint="You signed in a while ago. Enter your password to confirm that it’s you."
          autoFocus
          problem={error}
        />
      )}
    </FormDialog>
  );
}

function Remove({ of, onClose }: { readonly of: Passkey; readonly onClose: () => void }): ReactNode {
  return (
    <DeleteDialog
      operation="DELETE /dashboard/me/passkeys/{id}"
      id={of.id}
      noun="passkey"
      name={of.name}
      refresh={CHANGED}
      onClose={onClose}
    >
      You can no longer sign in with this passkey. Delete the passkey on your device too, so that the device no longer
      offers it.
    </DeleteDialog>
  );
}
