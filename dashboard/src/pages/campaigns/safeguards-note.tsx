import type { ReactNode } from 'react';
import { Badge } from '../../components/badge.tsx';
import { Time } from '../../components/time.tsx';
import { useRead } from '../../reading.ts';
import { plural } from '../../words.ts';
import { leftUntil } from './campaign-words.ts';

/** Renders the safeguards that currently hold campaigns of the account. Renders nothing if there are none. */
export function SafeguardsNote(): ReactNode {
  const { data } = useRead('GET /dashboard/campaign-safeguards', {});
  const holding = data?.safeguards.filter((safeguard) => safeguard.is_holding && safeguard.reason !== null) ?? [];
  const waiting = Number(
    data?.safeguards.find(({ safeguard }) => safeguard === 'content_approval')?.limits['waiting'] ?? 0,
  );
  if (holding.length === 0 && waiting === 0) return null;
  return (
    <section className="card px-6 py-4 max-sm:px-4" aria-label="Campaigns on hold">
      <ul className="flex flex-col gap-2">
        {holding.map(({ safeguard, lifts_at: until, reason }) => (
          <li key={safeguard} className="text-warn">
            {reason}
            {until !== null && (
              <span className="text-ink-3">
                {' '}
                Until <Time at={until} />, {leftUntil(until, Date.now())}.
              </span>
            )}
          </li>
        ))}
        {waiting > 0 && (
          <li>
            <Badge tone="warn">waiting for approval</Badge>{' '}
            <span className="text-ink-2">
              The operator is reviewing {plural(waiting, 'campaign')}. You’ll get an email with the decision.
            </span>
          </li>
        )}
      </ul>
    </section>
  );
}
