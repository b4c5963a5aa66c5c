import { useState, type ReactNode } from 'react';
import type { Answer, ApiProblem } from '../../api.ts';
import { FormDialog } from '../../components/dialog.tsx';
import { Checkbox, Field } from '../../components/field.tsx';
import { toast } from '../../components/toast.tsx';
import { numberOf, textOf } from '../../form-values.ts';
import { numberFaults } from '../../number-faults.ts';
import { useAct } from '../../reading.ts';
import { plural, words } from '../../words.ts';

export type Plan = Answer<'GET /dashboard/operator/plans'>['data'][number];

const CHANGED = [
  'GET /dashboard/operator/plans',
  'GET /dashboard/operator/accounts',
  'GET /dashboard/account',
  'GET /dashboard/overview',
] as const;

const LIMITS = [
  { name: 'monthly_quota', label: 'Emails per month', empty: 'no limit' },
  { name: 'daily_quota', label: 'Emails per day', empty: 'no limit' },
  { name: 'rate_per_second', label: 'Requests per second', empty: 'no limit' },
  { name: 'rate_per_minute', label: 'Requests per minute', empty: 'no limit' },
  { name: 'contact_limit', label: 'Contacts', empty: 'no limit' },
  { name: 'form_limit', label: 'Forms', empty: 'no limit' },
  { name: 'campaign_monthly_quota', label: 'Campaign emails per month', empty: 'no limit' },
  { name: 'campaign_daily_quota', label: 'Campaign emails per 24 hours', empty: 'installation default' },
  { name: 'campaign_hourly_quota', label: 'Campaign emails per hour', empty: 'installation default' },
  { name: 'overage_cents_per_thousand', label: 'Overage price per 1,000 emails (US cents)', empty: 'no overage' },
] as const;

type Limits = Record<(typeof LIMITS)[number]['name'], number | null> & { readonly api_access: boolean };

/** Renders the form that creates or changes a plan. A change applies to all accounts that have the plan. */
export function PlanForm({ of, onClose }: { readonly of?: Plan; readonly onClose: () => void }): ReactNode {
  const onDone = (): void => {
    toast(of ? 'Plan updated.' : 'Plan created.');
    onClose();
  };
  const make = useAct('POST /dashboard/operator/plans', { refresh: CHANGED, onDone });
  const change = useAct('PATCH /dashboard/operator/plans/{name}', { refresh: CHANGED, onDone });
  const [fault, setFault] = useState<ApiProblem | null>(null);
  const { error: reported, isPending } = of ? change : make;
  const error = fault ?? reported;
  const submit = (form: FormData): void => {
    const found = numberFaults(
      form,
      LIMITS.map(({ name }) => name),
    );
    setFault(found);
    if (found) return;
    if (of) change.act({ params: { name: of.name }, body: limitsOf(form) });
    else make.act({ body: { name: textOf(form, 'name'), ...limitsOf(form) } });
  };
  return (
    <FormDialog
      title={of ? `Edit ${words(of.name)}` : 'Create plan'}
      {...(of && { description: `Changes apply immediately to ${plural(of.accounts, 'account')}.` })}
      isOpen
      width="wide"
      onClose={onClose}
      action={of ? 'Save changes' : 'Create plan'}
      isBusy={isPending}
      problem={error}
      fields={['name', ...LIMITS.map(({ name }) => name)]}
      onSubmit={submit}
    >
      {!of && (
        <Field
          label="Name"
          name="name"
          placeholder="team"
          hint="Use lowercase letters, digits, _, and -. You can’t change the name later."
          autoComplete="off"
          autoCapitalize="none"
          autoFocus
          problem={error}
        />
      )}
      <LimitFields problem={error} {...(of && { of })} />
      <Checkbox
        name="api_access"
        label="Allow the account API"
        hint="Accounts can manage contacts, lists, campaigns, and domains with access tokens and OAuth clients."
        defaultChecked={of?.api_access ?? true}
      />
    </FormDialog>
  );
}

function LimitFields({ of, problem }: { readonly of?: Plan; readonly problem: ApiProblem | null }): ReactNode {
  return (
    <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
      {LIMITS.map(({ empty, label, name }) => (
        <Field
          key={name}
          label={label}
          name={name}
          inputMode="numeric"
          placeholder={empty}
          defaultValue={of?.[name] ?? ''}
          autoComplete="off"
          problem={problem}
        />
      ))}
    </div>
  );
}

function limitsOf(form: FormData): Limits {
  return {
    monthly_quota: numberOf(form, 'monthly_quota'),
    daily_quota: numberOf(form, 'daily_quota'),
    rate_per_second: numberOf(form, 'rate_per_second'),
    rate_per_minute: numberOf(form, 'rate_per_minute'),
    contact_limit: numberOf(form, 'contact_limit'),
    form_limit: numberOf(form, 'form_limit'),
    campaign_monthly_quota: numberOf(form, 'campaign_monthly_quota'),
    campaign_daily_quota: numberOf(form, 'campaign_daily_quota'),
    campaign_hourly_quota: numberOf(form, 'campaign_hourly_quota'),
    overage_cents_per_thousand: numberOf(form, 'overage_cents_per_thousand'),
    api_access: form.has('api_access'),
  };
}
