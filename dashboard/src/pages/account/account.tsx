import { useState, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Answer, ApiProblem } from '../../api.ts';
import { Badge } from '../../components/badge.tsx';
import { Checkbox, Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Card, Facts, Page } from '../../components/page.tsx';
import { Loaded } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { toast } from '../../components/toast.tsx';
import { numberOf, textOf } from '../../form-values.ts';
import { numberFaults } from '../../number-faults.ts';
import { useAct, useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { words } from '../../words.ts';
import { DeleteAccount } from './delete-account.tsx';
import { STANDINGS } from './standing.ts';
import { ZoneList } from './zone-list.tsx';

type Account = Answer<'GET /dashboard/account'>;

const CHANGED = ['GET /dashboard/account', 'GET /dashboard/session', 'GET /dashboard/account/audit'] as const;

/** The settings of an account. */
export default function Settings(): ReactNode {
  const mayChange = useMay('dashboard:admin');
  const mayDelete = useMay('dashboard:owner');
  const read = useRead('GET /dashboard/account', {});
  return (
    <Page
      title="Account"
      summary={mayChange ? 'Its name, its limits, and what it is told.' : 'Owners and admins change what stands here.'}
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
  const standing = STANDINGS[account.status];
  return (
    <Card>
      <Facts
        rows={[
          ['Account', account.name],
          ['Address', account.email],
          [
            'State',
            <Link key="state" to="/account/status" className="inline-flex">
              <Badge tone={standing.tone}>{standing.label}</Badge>
            </Link>,
          ],
          [
            'Plan',
            <Link key="plan" to="/usage" className="text-accent-ink underline underline-offset-2">
              {words(account.usage.plan)}
            </Link>,
          ],
          ['Time zone', account.timezone],
          ['Since', <Time key="since" at={account.created_at} style="date" />],
        ]}
      />
    </Card>
  );
}

function Naming({ account }: { readonly account: Account }): ReactNode {
  const change = useAct('PATCH /dashboard/account', {
    refresh: CHANGED,
    onDone: () => toast('The account is changed.'),
  });
  return (
    <Card title="Name and time zone">
      <Form
        action="Save"
        isBusy={change.isPending}
        problem={change.error}
        fields={['name', 'timezone']}
        onSubmit={(form) => change.act({ body: { name: textOf(form, 'name'), timezone: textOf(form, 'timezone') } })}
      >
        <Field
          label="Name"
          name="name"
          defaultValue={account.name === account.email ? '' : account.name}
          placeholder={account.email}
          hint="Stands in invitations and in mails to you. Empty: the address."
          autoComplete="organization"
          problem={change.error}
        />
        <Field
          label="Time zone"
          name="timezone"
          list="time-zones"
          defaultValue={account.timezone}
          placeholder="Europe/Berlin"
          hint="Counts of days and months stay in UTC."
          autoComplete="off"
          problem={change.error}
        />
        <ZoneList id="time-zones" />
      </Form>
    </Card>
  );
}

function Overage({ account }: { readonly account: Account }): ReactNode {
  const { available, cap_usd: cap, enabled, usd_per_thousand: price } = account.usage.overage;
  const [isOn, setOn] = useState(enabled);
  const [fault, setFault] = useState<ApiProblem | null>(null);
  const change = useAct('PATCH /dashboard/account', {
    refresh: [...CHANGED, 'GET /dashboard/overview'],
    onDone: () => toast('Overage counts from the next send on.'),
  });
  if (!available) {
    return (
      <Card title="Overage">
        <p className="text-ink-2">
          {account.usage.month.limit === null
            ? `The plan ${words(account.usage.plan)} has no limit, so there is nothing beyond it.`
            : `The plan ${words(account.usage.plan)} ends at its quota: it has no overage.`}
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
    <Card title="Overage" summary={`${price} US dollars for each thousand mails beyond the month’s quota.`}>
      <Form
        action="Save"
        isBusy={change.isPending}
        problem={fault ?? change.error}
        fields={['overage_cap_usd']}
        onSubmit={submit}
      >
        <Checkbox
          label="Go on sending beyond the quota"
          hint="Without it, sends are refused once the month is used up."
          checked={isOn}
          onChange={(event) => setOn(event.target.checked)}
        />
        {isOn && (
          <Field
            label="At most, in US dollars a month"
            name="overage_cap_usd"
            inputMode="decimal"
            defaultValue={cap}
            hint="Sends are refused once overage has cost so much."
            className="max-w-60"
            problem={fault ?? change.error}
          />
        )}
      </Form>
    </Card>
  );
}

function Suppressed({ account }: { readonly account: Account }): ReactNode {
  const change = useAct('PATCH /dashboard/account', {
    refresh: CHANGED,
    onDone: () => toast('The account is changed.'),
  });
  return (
    <Card title="Sends to suppressed addresses">
      <Form
        action="Save"
        isBusy={change.isPending}
        problem={change.error}
        onSubmit={(form) => change.act({ body: { report_suppressed: form.has('report_suppressed') } })}
      >
        <Checkbox
          name="report_suppressed"
          label="Accept and report them"
          hint="A message whose recipients are all suppressed gets the state suppressed and an event of it, instead of being refused."
          defaultChecked={account.report_suppressed}
        />
      </Form>
    </Card>
  );
}
