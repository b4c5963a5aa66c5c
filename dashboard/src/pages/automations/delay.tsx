import { useState, type FormEvent, type ReactNode } from 'react';
import { Clock } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { Field, FormProblem } from '../../components/field.tsx';
import { Select } from '../../components/select.tsx';
import { textOf } from '../../form-values.ts';
import { useAct } from '../../reading.ts';
import { CHANGED, delayHours, delayParts, delayWords, type Item } from './words.ts';

const UNITS = [
  { value: 'hours', label: 'hours' },
  { value: 'days', label: 'days' },
];

interface Props {
  readonly item: Item;
  readonly mayChange: boolean;
}

/** Renders the delay before an email in the timeline. The user can edit the delay in place. */
export function Delay({ item, mayChange }: Props): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="ml-4 border-l-2 border-line py-3 pl-5">
      {isOpen && <Change item={item} onClose={() => setOpen(false)} />}
      {!isOpen && (
        <span className="flex items-center gap-2 text-ink-2">
          <Clock className="size-4 text-ink-3" aria-hidden />
          {mayChange ? (
            <button
              type="button"
              onClick={() => setOpen(true)}
              aria-label={`${delayWords(item.delay_hours)}. Change the delay before ${item.campaign.subject}`}
              className="rounded-control px-1.5 py-1 underline decoration-line-strong decoration-dotted underline-offset-4 hover:bg-sunken max-sm:py-2"
            >
              {delayWords(item.delay_hours)}
            </button>
          ) : (
            delayWords(item.delay_hours)
          )}
        </span>
      )}
    </div>
  );
}

function Change({ item, onClose }: { readonly item: Item; readonly onClose: () => void }): ReactNode {
  const parts = delayParts(item.delay_hours);
  const [unit, setUnit] = useState<string>(parts.unit);
  const change = useAct('PATCH /automation-emails/{id}', { refresh: CHANGED, onDone: onClose });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const number = Number(textOf(new FormData(event.currentTarget), 'delay_hours'));
    change.act({ params: { id: String(item.id) }, body: { delay_hours: delayHours(number, unit) } });
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
        name="delay_hours"
        type="number"
        min={0}
        step={1}
        defaultValue={String(parts.number)}
        problem={change.error}
        autoFocus
        className="w-28"
      />
      <Select label="Unit" choices={UNITS} value={unit} onChange={setUnit} />
      <Button type="submit" look="primary" isBusy={change.isPending}>
        Save
      </Button>
      <Button look="quiet" onClick={onClose}>
        Cancel
      </Button>
      <p className="w-full text-sm text-ink-3">
        The new delay also applies to contacts already waiting for this email. Enter 0 to send the email immediately.
      </p>
      <FormProblem problem={change.error} fields={['delay_hours']} />
    </form>
  );
}
