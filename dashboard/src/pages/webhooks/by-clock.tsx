import { useState, type ReactNode } from 'react';
import { ApiProblem } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Combobox } from '../../components/combobox.tsx';
import { DateTimeField } from '../../components/date-time-field.tsx';
import { FormDialog } from '../../components/dialog.tsx';
import { textOf } from '../../form-values.ts';
import { knownZones, ownZone } from '../../zoned-time.ts';
import { spanOver } from './time-range.ts';

const HOUR_MS = 3_600_000;
const ZONES = knownZones().map((zone) => ({ value: zone, label: zone }));

interface Chosen extends Readonly<Record<string, string>> {
  readonly span: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Renders the dialog in which the user enters a range of the timeline as dates and times. The user can choose any time
 * zone, for example the one that an outage report uses.
 */
export function ByClock({ onChoose }: { readonly onChoose: (chosen: Chosen) => void }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Choose dates</Button>
      {isOpen && (
        <RangeForm
          onClose={close}
          onChoose={(chosen) => {
            onChoose(chosen);
            close();
          }}
        />
      )}
    </>
  );
}

function RangeForm(props: { readonly onClose: () => void; readonly onChoose: (chosen: Chosen) => void }): ReactNode {
  const { onChoose, onClose } = props;
  const [opened] = useState(() => Date.now());
  const [zone, setZone] = useState(ownZone);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const submit = (form: FormData): void => {
    const [from, to] = [textOf(form, 'from'), textOf(form, 'to')];
    const found = faultsOf(from, to, opened);
    setProblem(found);
    if (!found) onChoose({ span: spanOver(Date.parse(from), opened) ?? '', from, to });
  };
  return (
    <FormDialog
      title="Choose dates"
      description="Choose a range within the last 30 days."
      isOpen
      onClose={onClose}
      action="Show range"
      isBusy={false}
      problem={problem}
      fields={['from', 'to']}
      onSubmit={submit}
    >
      <Combobox label="Time zone" name="zone" choices={ZONES} value={zone} onChange={setZone} />
      <DateTimeField label="From" name="from" zone={zone} defaultValue={new Date(opened - HOUR_MS)} problem={problem} />
      <DateTimeField label="Until" name="to" zone={zone} defaultValue={new Date(opened)} problem={problem} />
    </FormDialog>
  );
}

/**
 * Returns a problem if a time is missing, the start is too old, or the end is not after the start. Otherwise returns
 * null.
 */
function faultsOf(from: string, to: string, nowMs: number): ApiProblem | null {
  const errors: Record<string, readonly string[]> = {};
  if (from === '') errors['from'] = ['must have a date and a time.'];
  else if (spanOver(Date.parse(from), nowMs) === undefined) errors['from'] = ['must be within the last 30 days.'];
  if (to === '') errors['to'] = ['must have a date and a time.'];
  else if (from !== '' && Date.parse(to) <= Date.parse(from)) errors['to'] = ['must be after the start.'];
  if (Object.keys(errors).length === 0) return null;
  return new ApiProblem({
    status: 422,
    name: 'validation_error',
    message: 'The time range isn’t valid.',
    fix: '',
    errors,
  });
}
