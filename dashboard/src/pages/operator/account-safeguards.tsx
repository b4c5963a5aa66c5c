import { useState, type ReactNode } from 'react';
import type { Answer, ApiProblem, Input, OperationName } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { FormDialog } from '../../components/dialog.tsx';
import { Checkbox, Field } from '../../components/field.tsx';
import { Loaded } from '../../components/states.tsx';
import { Card } from '../../components/page.tsx';
import { Select } from '../../components/select.tsx';
import { toast } from '../../components/toast.tsx';
import { numberOf } from '../../form-values.ts';
import { numberFaults } from '../../number-faults.ts';
import { useAct, useRead } from '../../reading.ts';
import { plural } from '../../words.ts';
import { SafeguardList } from '../campaigns/safeguards-list.tsx';
import { ACCOUNT_CHANGED } from './refreshed.ts';

type Safeguards = Answer<'GET /dashboard/operator/accounts/{id}/campaign-safeguards'>;
type Change = NonNullable<Input<'PATCH /dashboard/operator/accounts/{id}/campaign-safeguards'>['body']>;
const SAFEGUARDS_CHANGED: readonly OperationName[] = [
  ...ACCOUNT_CHANGED,
  'GET /dashboard/operator/accounts/{id}/campaign-safeguards',
  'GET /dashboard/campaign-safeguards',
];

type NumberName = Exclude<keyof Change, 'approval' | 'optimized'>;

/** Labels of the settings that the operator can override for an account. */
const NUMBERS: readonly { readonly name: NumberName; readonly label: string }[] = [
  { name: 'warm_up_contacts', label: 'Warm-up: contacts' },
  { name: 'warm_up_hours', label: 'Warm-up: duration (hours)' },
  { name: 'warm_up_delivered', label: 'Warm-up: delivered emails required' },
  { name: 'warm_up_open_percent', label: 'Warm-up: minimum open rate (%)' },
  { name: 'canary_audience', label: 'First wave: minimum audience' },
  { name: 'canary_percent', label: 'First wave: share of audience (%)' },
  { name: 'canary_least', label: 'First wave: minimum contacts' },
  { name: 'canary_most', label: 'First wave: maximum contacts' },
  { name: 'canary_minutes', label: 'First wave: duration (minutes)' },
  { name: 'stop_bounce_percent', label: 'Stop above this bounce rate (%)' },
  { name: 'stop_complaint_percent', label: 'Stop above this complaint rate (%)' },
  { name: 'stop_minimum', label: 'Stop only after this many delivered or bounced emails' },
  { name: 'optimized_after_hours', label: 'Optimized: evaluation delay (hours)' },
  { name: 'optimized_open_percent', label: 'Optimized: minimum open rate (%)' },
  { name: 'optimized_bounce_percent', label: 'Optimized: maximum bounce rate (%)' },
  { name: 'optimized_complaint_percent', label: 'Optimized: maximum complaint rate (%)' },
  { name: 'optimized_good_campaigns', label: 'Optimized: good campaigns required' },
  { name: 'hourly_mails', label: 'Campaign emails per hour' },
  { name: 'daily_mails', label: 'Campaign emails per 24 hours' },
];

const APPROVALS = [
  { value: '', label: 'Installation default' },
  { value: 'off', label: 'Not required' },
  { value: 'findings', label: 'When checks find problems' },
  { value: 'always', label: 'Always' },
];

/** Renders the safeguards for an account's campaigns, and the settings that are overridden for this account. */
export function AccountSafeguards({ id }: { readonly id: string }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const read = useRead('GET /dashboard/operator/accounts/{id}/campaign-safeguards', { params: { id } });
  const own = Object.keys(read.data?.overrides ?? {}).length;
  return (
    <Card
      title="Campaign safeguards"
      summary={
        own === 0
          ? 'This account uses the defaults of the plan and the installation.'
          : `${plural(own, 'setting is', 'settings are')} overridden for this account.`
      }
      actions={read.data && <Button onClick={() => setOpen(true)}>Edit safeguards</Button>}
    >
      <Loaded read={read} lines={4}>
        {(safeguards) => (
          <>
            <SafeguardList safeguards={safeguards.safeguards} />
            {isOpen && <ChangeSafeguards id={id} safeguards={safeguards} onClose={() => setOpen(false)} />}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function ChangeSafeguards(props: {
  readonly id: string;
  readonly safeguards: Safeguards;
  readonly onClose: () => void;
}): ReactNode {
  const { safeguards, id, onClose } = props;
  const isOptimized = safeguards.safeguards.some(
    ({ safeguard, is_holding: isOn }) => safeguard === 'optimized' && isOn,
  );
  const [approval, setApproval] = useState(String(safeguards.overrides['approval'] ?? ''));
  const [fault, setFault] = useState<ApiProblem | null>(null);
  const change = useAct('PATCH /dashboard/operator/accounts/{id}/campaign-safeguards', {
    refresh: SAFEGUARDS_CHANGED,
    onDone: () => {
      toast('Safeguards updated.');
      onClose();
    },
  });
  const problem = fault ?? change.error;
  const submit = (form: FormData): void => {
    const found = numberFaults(
      form,
      NUMBERS.map(({ name }) => name),
    );
    setFault(found);
    if (found) return;
    const chosen = APPROVAL_MODES.find((mode) => mode === approval) ?? null;
    const optimized = form.has('optimized');
    change.act({
      params: { id },
      body: { ...numbersOf(form), approval: chosen, ...(optimized !== isOptimized && { optimized }) },
    });
  };
  return (
    <FormDialog
      title="Edit safeguards"
      description="Empty fields use the plan or installation default, which is shown as a placeholder."
      isOpen
      width="wide"
      onClose={onClose}
      action="Save changes"
      isBusy={change.isPending}
      problem={problem}
      fields={NUMBERS.map(({ name }) => name)}
      onSubmit={submit}
    >
      <Select label="Content approval" isLabelShown choices={APPROVALS} value={approval} onChange={setApproval} />
      <Checkbox
        name="optimized"
        label="Send campaigns to engaged contacts only"
        hint="This setting turns on optimized mode, which ends automatically once enough campaigns in a row have good results."
        defaultChecked={isOptimized}
      />
      <NumberFields safeguards={safeguards} problem={problem} />
    </FormDialog>
  );
}

function numbersOf(form: FormData): Partial<Record<NumberName, number | null>> {
  return Object.fromEntries(NUMBERS.map(({ name }) => [name, numberOf(form, name)]));
}

function NumberFields({
  safeguards,
  problem,
}: {
  readonly safeguards: Safeguards;
  readonly problem: ApiProblem | null;
}): ReactNode {
  return (
    <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
      {NUMBERS.map(({ label, name }) => (
        <Field
          key={name}
          label={label}
          name={name}
          inputMode="decimal"
          placeholder={String(safeguards.limits[name] ?? 'no limit')}
          defaultValue={safeguards.overrides[name] ?? ''}
          autoComplete="off"
          problem={problem}
        />
      ))}
    </div>
  );
}

const APPROVAL_MODES = ['off', 'findings', 'always'] as const;
