import { useState, type ReactNode } from 'react';
import type { ApiProblem, Input } from '../../api.ts';
import { FormDialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Select } from '../../components/select.tsx';
import { toast } from '../../components/toast.tsx';
import { numberOf, textOf } from '../../form-values.ts';
import { useAct, useRead } from '../../reading.ts';
import { KINDS, type Alert, type Kind } from './alert-words.ts';

const LIST = ['GET /transactional/alerts'] as const;
const FIELDS = ['tag', 'kind', 'threshold_percent', 'window_minutes', 'minimum_volume', 'email'];
const DEFAULT_WINDOW_MINUTES = 60;

type Body = Input<'POST /transactional/alerts'>['body'];

export function CreateAlert({ onClose }: { readonly onClose: () => void }): ReactNode {
  const create = useAct('POST /transactional/alerts', {
    refresh: LIST,
    onDone: () => reported('Alert created.', onClose),
  });
  return (
    <AlertForm
      title="Create alert"
      action="Create alert"
      isBusy={create.isPending}
      problem={create.error}
      onClose={onClose}
      onSubmit={(body) => create.act({ body })}
    />
  );
}

export function EditAlert({ alert, onClose }: { readonly alert: Alert; readonly onClose: () => void }): ReactNode {
  const change = useAct('PATCH /transactional/alerts/{id}', {
    refresh: LIST,
    onDone: () => reported('Alert updated.', onClose),
  });
  return (
    <AlertForm
      title="Edit alert"
      action="Save changes"
      alert={alert}
      isBusy={change.isPending}
      problem={change.error}
      onClose={onClose}
      onSubmit={(body) => change.act({ params: { id: String(alert.id) }, body })}
    />
  );
}

function reported(sentence: string, onClose: () => void): void {
  toast(sentence);
  onClose();
}

interface FormProps {
  readonly title: string;
  readonly action: string;
  readonly alert?: Alert;
  readonly isBusy: boolean;
  readonly problem: ApiProblem | null;
  readonly onClose: () => void;
  readonly onSubmit: (body: Body) => void;
}

function AlertForm({ alert, onSubmit, ...dialog }: FormProps): ReactNode {
  const [kind, setKind] = useState<Kind>(alert?.kind ?? 'bounce_rate');
  const { problem } = dialog;
  const isRate = kind !== 'silence';
  return (
    <FormDialog {...dialog} isOpen fields={FIELDS} onSubmit={(form) => onSubmit(bodyOf(form, kind))}>
      <TagField alert={alert} problem={problem} />
      <Select
        label="Trigger"
        isLabelShown
        choices={KINDS}
        value={kind}
        onChange={(value) => setKind(KINDS.find((each) => each.value === value)?.value ?? 'bounce_rate')}
      />
      {isRate && <RateFields alert={alert} problem={problem} />}
      <Field
        label={isRate ? 'Time window (minutes)' : 'Minutes without email'}
        name="window_minutes"
        inputMode="numeric"
        defaultValue={alert?.window_minutes ?? DEFAULT_WINDOW_MINUTES}
        problem={problem}
      />
      <Field
        label="Notification email"
        name="email"
        type="email"
        defaultValue={alert?.email ?? ''}
        placeholder="the account’s email address"
        autoComplete="off"
        problem={problem}
      />
    </FormDialog>
  );
}

interface PartProps {
  readonly alert: Alert | undefined;
  readonly problem: ApiProblem | null;
}

function RateFields({ alert, problem }: PartProps): ReactNode {
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field
        label="Threshold (%)"
        name="threshold_percent"
        inputMode="decimal"
        defaultValue={alert?.threshold_percent ?? 5}
        problem={problem}
      />
      <Field
        label="Minimum number of emails"
        name="minimum_volume"
        inputMode="numeric"
        defaultValue={alert?.minimum_volume ?? 20}
        problem={problem}
      />
    </div>
  );
}

function TagField({ alert, problem }: PartProps): ReactNode {
  const { data } = useRead('GET /transactional/tags', { query: { per_page: '100' } });
  return (
    <>
      <Field
        label="Tag"
        name="tag"
        list="known-tags"
        defaultValue={alert?.tag}
        placeholder="password_reset"
        autoComplete="off"
        autoFocus
        problem={problem}
      />
      <datalist id="known-tags">
        {data?.data.map(({ tag }) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
    </>
  );
}

function bodyOf(form: FormData, kind: Kind): Body {
  return {
    tag: textOf(form, 'tag'),
    kind,
    window_minutes: numberOf(form, 'window_minutes') ?? DEFAULT_WINDOW_MINUTES,
    email: textOf(form, 'email') || null,
    ...(kind !== 'silence' && {
      threshold_percent: numberOf(form, 'threshold_percent'),
      minimum_volume: numberOf(form, 'minimum_volume'),
    }),
  };
}
