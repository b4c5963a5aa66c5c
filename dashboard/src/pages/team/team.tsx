import { useState, type ReactNode } from 'react';
import { UserPlus } from 'lucide-react';
import { useDoParameter } from '../../do-parameter.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Card, Facts, Page } from '../../components/page.tsx';
import { RowMenu, type RowAction } from '../../components/row-menu.tsx';
import { Last } from '../../components/last.tsx';
import { Loaded } from '../../components/states.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { useRead } from '../../reading.ts';
import { useMay, useSession } from '../../session.ts';
import { plural } from '../../words.ts';
import { Invitations } from './invitations.tsx';
import { ChangeRole, Invite, RemoveMember } from './member-dialogs.tsx';
import { mayDo, roleName, ROLES, type Member } from './roles.ts';

type Open = 'invite' | { readonly what: 'role' | 'remove'; readonly member: Member };

/** Renders the members of the account with their roles, and the open invitations. */
export default function Team(): ReactNode {
  const [open, setOpen] = useState<Open>();
  const mayInvite = useMay('dashboard:admin');
  const { account } = useSession();
  const read = useRead('GET /dashboard/team', {});
  useDoParameter(mayInvite && 'invite', () => setOpen('invite'));
  const invite = mayInvite && (
    <Button look="primary" onClick={() => setOpen('invite')}>
      <UserPlus className="size-4" aria-hidden /> Invite member
    </Button>
  );
  return (
    <Page
      title="Team"
      summary={
        mayInvite
          ? `Members of ${account.name}.`
          : `Members of ${account.name}. Only owners and admins can invite members and change roles.`
      }
      actions={invite}
    >
      <Loaded read={read}>
        {({ invitations, members }) => (
          <>
            <Card title="Members" summary={plural(members.length, 'person', 'people')} isFlush>
              <Members members={members} setOpen={setOpen} />
            </Card>
            <Invitations invitations={invitations} onInvite={mayInvite ? () => setOpen('invite') : undefined} />
          </>
        )}
      </Loaded>
      <Card title="Roles">
        <Facts rows={ROLES.map(({ label, may }) => [label, may] as const)} />
      </Card>
      <Dialogs open={open} onClose={() => setOpen(undefined)} />
    </Page>
  );
}

function Dialogs({ open, onClose }: { readonly open: Open | undefined; readonly onClose: () => void }): ReactNode {
  if (open === undefined) return null;
  if (open === 'invite') return <Invite onClose={onClose} />;
  if (open.what === 'role') return <ChangeRole of={open.member} onClose={onClose} />;
  return <RemoveMember of={open.member} onClose={onClose} />;
}

function Members(props: { readonly members: readonly Member[]; readonly setOpen: (next: Open) => void }): ReactNode {
  const { members, setOpen } = props;
  const { person } = useSession();
  const owners = members.filter(({ role }) => role === 'owner').length;
  const actionsOf = (member: Member): readonly RowAction[] => {
    const may = mayDo(person, member, owners);
    const change = { label: 'Change role', onClick: () => setOpen({ what: 'role', member }) };
    const label = member.id === person.id ? 'Leave account' : 'Remove';
    const remove = { label, isDanger: true, onClick: () => setOpen({ what: 'remove', member }) };
    return [...(may.changeRole ? [change] : []), ...(may.remove ? [remove] : [])];
  };
  const columns: readonly Column<Member>[] = [
    {
      key: 'person',
      header: 'Member',
      isMain: true,
      cell: ({ email, id, name }) => (
        <>
          <span className="flex flex-wrap items-center gap-2 font-medium">
            {name || email}
            {id === person.id && <Badge>you</Badge>}
          </span>
          <span className="text-sm text-ink-3">{email}</span>
        </>
      ),
    },
    { key: 'role', header: 'Role', cell: ({ role }) => roleName(role) },
    { key: 'joined', header: 'Joined', isExtra: true, cell: ({ joined_at: at }) => <Time at={at} style="date" /> },
    {
      key: 'seen',
      header: 'Last seen',
      isRight: true,
      cell: ({ last_seen_at: at }) => <Last at={at} word="seen" never="not recently" />,
    },
    {
      key: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      isRight: true,
      width: 'w-14',
      cell: (member) => {
        const actions = actionsOf(member);
        return actions.length > 0 && <RowMenu label={`Actions for ${member.name || member.email}`} actions={actions} />;
      },
    },
  ];
  return <Table label="Members" columns={columns} rows={members} keyOf={({ id }) => String(id)} empty={null} />;
}
