import { type ReactNode, useState } from 'react';
import { Plus } from 'lucide-react';
import type { Answer } from '../../api.ts';
import { useDoParameter } from '../../do-parameter.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { FormDialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { Select } from '../../components/select.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { Pager, pagesOnwards } from '../../components/pager.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { toast } from '../../components/toast.tsx';
import { useFilters } from '../../filters.ts';
import { textOf } from '../../form-values.ts';
import { useAct, useRead } from '../../reading.ts';
import { count, words } from '../../words.ts';
import { ACCOUNT_STATUSES } from '../account/account-statuses.ts';
import { OperatorPage } from './operator-page.tsx';
import { Link } from '@tanstack/react-router';
import { Card } from '../../components/page.tsx';
import { Time } from '../../components/time.tsx';
import { Decide } from './decide.tsx';

type Asked = Answer<'GET /dashboard/operator/reviews'>['data'][number];

const READ_AGAIN_MS = 30_000;

type Account = Answer<'GET /dashboard/operator/accounts'>['data'][number];

/** Renders all accounts of the installation and the open reviews. */
export default function Accounts(): ReactNode {
  const [isMaking, setMaking] = useState(false);
  useDoParameter('make', () => setMaking(true));
  return (
    <OperatorPage
      title="Accounts"
      summary="View the usage and status of all accounts on this installation."
      actions={
        <Button look="primary" onClick={() => setMaking(true)}>
          <Plus className="size-4" aria-hidden /> Create account
        </Button>
      }
    >
      {() => (
        <>
          <Reviews />
          <List />
          {isMaking && <MakeAccount onClose={() => setMaking(false)} />}
        </>
      )}
    </OperatorPage>
  );
}

const STATES = [
  { value: '', label: 'Any status' },
  ...Object.entries(ACCOUNT_STATUSES).map(([value, { label }]) => ({ value, label })),
];

function List(): ReactNode {
  const filtering = useFilters();
  const { filters, setFilters } = filtering;
  const { after, plan = '', search = '', status = '' } = filters;
  const read = useRead('GET /dashboard/operator/accounts', { query: { search, plan, status, after } }, { keep: true });
  const isFiltered = search !== '' || plan !== '' || status !== '';
  return (
    <section className="card" aria-label="Accounts">
      <div className="flex flex-wrap gap-2 px-6 py-4 max-sm:px-4">
        <SearchField label="Search by name or email" value={search} onSearch={(text) => setFilters({ search: text })} />
        <PlanFilter plan={plan} onChange={(next) => setFilters({ plan: next })} />
        <Select label="Status" choices={STATES} value={status} onChange={(next) => setFilters({ status: next })} />
      </div>
      <Loaded read={read}>
        {({ data, has_more: hasMore }) => (
          <>
            <Table
              label="Accounts"
              columns={COLUMNS}
              rows={data}
              keyOf={({ id }) => String(id)}
              linkOf={({ id }) => `/operator/accounts/${id}`}
              empty={
                <EmptyState
                  title="No accounts"
                  action={
                    isFiltered && (
                      <Button onClick={() => setFilters({ search: '', plan: '', status: '' })}>
                        Show all accounts
                      </Button>
                    )
                  }
                >
                  {isFiltered
                    ? 'No accounts match your search.'
                    : 'Create an account for each team or customer. Each account has its own keys, quota, and reputation.'}
                </EmptyState>
              }
            />
            <Pager
              {...pagesOnwards(filtering, hasMore ? String(data.at(-1)?.id ?? '') : undefined)}
              onPageChange={setFilters}
            />
          </>
        )}
      </Loaded>
    </section>
  );
}

function PlanFilter({
  onChange,
  plan,
}: {
  readonly plan: string;
  readonly onChange: (plan: string) => void;
}): ReactNode {
  const plans = useRead('GET /dashboard/operator/plans', {});
  const choices = [
    { value: '', label: 'Any plan' },
    ...(plans.data?.data ?? []).map(({ name }) => ({ value: name, label: words(name) })),
  ];
  return <Select label="Plan" choices={choices} value={plan} onChange={onChange} />;
}

const COLUMNS: readonly Column<Account>[] = [
  {
    key: 'name',
    header: 'Account',
    isMain: true,
    cell: ({ email, is_operator: isOperator, name }) => (
      <>
        <span className="flex flex-wrap items-center gap-2">
          {name} {isOperator && <Badge tone="info">operator</Badge>}
        </span>
        {name !== email && <span className="block text-sm font-normal text-ink-3">{email}</span>}
      </>
    ),
  },
  {
    key: 'plan',
    header: 'Plan',
    isExtra: true,
    cell: ({ plan }) => <span className="whitespace-nowrap">{words(plan)}</span>,
  },
  {
    key: 'month',
    header: 'This month',
    isRight: true,
    cell: ({ month }) => (
      <span className="whitespace-nowrap">
        {count(month.used)}
        {month.limit !== null && <span className="text-ink-3 max-sm:hidden"> of {count(month.limit)}</span>}
        <span className="text-ink-3 sm:hidden"> this month</span>
      </span>
    ),
  },
  {
    key: 'bounced',
    header: 'Bounced',
    isRight: true,
    isExtra: true,
    cell: ({ last_30_days: days }) => `${count(days.bounce_rate)}%`,
  },
  {
    key: 'complained',
    header: 'Complained',
    isRight: true,
    isExtra: true,
    cell: ({ last_30_days: days }) => `${count(days.complaint_rate)}%`,
  },
  {
    key: 'state',
    header: 'Status',
    cell: ({ has_open_review: asks, status }) => (
      <span className="flex flex-wrap gap-1.5">
        <Badge tone={ACCOUNT_STATUSES[status].tone}>{ACCOUNT_STATUSES[status].label}</Badge>
        {asks && <Badge tone="warn">review requested</Badge>}
      </span>
    ),
  },
];

function MakeAccount({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [plan, setPlan] = useState('free');
  const plans = useRead('GET /dashboard/operator/plans', {});
  const make = useAct('POST /dashboard/operator/accounts', {
    refresh: ['GET /dashboard/operator/accounts', 'GET /dashboard/operator/plans'],
    onDone: ({ email }) => {
      toast(`Account created. An invitation was sent to the owner at ${email}.`);
      onClose();
    },
  });
  const choices = (plans.data?.data ?? [{ name: 'free' }]).map(({ name }) => ({ value: name, label: words(name) }));
  return (
    <FormDialog
      title="Create account"
      description="The owner receives an invitation by email."
      isOpen
      onClose={onClose}
      action="Create account"
      isBusy={make.isPending}
      problem={make.error}
      fields={['email', 'name']}
      onSubmit={(form) => make.act({ body: { email: textOf(form, 'email'), name: textOf(form, 'name'), plan } })}
    >
      <Field
        label="Owner’s email address"
        name="email"
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        autoFocus
        problem={make.error}
      />
      <Field
        label="Name"
        name="name"
        hint="Leave empty to use the email address."
        autoComplete="off"
        problem={make.error}
      />
      <Select label="Plan" isLabelShown choices={choices} value={plan} onChange={setPlan} />
    </FormDialog>
  );
}

/** Renders the reviews that are waiting for the operator, oldest first. Renders nothing if there are none. */
function Reviews(): ReactNode {
  const [decided, setDecided] = useState<Asked>();
  const { data } = useRead('GET /dashboard/operator/reviews', {}, { every: READ_AGAIN_MS });
  if (!data || data.data.length === 0) return null;
  return (
    <Card title="Pending reviews" isMain>
      <ul className="flex flex-col divide-y divide-line">
        {data.data.map((review) => (
          <li
            key={review.id}
            className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-4 first:pt-0 last:pb-0"
          >
            <div className="min-w-0 flex-1 basis-80">
              <p>
                <Link
                  to={`/operator/accounts/${review.account.id}`}
                  className="font-medium text-accent-ink underline underline-offset-2"
                >
                  {review.account.name}
                </Link>{' '}
                <span className="text-sm text-ink-3">
                  <Time at={review.asked_at} />
                </span>
              </p>
              <p>{review.sentence}</p>
              <blockquote className="mt-1 border-l-2 border-line pl-3 whitespace-pre-wrap text-ink-2">
                {review.message}
              </blockquote>
            </div>
            <Button onClick={() => setDecided(review)}>Review request</Button>
          </li>
        ))}
      </ul>
      {decided && <Decide review={decided} account={decided.account} onClose={() => setDecided(undefined)} />}
    </Card>
  );
}
