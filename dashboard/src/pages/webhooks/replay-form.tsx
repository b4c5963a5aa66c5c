import { useState, type FormEvent, type ReactNode } from 'react';
import { RotateCcw } from 'lucide-react';
import type { ApiProblem } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Field, FormProblem } from '../../components/field.tsx';
import { Select } from '../../components/select.tsx';
import { toast } from '../../components/toast.tsx';
import { numberOf, textOf } from '../../form-values.ts';
import { useAct } from '../../reading.ts';
import { count, duration, plural } from '../../words.ts';
import { CHOICES, countOf, type Stretch } from './time-range.ts';

const DEFAULT_PER_SECOND = 10;

/**
 * Renders the form that replays deliveries from a range. The user chooses which deliveries to replay, how fast, and to
 * which URL.
 */
export function ReplayForm(props: {
  readonly from: string;
  readonly to: string;
  readonly sum: Omit<Stretch, 'at'>;
}): ReactNode {
  const { from, sum, to } = props;
  const [choice, setChoice] = useState<string>(sum.failed > 0 ? 'failed' : sum.held > 0 ? 'held' : 'all');
  const [perSecond, setPerSecond] = useState(DEFAULT_PER_SECOND);
  const events = countOf(choice, sum);
  const begin = useAct('POST /transactional/webhook/replays', {
    refresh: ['GET /transactional/webhook/replays'],
    onDone: () => toast('Replay started. The progress of the replay is shown below.'),
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const url = textOf(form, 'url');
    const { filter } = CHOICES.find(({ value }) => value === choice) ?? CHOICES[0];
    begin.act({
      body: {
        ...filter,
        created_after: from,
        created_before: to,
        per_second: numberOf(form, 'per_second') ?? DEFAULT_PER_SECOND,
        ...(url !== '' && { url }),
      },
    });
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <div className="grid grid-cols-[auto_8rem_minmax(0,1fr)] items-start gap-4 max-sm:grid-cols-1">
        <Select
          label="Send again"
          isLabelShown
          value={choice}
          onChange={setChoice}
          choices={CHOICES.map(({ label, value }) => ({ value, label: `${label} (${count(countOf(value, sum))})` }))}
        />
        <HowAndWhere problem={begin.error} onRate={setPerSecond} />
      </div>
      <FormProblem problem={begin.error} fields={['per_second', 'url']} />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" look="primary" isBusy={begin.isPending} disabled={events === 0}>
          <RotateCcw className="size-4" aria-hidden /> Send {plural(events, 'event')} again
        </Button>
        <p className="text-sm text-ink-3">
          The oldest events are sent first. Events keep their original IDs, so your server can skip duplicates.
          {perSecond > 0 && events > 0 && ` The replay takes about ${duration((events / perSecond) * 1000)}.`}
        </p>
      </div>
    </form>
  );
}

function HowAndWhere(props: {
  readonly problem: ApiProblem | null;
  readonly onRate: (perSecond: number) => void;
}): ReactNode {
  const { onRate, problem } = props;
  return (
    <>
      <Field
        label="Events per second"
        name="per_second"
        inputMode="numeric"
        defaultValue={DEFAULT_PER_SECOND}
        onChange={(event) => onRate(Number(event.target.value))}
        problem={problem}
      />
      <Field
        label="Send to another URL"
        name="url"
        type="url"
        placeholder="URL of the webhook"
        hint="For example, a staging host. Requests are signed with the webhook’s secret."
        autoComplete="off"
        problem={problem}
      />
    </>
  );
}
