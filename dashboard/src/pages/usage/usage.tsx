import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Answer } from '../../api.ts';
import { Card, Facts, Page } from '../../components/page.tsx';
import { Loaded } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { noun, plural, words } from '../../words.ts';
import { Gauge } from './gauge.tsx';
import { Months } from './months.tsx';

type Account = Answer<'GET /dashboard/account'>;
type Used = Account['usage'];

const READ_AGAIN_MS = 15_000;

/** Renders the usage of the account's plan, and when the quota will be used up. */
export default function Usage(): ReactNode {
  const read = useRead('GET /dashboard/account', {}, { every: READ_AGAIN_MS });
  return (
    <Page
      title="Usage"
      summary="View the limits of your plan and the number of emails accepted for sending. Days and months start at midnight UTC."
    >
      <Loaded read={read}>
        {({ runs_out_on: runsOutOn, usage }) => (
          <>
            <div className="grid grid-cols-2 items-start gap-5 max-lg:grid-cols-1">
              <Month usage={usage} runsOutOn={runsOutOn} />
              <Day day={usage.day} />
            </div>
            <Months months={usage.months} limit={usage.month.limit} />
            <div className="grid grid-cols-2 items-start gap-5 max-lg:grid-cols-1">
              <Plan usage={usage} />
              <Overage usage={usage} />
            </div>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Month({ usage, runsOutOn }: { readonly usage: Used; readonly runsOutOn: string | null }): ReactNode {
  const { limit, remaining, resets_at: resetsAt, used } = usage.month;
  return (
    <Card title="This month" isMain>
      <Gauge label="Emails this month" used={used} limit={limit} isShort={runsOutOn !== null} />
      <p className="mt-2 text-sm text-ink-3">
        {remaining === null ? 'No limit' : `${plural(remaining, 'email')} left`}. Resets on{' '}
        <Time at={resetsAt} style="date" />.
      </p>
      {runsOutOn !== null && (
        <p className="mt-1 text-warn">
          At the current rate, the quota will be used up on <Time at={runsOutOn} style="date" />
          {usage.overage.enabled ? '. After that, overage charges apply.' : '. After that, emails are rejected.'}
        </p>
      )}
    </Card>
  );
}

function Day({ day }: { readonly day: Used['day'] }): ReactNode {
  return (
    <Card title="Today">
      <Gauge label="Emails today" used={day.used} limit={day.limit} isShort={day.remaining === 0} />
      <p className="mt-2 text-sm text-ink-3">
        {day.remaining === null ? 'No daily limit' : `${plural(day.remaining, 'email')} left`}. Resets at{' '}
        <Time at={day.resets_at} />.
      </p>
    </Card>
  );
}

function Plan({ usage }: { readonly usage: Used }): ReactNode {
  const { day, month, plan, rate } = usage;
  const limit = (value: number | null, unit: string): string => (value === null ? 'no limit' : plural(value, unit));
  return (
    <Card title="Plan" summary="Only the operator of this server can change the plan.">
      <Facts
        rows={[
          ['Plan', <span key="plan">{words(plan)}</span>],
          ['Emails per month', limit(month.limit, 'email')],
          ['Emails per day', limit(day.limit, 'email')],
          ['Requests per second, per key', limit(rate.per_second, 'request')],
          ['Requests per minute, per key', limit(rate.per_minute, 'request')],
        ]}
      />
    </Card>
  );
}

function Overage({ usage }: { readonly usage: Used }): ReactNode {
  const mayChange = useMay('dashboard:admin');
  const { available, cap_usd: cap, cost_usd: cost, enabled, usd_per_thousand: price, used } = usage.overage;
  if (!available) {
    return (
      <Card title="Overage">
        <p className="text-ink-2">
          {usage.month.limit === null
            ? 'The plan has no monthly limit, so overage doesn’t apply.'
            : 'This plan doesn’t allow overage. Emails are rejected once the monthly quota is used up.'}
        </p>
      </Card>
    );
  }
  return (
    <Card
      title="Overage"
      summary={`${price} USD per 1,000 emails over the monthly quota.`}
      actions={
        mayChange && (
          <Link to="/account" className="text-sm font-medium text-accent-ink underline underline-offset-2">
            Change overage settings
          </Link>
        )
      }
    >
      {enabled ? (
        <>
          <Gauge
            label="Overage in US dollars"
            used={cost}
            limit={cap}
            unit={(value) => noun(value, 'US dollar')}
            isShort={cost >= cap}
          />
          <p className="mt-2 text-sm text-ink-3">{plural(used, 'email')} over the quota this month.</p>
        </>
      ) : (
        <p className="text-ink-2">Overage is off. Emails are rejected once the monthly quota is used up.</p>
      )}
    </Card>
  );
}
