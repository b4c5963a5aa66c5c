import { useState, type ReactNode } from 'react';
import { Plus } from 'lucide-react';
import { useDoParameter } from '../../do-parameter.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { useRead } from '../../reading.ts';
import { count, plural, words } from '../../words.ts';
import { OperatorPage } from './operator-page.tsx';
import { PlanForm, type Plan } from './plan-form.tsx';

/** Renders the plans with their quotas and their rate limits. */
export default function Plans(): ReactNode {
  const [open, setOpen] = useState<'new' | Plan>();
  useDoParameter('make', () => setOpen('new'));
  const read = useRead('GET /dashboard/operator/plans', {});
  const make = (
    <Button look="primary" onClick={() => setOpen('new')}>
      <Plus className="size-4" aria-hidden /> Create plan
    </Button>
  );
  return (
    <OperatorPage
      title="Plans"
      summary="A plan limits how many emails an account can send and how fast. Changes apply immediately to all accounts on the plan."
      actions={make}
    >
      {() => (
        <section className="card" aria-label="Plans">
          <Loaded read={read}>
            {({ data }) => (
              <Table
                label="Plans"
                columns={[...COLUMNS, changeColumn(setOpen)]}
                rows={data}
                keyOf={({ name }) => name}
                empty={
                  <EmptyState title="No plans" action={make}>
                    Every account needs a plan. Create a plan before you create accounts.
                  </EmptyState>
                }
              />
            )}
          </Loaded>
          {open !== undefined && <PlanForm {...(open !== 'new' && { of: open })} onClose={() => setOpen(undefined)} />}
        </section>
      )}
    </OperatorPage>
  );
}

const NO_LIMIT = <span className="text-ink-3">no limit</span>;

function limit(value: number | null): ReactNode {
  return value === null ? NO_LIMIT : count(value);
}

const COLUMNS: readonly Column<Plan>[] = [
  {
    key: 'name',
    header: 'Plan',
    isMain: true,
    cell: ({ accounts, api_access: hasApi, name }) => (
      <>
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {words(name)} {!hasApi && <Badge>no account API</Badge>}
        </span>
        <span className="text-sm text-ink-3">{plural(accounts, 'account')}</span>
      </>
    ),
  },
  {
    key: 'month',
    header: 'Emails per month',
    isRight: true,
    cell: (plan) => (
      <>
        {limit(plan.monthly_quota)} <span className="text-ink-3 sm:hidden">per month</span>
      </>
    ),
  },
  { key: 'day', header: 'Emails per day', isRight: true, isExtra: true, cell: (plan) => limit(plan.daily_quota) },
  {
    key: 'second',
    header: 'Requests per second',
    isRight: true,
    isExtra: true,
    cell: (plan) => limit(plan.rate_per_second),
  },
  {
    key: 'minute',
    header: 'Requests per minute',
    isRight: true,
    isExtra: true,
    cell: (plan) => limit(plan.rate_per_minute),
  },
  { key: 'contacts', header: 'Contacts', isRight: true, isExtra: true, cell: (plan) => limit(plan.contact_limit) },
  {
    key: 'overage',
    header: 'Overage price per 1,000 emails',
    isRight: true,
    isExtra: true,
    cell: ({ overage_cents_per_thousand: cents }) =>
      cents === null ? <span className="text-ink-3">none</span> : `$${(cents / 100).toFixed(2)}`,
  },
];

function changeColumn(onChange: (plan: Plan) => void): Column<Plan> {
  return {
    key: 'change',
    header: 'Actions',
    isHeaderHidden: true,
    isRight: true,
    cell: (plan) => (
      <Button onClick={() => onChange(plan)} aria-label={`Edit ${words(plan.name)}`}>
        Edit
      </Button>
    ),
  };
}
