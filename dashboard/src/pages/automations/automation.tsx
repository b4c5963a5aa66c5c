import { type ReactNode, useState } from 'react';
import { useParams } from '@tanstack/react-router';
import { Badge } from '../../components/badge.tsx';
import { Page } from '../../components/page.tsx';
import { Loaded } from '../../components/states.tsx';
import { isUnknown, Unknown } from '../../components/unknown.tsx';
import { useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { count, duration } from '../../words.ts';
import { Timeline } from './timeline.tsx';
import type { Automation } from './words.ts';
import { Button } from '../../components/button.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { useGo } from '../../filters.ts';
import { DeleteAutomation, RenameAutomation, SwitchAutomation } from './automation-dialogs.tsx';
import { History } from './history-dialog.tsx';
import { AutomationSettings } from './settings-dialog.tsx';
import { TestAutomation } from './test-dialog.tsx';
import { useDuplicate } from '../../components/use-duplicate.ts';

type Opened = 'switch' | 'test' | 'history' | 'rename' | 'settings' | 'delete';

const LIST = { to: '/automations', label: 'Automations' };
/** Refresh interval in milliseconds while the automation is active. */
const ACTIVE_MS = 15_000;
const SECOND_MS = 1_000;

/** Renders an automation: its trigger, and its emails in order with the number of contacts at each step. */
export default function AutomationPage(): ReactNode {
  const { id = '' } = useParams({ strict: false });
  const mayChange = useMay('account');
  const read = useRead(
    'GET /automations/{id}',
    { params: { id } },
    { every: ({ data }) => (data?.active === true ? ACTIVE_MS : false) },
  );
  if (isUnknown(read) || read.error?.status === 403) {
    return (
      <Unknown noun="automation" list={LIST}>
        The automation may have been deleted.
      </Unknown>
    );
  }
  return (
    <Page
      title={read.data?.title ?? 'Automation'}
      back={LIST}
      summary={read.data && <AutomationStatus of={read.data} />}
      actions={read.data && mayChange && <Actions automation={read.data} />}
    >
      <Loaded read={read} lines={8}>
        {(automation) => (
          <>
            <Counts of={automation} />
            <Timeline automation={automation} mayChange={mayChange} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function AutomationStatus({ of }: { readonly of: Automation }): ReactNode {
  return of.active ? (
    <Badge tone="ok">active</Badge>
  ) : (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Badge>inactive</Badge>
      <span>No contacts enter the automation, and no emails are sent.</span>
    </span>
  );
}

function Counts({ of }: { readonly of: Automation }): ReactNode {
  const figures = [
    ['Entered', count(of.entered_count)],
    ['In progress', count(of.waiting_count)],
    ['Completed', count(of.finished_count)],
    ['Left early', count(of.left_count)],
    ...(of.goal_event === null ? [] : [[`Goal: ${of.goal_event}`, count(of.goal_count)] as const]),
    ...(of.average_goal_seconds === null
      ? []
      : [['Average time to goal', duration(of.average_goal_seconds * SECOND_MS)] as const]),
  ] as const;
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] card" aria-label="Contacts">
      {figures.map(([name, value]) => (
        <div key={name} className="flex flex-col px-5 py-3">
          <dt className="text-sm text-ink-3">{name}</dt>
          <dd className="text-xl font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Renders the actions that apply to the whole automation. */
function Actions({ automation }: { readonly automation: Automation }): ReactNode {
  const [opened, setOpened] = useState<Opened>();
  const go = useGo();
  const duplicate = useDuplicate('automation');
  const close = (): void => setOpened(undefined);
  return (
    <>
      <Button look={automation.active ? 'plain' : 'primary'} onClick={() => setOpened('switch')}>
        {automation.active ? 'Pause automation' : 'Activate automation'}
      </Button>
      <RowMenu
        label={`More actions for ${automation.title}`}
        actions={[
          { label: 'Test with a contact', onClick: () => setOpened('test') },
          { label: 'History', onClick: () => setOpened('history') },
          { label: 'Rename', onClick: () => setOpened('rename') },
          { label: 'Settings', onClick: () => setOpened('settings') },
          { label: 'Duplicate', onClick: () => duplicate.act({ params: { id: String(automation.id) } }) },
          { label: 'Delete', onClick: () => setOpened('delete'), isDanger: true },
        ]}
      />
      {opened === 'switch' && <SwitchAutomation automation={automation} onClose={close} />}
      {opened === 'test' && <TestAutomation automation={automation} onClose={close} />}
      {opened === 'history' && <History automation={automation} onClose={close} />}
      {opened === 'settings' && <AutomationSettings automation={automation} onClose={close} />}
      {opened === 'rename' && <RenameAutomation automation={automation} onClose={close} />}
      {opened === 'delete' && (
        <DeleteAutomation automation={automation} onClose={close} onDeleted={() => go('/automations')} />
      )}
    </>
  );
}
