import { useState, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { useAutosave, SaveState } from '../../autosave.tsx';
import { call, type Answer, type ApiProblem, type Input } from '../../api.ts';
import { Badge } from '../../components/badge.tsx';
import { Combobox } from '../../components/combobox.tsx';
import { Checkbox, Field, Switch } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Card, Facts, Page } from '../../components/page.tsx';
import { Loaded } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { toast } from '../../components/toast.tsx';
import { numberOf } from '../../form-values.ts';
import { numberFaults } from '../../number-faults.ts';
import { useProblemToast } from '../../problem-toast.ts';
import { refresh, useAct, useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { words } from '../../words.ts';
import { knownZones } from '../../zoned-time.ts';
import { DeleteAccount } from './delete-account.tsx';
import { ACCOUNT_STATUSES } from './account-statuses.ts';

type Account = Answer<'GET /dashboard/account'>;

const CHANGED = ['GET /dashboard/account', 'GET /dashboard/session', 'GET /dashboard/account/audit'] as const;

export default function Settings(): ReactNode {
  const mayChange = useMay('dashboard:admin');
  const mayDelete = useMay('dashboard:owner');
  const read = useRead('GET /dashboard/account', {});
  return (
    <Page
      title="Account"
      summary={
        mayChange
          ? 'Change the name, time zone, overage settings, and handling of suppressed recipients.'
          : 'Only owners and admins can change these settings.'
      }
    >
      <Loaded read={read}>
        {(account) => (
          <>
            <Glance account={account} />
            {mayChange && (
              <div className="grid grid-cols-2 items-start gap-5 max-lg:grid-cols-1">
                <Naming account={account} />
                <div className="flex flex-col gap-5">
                  <Overage account={account} />
                  <Suppressed account={account} />
                </div>
              </div>
            )}
            {mayDelete && !account.is_operator && <DeleteAccount name={account.name} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Glance({ account }: { readonly account: Account }): ReactNode {
  const accountStatus = ACCOUNT_STATUSES[account.status];
  return (
    <Card>
      <Facts
        rows={[
          ['Account', account.name],
          ['Email', account.email],
          [
            'Status',
            <Link key="state" to="/account/status" className="inline-flex">
              <Badge tone={accountStatus.tone}>{accountStatus.label}</Badge>
            </Link>,
          ],
          [
            'Plan',
            <Link key="plan" to="/usage" className="text-accent-ink underline underline-offset-2">
              {words(account.usage.plan)}
            </Link>,
          ],
          ['Time zone', account.timezone],
          ['Created', <Time key="since" at={account.created_at} style="date" />],
        ]}
      />
    </Card>
  );
}

/**
 * Renders the name and the time zone of the account. Saves them automatically, because saving an incomplete name does
 * no harm.
 */
function Naming({ account }: { readonly account: Account }): ReactNode {
  const [timezone, setTimezone] = useState(account.timezone);
  const { note, now, problem, saving } = useAutosave(async (body: Change) => {
    await call('PATCH /dashboard/account', { body });
    refresh(CHANGED);
  });
  return (
    <Card title="Name and time zone">
      <div className="flex max-w-md flex-col gap-4">
        <Field
          label="Name"
          name="name"
          defaultValue={account.name === account.email ? '' : account.name}
          placeholder={account.email}
          hint="This name appears in invitations and emails. Leave the field empty to show the email address instead."
          autoComplete="organization"
          onChange={(event) => note({ name: event.target.value.trim() })}
          onBlur={() => void now()}
          problem={problem}
        />
        <Combobox
          label="Time zone"
          name="timezone"
          choices={ZONES}
          value={timezone}
          onChange={(next) => {
            setTimezone(next);
            note({ timezone: next });
            void now();
          }}
          hint="Daily and monthly usage is always counted in UTC."
          problem={problem}
        />
        <SaveState now={now} saving={saving} />
      </div>
    </Card>
  );
}

type Change = NonNullable<Input<'PATCH /dashboard/account'>['body']>;

const ZONES = knownZones().map((zone) => ({ value: zone, label: zone }));

function Overage({ account }: { readonly account: Account }): ReactNode {
  const { available, cap_usd: cap, enabled, usd_per_thousand: price } = account.usage.overage;
  const [isOn, setOn] = useState(enabled);
  const [fault, setFault] = useState<ApiProblem | null>(null);
  const change = useAct('PATCH /dashboard/account', {
    refresh: [...CHANGED, 'GET /dashboard/overview'],
    onDone: () => toast('Overage settings saved. The changes apply starting with the next email you send.'),
  });
  if (!available) {
    return (
      <Card title="Overage">
        <p className="text-ink-2">
          {account.usage.month.limit === null
            ? `The ${words(account.usage.plan)} plan has no monthly limit, so overage doesn’t apply.`
            : `The ${words(account.usage.plan)} plan doesn’t allow overage.`}
        </p>
      </Card>
    );
  }
  const submit = (form: FormData): void => {
    const found = numberFaults(form, ['overage_cap_usd']);
    setFault(found);
    if (found) return;
    const most = numberOf(form, 'overage_cap_usd');
    change.act({ body: { overage_enabled: isOn, ...(isOn && most !== null && { overage_cap_usd: most }) } });
  };
  return (
    <Card title="Overage" summary={`${price} USD per 1,000 emails over the monthly quota.`}>
      <Form
        action="Save changes"
        isBusy={change.isPending}
        problem={fault ?? change.error}
        fields={['overage_cap_usd']}
        onSubmit={submit}
      >
        <Checkbox
          label="Continue sending after the quota is used up"
          hint="If you turn off this setting, emails are rejected once the monthly quota is used up."
          checked={isOn}
          onChange={(event) => setOn(event.target.checked)}
        />
        {isOn && (
          <Field
            label="Monthly overage limit (USD)"
            name="overage_cap_usd"
            inputMode="decimal"
            defaultValue={cap}
            hint="Emails are rejected once overage reaches this amount."
            className="max-w-60"
            problem={fault ?? change.error}
          />
        )}
      </Form>
    </Card>
  );
}

function Suppressed({ account }: { readonly account: Account }): ReactNode {
  const change = useAct('PATCH /dashboard/account', { refresh: CHANGED });
  const [wanted, setWanted] = useState(account.report_suppressed);
  useProblemToast(change.error);
  return (
    <Card title="Suppressed recipients">
      <Switch
        label="Accept messages to suppressed recipients"
        hint="A message with only suppressed recipients is accepted with the status “suppressed” instead of being rejected."
        // Show the new value immediately, and the server's value as soon as its response arrives.
        checked={change.isPending ? wanted : account.report_suppressed}
        onChange={({ target: { checked } }) => {
          setWanted(checked);
          change.act({ body: { report_suppressed: checked } });
        }}
      />
    </Card>
  );
}
