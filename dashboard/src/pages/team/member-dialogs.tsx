import { useState, type ReactNode } from 'react';
import { ConfirmDialog, FormDialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import type { Answer } from '../../api.ts';
import { toast } from '../../components/toast.tsx';
import { textOf } from '../../form-values.ts';
import { useAct, useRead } from '../../reading.ts';
import { useSession } from '../../session.ts';
import { enter } from '../sign-in/enter.ts';
import { roleName, ROLES, rolesToGive, type Member, type Role } from './roles.ts';

const TEAM = ['GET /dashboard/team'] as const;

/** Renders the form that invites an email address and assigns a role. */
export function Invite({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [role, setRole] = useState<Role>('member');
  const invite = useAct('POST /dashboard/team/invitations', {
    refresh: TEAM,
    onDone: ({ email }) => {
      toast(`Invitation sent to ${email}.`);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Invite member"
      description="The link in the invitation email expires after seven days."
      isOpen
      onClose={onClose}
      action="Send invitation"
      isBusy={invite.isPending}
      problem={invite.error}
      fields={['email']}
      onSubmit={(form) => invite.act({ body: { email: textOf(form, 'email'), role } })}
    >
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        autoFocus
        problem={invite.error}
      />
      <RoleChoice role={role} onChange={setRole} />
    </FormDialog>
  );
}

export function ChangeRole({ of, onClose }: { readonly of: Member; readonly onClose: () => void }): ReactNode {
  const [role, setRole] = useState<Role>(of.role);
  const { person } = useSession();
  const change = useAct('PATCH /dashboard/team/members/{id}', {
    refresh: [...TEAM, 'GET /dashboard/session'],
    onDone: () => {
      toast(`${of.name || of.email} now has the ${roleName(role).toLowerCase()} role.`);
      onClose();
    },
  });
  return (
    <FormDialog
      title={of.id === person.id ? 'Change your own role' : `Change the role of ${of.name || of.email}`}
      {...(of.id === person.id && {
        description: 'If you change your role, you may not be able to change it back yourself.',
      })}
      isOpen
      onClose={onClose}
      action="Save changes"
      isBusy={change.isPending}
      problem={change.error}
      onSubmit={() => change.act({ params: { id: String(of.id) }, body: { role } })}
    >
      <RoleChoice role={role} onChange={setRole} />
    </FormDialog>
  );
}

/** Renders the roles that the user may assign, and what each role means. */
function RoleChoice(props: { readonly role: Role; readonly onChange: (role: Role) => void }): ReactNode {
  const { role, onChange } = props;
  const own = useSession().person.role;
  const given = rolesToGive(own);
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium text-ink-2">Role</legend>
      {ROLES.filter(({ value }) => given.includes(value)).map(({ label, may, value }) => (
        <label key={value} className="flex items-start gap-2.5">
          <input
            type="radio"
            name="role"
            value={value}
            checked={role === value}
            onChange={() => onChange(value)}
            className="mt-0.5 size-4.5 shrink-0 accent-accent"
          />
          <span>
            <span className="block font-medium">{label}</span>
            <span className="block text-sm text-ink-3">{may}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Renders the dialog for removing a member from the account, or for leaving the account. */
export function RemoveMember({ of, onClose }: { readonly of: Member; readonly onClose: () => void }): ReactNode {
  const { account, person } = useSession();
  const isSelf = of.id === person.id;
  const name = of.name || of.email;
  const remove = useAct('DELETE /dashboard/team/members/{id}', {
    refresh: isSelf ? [] : TEAM,
    onDone: () => {
      if (isSelf) return enter();
      toast(`${name} removed from ${account.name}.`);
      onClose();
    },
  });
  const read = useRead('GET /dashboard/keys', {});
  const keys = (read.data?.data ?? []).filter(
    ({ made_by: maker, status }) => maker?.id === of.id && (status === 'living' || status === 'ending'),
  );
  return (
    <ConfirmDialog
      title={isSelf ? `Leave ${account.name}?` : `Remove ${name}?`}
      action={isSelf ? 'Leave account' : `Remove ${name}`}
      isOpen
      isBusy={remove.isPending}
      problem={remove.error}
      onConfirm={() => remove.act({ params: { id: String(of.id) } })}
      onClose={onClose}
    >
      <p>
        {isSelf
          ? 'You, your access tokens, and your applications lose access to this account. To rejoin, you need a new invitation.'
          : 'This member, their access tokens, and their applications lose access to the account. API keys keep working.'}
      </p>
      {keys.length > 0 && <KeysLeft isSelf={isSelf} keys={keys} />}
    </ConfirmDialog>
  );
}

/** Renders the API keys that a user has created. These keys keep working after the user has left the account. */
function KeysLeft(props: {
  readonly isSelf: boolean;
  readonly keys: Answer<'GET /dashboard/keys'>['data'];
}): ReactNode {
  const { isSelf, keys } = props;
  return (
    <>
      <p className="mt-3">
        {isSelf ? 'You created these keys' : 'This member created these keys'}. The owners are notified by email. The
        keys keep working until they are rotated or revoked:
      </p>
      <ul className="mt-2 max-h-48 list-disc overflow-y-auto pl-5" aria-label="Keys that keep working">
        {keys.map((key) => (
          <li key={key.id}>
            {key.name}{' '}
            <code className="font-mono text-sm text-ink-3">
              {key.prefix}…{key.last4}
            </code>
          </li>
        ))}
      </ul>
    </>
  );
}
