import { useState, type FormEvent, type ReactNode } from 'react';
import { Clock } from 'lucide-react';
import type { ApiProblem } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Field, FormProblem } from '../../components/field.tsx';
import { Select } from '../../components/select.tsx';
import { textOf } from '../../form-values.ts';
import { useAct } from '../../reading.ts';
import { pathOf, treeOf, withDelay } from './flow-tree.ts';
import type { FlowStep } from './flow-words.ts';
import { useSteps, type ShownFlow } from './use-flow.ts';
import { CHANGED, delayHours, delayParts, delayWords, type Automation } from './words.ts';

const UNITS = [
  { value: 'hours', label: 'hours' },
  { value: 'days', label: 'days' },
];

interface Props {
  readonly automation: Automation;
  readonly flow: ShownFlow;
  /** The email after the delay. */
  readonly step: FlowStep;
}

/** Renders the delay before an email in the timeline. The user can edit the delay in place. */
export function Delay({ mayChange, ...props }: Props & { readonly mayChange: boolean }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { flow, step } = props;
  const words = delayWords(step.delay_hours ?? 0);
  const Form = flow.isDrafting ? ChangeInDraft : Change;
  return (
    <div className="ml-4 border-l-2 border-line py-3 pl-5">
      {isOpen && <Form {...props} onClose={() => setOpen(false)} />}
      {!isOpen && (
        <span className="flex items-center gap-2 text-ink-2">
          <Clock className="size-4 text-ink-3" aria-hidden />
          {mayChange ? (
            <button
              type="button"
              onClick={() => setOpen(true)}
              aria-label={`${words}. Change the delay before ${step.subject}`}
              className="rounded-control px-1.5 py-1 underline decoration-line-strong decoration-dotted underline-offset-4 hover:bg-sunken max-sm:py-2"
            >
              {words}
            </button>
          ) : (
            words
          )}
        </span>
      )}
    </div>
  );
}

type FormProps = Props & { readonly onClose: () => void };

function Change({ onClose, step }: FormProps): ReactNode {
  const change = useAct('PATCH /automation-emails/{id}', { refresh: CHANGED, onDone: onClose });
  return (
    <DelayForm
      hours={step.delay_hours ?? 0}
      field="delay_hours"
      isBusy={change.isPending}
      problem={change.error}
      onClose={onClose}
      onSubmit={(hours) => change.act({ params: { id: String(step.id) }, body: { delay_hours: hours } })}
    />
  );
}

function ChangeInDraft({ automation, flow, onClose, step }: FormProps): ReactNode {
  const change = useSteps(automation, flow, 'Delay changed', onClose);
  const tree = treeOf(flow.steps);
  return (
    <DelayForm
      hours={step.delay_hours ?? 0}
      field={`${pathOf(tree, ({ id }) => id === step.id)}.delay_hours`}
      isBusy={change.isPending}
      problem={change.error}
      onClose={onClose}
      onSubmit={(hours) => change.save(withDelay(tree, step.id, hours))}
    />
  );
}

function DelayForm({
  field,
  hours,
  isBusy,
  onClose,
  onSubmit,
  problem,
}: {
  readonly hours: number;
  /** Name of the field, as in errors of the API. */
  readonly field: string;
  readonly isBusy: boolean;
  readonly problem: ApiProblem | null;
  readonly onClose: () => void;
  readonly onSubmit: (hours: number) => void;
}): ReactNode {
  const parts = delayParts(hours);
  const [unit, setUnit] = useState<string>(parts.unit);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onSubmit(delayHours(Number(textOf(new FormData(event.currentTarget), field)), unit));
  };
  return (
    <form
      onSubmit={submit}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
      noValidate
      className="flex flex-wrap items-end gap-2"
    >
      <Field
        label="Wait"
        name={field}
        type="number"
        min={0}
        step={1}
        defaultValue={String(parts.number)}
        problem={problem}
        autoFocus
        className="w-28"
      />
      <Select label="Unit" choices={UNITS} value={unit} onChange={setUnit} />
      <Button type="submit" look="primary" isBusy={isBusy}>
        Save
      </Button>
      <Button look="quiet" onClick={onClose}>
        Cancel
      </Button>
      <p className="w-full text-sm text-ink-3">
        The new delay also applies to contacts already waiting for this email. Enter 0 to send the email immediately.
      </p>
      <FormProblem problem={problem} fields={[field]} />
    </form>
  );
}
