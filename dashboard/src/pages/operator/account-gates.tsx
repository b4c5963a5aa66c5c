import { useState, type ReactNode } from 'react';
import type { Answer, ApiProblem, Input } from '../../api.ts';
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
import { GateList } from '../campaigns/gates-list.tsx';
import { ACCOUNT_CHANGED } from './refreshed.ts';

type Gates = Answer<'GET /dashboard/operator/accounts/{id}/campaign-gates'>;
type Change = NonNullable<Input<'PATCH /dashboard/operator/accounts/{id}/campaign-gates'>['body']>;
type NumberName = Exclude<keyof Change, 'approval' | 'optimized'>;

/** What may be set for an account alone, as the page calls it. */
const NUMBERS: readonly { readonly name: NumberName; readonly label: string }[] = [
  { name: 'warm_up_contacts', label: 'Warming up: contacts' },
  { name: 'warm_up_hours', label: 'Warming up: hours' },
  { name: 'warm_up_delivered', label: 'Warm after delivered mails' },
  { name: 'warm_up_open_percent', label: 'Warming up: least opened, %' },
  { name: 'canary_audience', label: 'First wave: from contacts on' },
  { name: 'canary_percent', label: 'First wave: share, %' },
  { name: 'canary_least', label: 'First wave: contacts at least' },
  { name: 'canary_most', label: 'First wave: contacts at most' },
  { name: 'canary_minutes', label: 'First wave: minutes' },
  { name: 'stop_bounce_percent', label: 'Stops at bounces, %' },
  { name: 'stop_complaint_percent', label: 'Stops at complaints, %' },
  { name: 'stop_minimum', label: 'Stops from mails on' },
  { name: 'optimized_after_hours', label: 'Optimized: judged after hours' },
  { name: 'optimized_open_percent', label: 'Optimized: least opened, %' },
  { name: 'optimized_bounce_percent', label: 'Optimized: most bounced, %' },
  { name: 'optimized_complaint_percent', label: 'Optimized: most complaints, %' },
  { name: 'optimized_good_campaigns', label: 'Optimized: ends after good ones' },
  { name: 'hourly_mails', label: 'Campaign mails an hour' },
  { name: 'daily_mails', label: 'Campaign mails in 24 hours' },
];

const APPROVALS = [
  { value: '', label: 'As the installation says' },
  { value: 'off', label: 'Not needed' },
  { value: 'findings', label: 'When checks find something' },
  { value: 'always', label: 'Always' },
];

/** The gates of an account's campaigns as the operator sees them, and what is set for it alone. */
export function AccountGates({ id }: { readonly id: string }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const read = useRead('GET /dashboard/operator/accounts/{id}/campaign-gates', { params: { id } });
  const own = Object.keys(read.data?.overrides ?? {}).length;
  return (
    <Card
      title="Gates of its campaigns"
      summary={
        own === 0
          ? 'As the plan and the installation say.'
          : `${plural(own, 'number is', 'numbers are')} set for it alone.`
      }
      actions={read.data && <Button onClick={() => setOpen(true)}>Change the gates</Button>}
    >
      <Loaded read={read} lines={4}>
        {(gates) => (
          <>
            <GateList gates={gates.gates} />
            {isOpen && <ChangeGates id={id} gates={gates} onClose={() => setOpen(false)} />}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function ChangeGates(props: { readonly id: string; readonly gates: Gates; readonly onClose: () => void }): ReactNode {
  const { gates, id, onClose } = props;
  const isOptimized = gates.gates.some(({ gate, is_holding: isOn }) => gate === 'optimized' && isOn);
  const [approval, setApproval] = useState(String(gates.overrides['approval'] ?? ''));
  const [fault, setFault] = useState<ApiProblem | null>(null);
  const change = useAct('PATCH /dashboard/operator/accounts/{id}/campaign-gates', {
    refresh: [
      ...ACCOUNT_CHANGED,
      'GET /dashboard/operator/accounts/{id}/campaign-gates',
      'GET /dashboard/campaign-gates',
    ],
    onDone: () => {
      toast('The gates are changed.');
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
      title="Change the gates"
      description="A number that is left empty is as the plan or the installation says, which stands in the field."
      isOpen
      width="wide"
      onClose={onClose}
      action="Save"
      isBusy={change.isPending}
      problem={problem}
      fields={NUMBERS.map(({ name }) => name)}
      onSubmit={submit}
    >
      <Select label="Approval of contents" isLabelShown choices={APPROVALS} value={approval} onChange={setApproval} />
      <Checkbox
        name="optimized"
        label="Its campaigns go to engaged contacts only"
        hint="The optimized mode; it ends by itself after good campaigns."
        defaultChecked={isOptimized}
      />
      <NumberFields gates={gates} problem={problem} />
    </FormDialog>
  );
}

function numbersOf(form: FormData): Partial<Record<NumberName, number | null>> {
  return Object.fromEntries(NUMBERS.map(({ name }) => [name, numberOf(form, name)]));
}

function NumberFields({ gates, problem }: { readonly gates: Gates; readonly problem: ApiProblem | null }): ReactNode {
  return (
    <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
      {NUMBERS.map(({ label, name }) => (
        <Field
          key={name}
          label={label}
          name={name}
          inputMode="decimal"
          placeholder={String(gates.limits[name] ?? 'no limit')}
          defaultValue={gates.overrides[name] ?? ''}
          autoComplete="off"
          problem={problem}
        />
      ))}
    </div>
  );
}

const APPROVAL_MODES = ['off', 'findings', 'always'] as const;
