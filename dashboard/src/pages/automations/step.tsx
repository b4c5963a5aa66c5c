import { useState, type ReactNode } from 'react';
import { GripVertical, Mail } from 'lucide-react';
import { ButtonLink } from '../../components/button.tsx';
import { RowMenu, type RowAction } from '../../components/row-menu.tsx';
import { toast } from '../../components/toast.tsx';
import { useProblemToast } from '../../problem-toast.ts';
import { useAct } from '../../reading.ts';
import { count } from '../../words.ts';
import { percent } from '../campaigns/campaign-words.ts';
import { Delay } from './delay.tsx';
import { ChangeMail, RemoveMail } from './mail-dialogs.tsx';
import { StepContacts } from './step-contacts.tsx';
import type { useReorder } from './use-reorder.ts';
import { CHANGED, type Item } from './words.ts';

type Opened = 'change' | 'remove';

interface Props {
  readonly item: Item;
  /** Current index of the step in the timeline. */
  readonly place: number;
  /** Ordinal number of the email among the automation's emails. Set only if the automation also has other steps. */
  readonly number?: number;
  readonly isLifted: boolean;
  /** Properties of the step's drag handle. Undefined if the step cannot be moved. */
  readonly handle: ReturnType<ReturnType<typeof useReorder>['handleOf']> | undefined;
  readonly mayChange: boolean;
  /** Number of contacts that reached the goal while they were waiting for the email. */
  readonly goals?: number | undefined;
  /** Additional actions in the menu of the email. */
  readonly actions?: readonly RowAction[] | undefined;
}

/** Renders an email of an automation, its delay, and its results. */
export function Step({
  actions = [],
  goals = 0,
  handle,
  isLifted,
  item,
  mayChange,
  place,
  number = place + 1,
}: Props): ReactNode {
  const [opened, setOpened] = useState<Opened>();
  const { campaign } = item;
  const close = (): void => setOpened(undefined);
  return (
    <li data-step={item.id} style={{ order: place }} className="flex flex-col">
      <Delay item={item} mayChange={mayChange} />
      <div
        className={`flex items-start gap-2 card p-4 max-sm:flex-wrap ${isLifted ? 'relative z-10 ring-2 ring-accent' : ''}`}
      >
        {handle ? (
          <button
            type="button"
            {...handle}
            aria-label={`Move email ${place + 1}, ${campaign.subject}`}
            aria-pressed={isLifted}
            title="Drag, or press Space and use the arrow keys"
            className="flex size-8 shrink-0 cursor-grab touch-none items-center justify-center rounded-control text-ink-3 hover:bg-sunken hover:text-ink aria-pressed:cursor-grabbing max-sm:size-10"
          >
            <GripVertical className="size-4" aria-hidden />
          </button>
        ) : (
          <span className="flex size-8 shrink-0 items-center justify-center text-ink-3">
            <Mail className="size-4" aria-hidden />
          </span>
        )}
        <div className="min-w-0 flex-1">
          <h2 className="truncate font-medium">
            <span className="sr-only">Email {number}: </span>
            {campaign.subject}
          </h2>
          <Envelope of={campaign} />
          <Figures of={item} goals={goals} />
          {item.fault && <p className="mt-2 rounded-control bg-warn-soft px-3 py-2 text-sm text-warn">{item.fault}</p>}
        </div>
        <div className="flex shrink-0 items-center gap-1">
          {mayChange ? (
            <>
              <ButtonLink to={`/campaigns/${campaign.id}/edit`}>Edit</ButtonLink>
              <Menu actions={actions} item={item} onOpen={setOpened} />
            </>
          ) : (
            <ButtonLink to={`/campaigns/${campaign.id}`}>View</ButtonLink>
          )}
        </div>
      </div>
      {opened === 'change' && <ChangeMail item={item} onClose={close} />}
      {opened === 'remove' && <RemoveMail item={item} onClose={close} />}
    </li>
  );
}

function Envelope({ of }: { readonly of: Item['campaign'] }): ReactNode {
  return (
    <p className="truncate text-sm text-ink-3">
      {of.from_name} &lt;{of.from_email}&gt;
      {of.preview_text && ` · ${of.preview_text}`}
    </p>
  );
}

/** Renders the menu with the actions for an email. */
function Menu({
  actions = [],
  item,
  onOpen,
}: {
  readonly actions: readonly RowAction[] | undefined;
  readonly item: Item;
  readonly onOpen: (opened: Opened) => void;
}): ReactNode {
  const { subject } = item.campaign;
  const duplicate = useAct('POST /automation-emails/{id}/duplicate', {
    refresh: CHANGED,
    onDone: () => toast(`Copy of “${subject}” added as the next email.`),
  });
  useProblemToast(duplicate.error);
  return (
    <RowMenu
      label={`Actions for ${subject}`}
      actions={[
        { label: 'Edit subject and sender', onClick: () => onOpen('change') },
        { label: 'Duplicate', onClick: () => duplicate.act({ params: { id: String(item.id) } }) },
        ...actions,
        { label: 'Remove', onClick: () => onOpen('remove'), isDanger: true },
      ]}
    />
  );
}

function Figures({ goals = 0, of }: { readonly goals: number | undefined; readonly of: Item }): ReactNode {
  const { stats } = of.campaign;
  const figures = [
    [
      'waiting',
      <StepContacts key="waiting" automationId={of.automation_id} stepId={of.id} waiting={of.waiting_count} />,
    ],
    ['sent', count(of.sent_count)],
    ['opened', percent(stats.open_rate)],
    ['clicked', percent(stats.click_rate)],
    ...(goals === 0 ? [] : [['reached the goal', count(goals)] as const]),
  ] as const;
  return (
    <dl className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {figures.map(([name, value]) => (
        <div key={name} className="flex flex-row-reverse gap-1">
          <dt className="text-ink-3">{name}</dt>
          <dd className="font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
