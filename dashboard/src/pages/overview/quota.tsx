import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Answer } from '../../api.ts';
import { Card } from '../../components/page.tsx';
import { Time } from '../../components/time.tsx';
import { count, noun, plural, share, words } from '../../words.ts';

type Left = Answer<'GET /dashboard/overview'>['quota'];

/** What the plan has left this month, and when it runs out at the present rate. */
export function Quota({ quota }: { readonly quota: Left }): ReactNode {
  const { limit, plan, resets_at: resetsAt, runs_out_on: runsOutOn, used } = quota;
  return (
    <Card
      title="This month"
      actions={
        <Link to="/usage" className="text-sm font-medium text-accent-ink underline underline-offset-2">
          Usage
        </Link>
      }
    >
      <p>
        <span className="text-xl font-semibold">{count(used)}</span>{' '}
        <span className="text-ink-2">
          {limit === null
            ? `${noun(used, 'email')}, no monthly limit`
            : `of ${plural(limit, 'email')}, ${share(used, limit)}`}
        </span>
      </p>
      {limit !== null && (
        <div
          className="mt-2 h-2 overflow-hidden rounded-full bg-sunken"
          role="meter"
          aria-label="Quota used"
          aria-valuenow={Math.min(used, limit)}
          aria-valuemin={0}
          aria-valuemax={limit}
        >
          <div
            className={`h-full rounded-full ${runsOutOn === null ? 'bg-accent' : 'bg-warn'}`}
            style={{ width: `${Math.min(100, limit === 0 ? 100 : (used / limit) * 100)}%` }}
          />
        </div>
      )}
      <p className="mt-2 text-sm text-ink-3">
        Plan: {words(plan)}. Usage resets on <Time at={resetsAt} style="date" />.
      </p>
      {runsOutOn !== null && (
        <p className="mt-1 text-sm text-warn">
          At the current rate, the quota is used up on <Time at={runsOutOn} style="date" />.
        </p>
      )}
    </Card>
  );
}
