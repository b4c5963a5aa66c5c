import { useState, type ReactNode } from 'react';
import { Mail } from 'lucide-react';
import { ButtonLink } from '../../components/button.tsx';
import { RowMenu, type RowAction } from '../../components/row-menu.tsx';
import { toast } from '../../components/toast.tsx';
import { useProblemToast } from '../../problem-toast.ts';
import { useAct } from '../../reading.ts';
import { count } from '../../words.ts';
import { percent } from '../campaigns/campaign-words.ts';
import { Delay } from './delay.tsx';
import { DragHandle, NewMark } from './drag-handle.tsx';
import type { FlowStep } from './flow-words.ts';
import { ChangeMail, RemoveMail } from './mail-dialogs.tsx';
import { StepContacts } from './step-contacts.tsx';
import type { ShownFlow } from './use-flow.ts';
import type { useReorder } from './use-reorder.ts';
import { CHANGED, type Automation, type Item } from './words.ts';

type Opened = 'change' | 'remove';

interface Props {
  readonly automation: Automation;
  readonly flow: ShownFlow;
  readonly step: FlowStep;
  /** Current index of the step in its list. */
  readonly place: number;
  /** Ordinal number of the email among the automation's emails. */
  readonly number: number;
  readonly isLifted: boolean;
  /** Properties of the step's drag handle. Undefined if the step cannot be moved. */
  readonly handle: ReturnType<ReturnType<typeof useReorder>['handleOf']> | undefined;
  readonly mayChange: boolean;
  /** Opens the dialog that removes the email from the draft. Only called if changes are saved in the draft. */
  readonly onRemove: () => void;
  /** Additional actions in the menu of the email. */
  readonly actions?: readonly RowAction[] | undefined;
  /** Shown before the delay. */
  readonly gap?: ReactNode;
}

/** Renders an email of an automation, its delay, and its results. */
export function Step(props: Props): ReactNode {
  const { automation, flow, gap, handle, isLifted, mayChange, number, place, step } = props;
  const [opened, setOpened] = useState<Opened>();
  const item = automation.automation_items.find(({ id }) => id === step.id);
  const { subject = '' } = step;
  const close = (): void => setOpened(undefined);
  return (
    <li data-step={step.id} style={{ order: place }} className="flex flex-col">
      {gap}
      <Delay automation={automation} flow={flow} step={step} mayChange={mayChange} />
      <div
        className={`flex items-start gap-2 card p-4 max-sm:flex-wrap ${isLifted ? 'relative z-10 ring-2 ring-accent' : ''}`}
      >
        {handle ? (
          <DragHandle handle={handle} isLifted={isLifted} label={`Move email ${number}, ${subject}`} />
        ) : (
          <span className="flex size-8 shrink-0 items-center justify-center text-ink-3">
            <Mail className="size-4" aria-hidden />
          </span>
        )}
        <div className="min-w-0 flex-1">
          <h2 className="truncate font-medium">
            <span className="sr-only">Email {number}: </span>
            {subject}
          </h2>
          {item ? (
            <>
              <Envelope of={item.campaign} />
              <Figures of={item} goals={step.goal_count} />
            </>
          ) : (
            <NewMark />
          )}
          {step.fault && <p className="mt-2 rounded-control bg-warn-soft px-3 py-2 text-sm text-warn">{step.fault}</p>}
        </div>
        <Links {...props} item={item} onOpen={setOpened} />
      </div>
      {opened === 'change' && item && <ChangeMail item={item} onClose={close} />}
      {opened === 'remove' && item && <RemoveMail item={item} onClose={close} />}
    </li>
  );
}

/** Renders the link to the editor of the email, and the menu with the actions for the email. */
function Links({
  actions = [],
  flow,
  item,
  mayChange,
  onOpen,
  onRemove,
  step,
}: Props & { readonly item: Item | undefined; readonly onOpen: (opened: Opened) => void }): ReactNode {
  const { campaign_id: campaignId = item?.campaign_id, subject = '' } = step;
  const duplicate = useAct('POST /automation-emails/{id}/duplicate', {
    refresh: CHANGED,
    onDone: () => toast(`Copy of “${subject}” added as the next email.`),
  });
  useProblemToast(duplicate.error);
  const path = `/campaigns/${campaignId}`;
  if (!mayChange) {
    return <div className="flex shrink-0 items-center gap-1">{item && <ButtonLink to={path}>View</ButtonLink>}</div>;
  }
  return (
    <div className="flex shrink-0 items-center gap-1">
      <ButtonLink to={`${path}/edit`}>Edit</ButtonLink>
      <RowMenu
        label={`Actions for ${subject}`}
        actions={[
          ...(item ? [{ label: 'Edit subject and sender', onClick: () => onOpen('change') }] : []),
          ...(flow.isDrafting
            ? []
            : [{ label: 'Duplicate', onClick: () => duplicate.act({ params: { id: String(step.id) } }) }]),
          ...actions,
          { label: 'Remove', onClick: flow.isDrafting ? onRemove : () => onOpen('remove'), isDanger: true },
        ]}
      />
    </div>
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

function Figures({ goals, of }: { readonly goals: number; readonly of: Item }): ReactNode {
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
