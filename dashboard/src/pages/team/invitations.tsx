import { useState, type ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { Card } from '../../components/page.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { toast } from '../../components/toast.tsx';
import { useProblemToast } from '../../problem-toast.ts';
import { useAct } from '../../reading.ts';
import { useSession } from '../../session.ts';
import { roleName, rolesToGive, type OpenInvitation } from './roles.ts';

const TEAM = ['GET /dashboard/team'] as const;

/** Renders the open invitations. `onInvite` is undefined if the user may not invite others. */
export function Invitations(props: {
  readonly invitations: readonly OpenInvitation[];
  readonly onInvite: (() => void) | undefined;
}): ReactNode {
  const { invitations, onInvite } = props;
  const [withdrawn, setWithdrawn] = useState<OpenInvitation>();
  const resend = useAct('POST /dashboard/team/invitations/{id}/resend', {
    refresh: TEAM,
    onDone: ({ email }) => toast(`New link sent to ${email}. The previous link no longer works.`),
  });
  useProblemToast(resend.error);
  const { role } = useSession().person;
  if (invitations.length === 0 && !onInvite) return null;
  const actions: Column<OpenInvitation> = {
    key: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    isRight: true,
    width: 'w-14',
    cell: (invitation) =>
      rolesToGive(role).includes(invitation.role) && (
        <RowMenu
          label={`Actions for ${invitation.email}`}
          actions={[
            { label: 'Resend', onClick: () => resend.act({ params: { id: String(invitation.id) } }) },
            { label: 'Withdraw', isDanger: true, onClick: () => setWithdrawn(invitation) },
          ]}
        />
      ),
  };
  return (
    <Card title="Pending invitations" isFlush>
      <Table
        label="Pending invitations"
        columns={onInvite ? [...COLUMNS, actions] : COLUMNS}
        rows={invitations}
        keyOf={({ id }) => String(id)}
        empty={
          <div className="flex flex-col items-start gap-3 px-6 pb-6 text-ink-2 max-sm:px-4">
            No pending invitations. People you invite get an email with a link to join the account.
            <Button onClick={onInvite}>Invite member</Button>
          </div>
        }
      />
      {withdrawn && <Withdraw of={withdrawn} onClose={() => setWithdrawn(undefined)} />}
    </Card>
  );
}

const COLUMNS: readonly Column<OpenInvitation>[] = [
  { key: 'email', header: 'Email', isMain: true, cell: ({ email }) => <span className="font-medium">{email}</span> },
  { key: 'role', header: 'Role', cell: ({ role }) => roleName(role) },
  { key: 'by', header: 'Invited by', isExtra: true, cell: ({ invited_by: by }) => by ?? 'the operator' },
  {
    key: 'until',
    header: 'Expires',
    isRight: true,
    cell: ({ expires_at: at }) => (
      <>
        <span className="text-ink-3 sm:hidden">until </span>
        <Time at={at} style="date" />
      </>
    ),
  },
];

function Withdraw({ of, onClose }: { readonly of: OpenInvitation; readonly onClose: () => void }): ReactNode {
  const withdraw = useAct('DELETE /dashboard/team/invitations/{id}', {
    refresh: TEAM,
    onDone: () => {
      toast(`Invitation for ${of.email} withdrawn.`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Withdraw the invitation for ${of.email}?`}
      action="Withdraw invitation"
      isOpen
      isBusy={withdraw.isPending}
      problem={withdraw.error}
      onConfirm={() => withdraw.act({ params: { id: String(of.id) } })}
      onClose={onClose}
    >
      The link in the invitation email stops working.
    </ConfirmDialog>
  );
}
