import type { ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Card } from '../../components/page.tsx';
import { count, plural } from '../../words.ts';

type Month = Answer<'GET /dashboard/account'>['usage']['months'][number];

const NAME = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** The last months, newest first, each as a bar; the mark is the quota of the plan as it is now. */
export function Months({
  limit,
  months,
}: {
  readonly months: readonly Month[];
  readonly limit: number | null;
}): ReactNode {
  const most = Math.max(1, limit ?? 0, ...months.map(({ used }) => used));
  return (
    <Card
      title="Months"
      {...(limit !== null && limit > 0 && { summary: `The mark is the quota of ${plural(limit, 'mail')}.` })}
    >
      {months.length === 0 ? (
        <p className="text-ink-2">Nothing was sent yet. The first mail begins the first month.</p>
      ) : (
        <ol className="grid grid-cols-[auto_1fr_auto] items-center gap-x-4 gap-y-2">
          {months.map(({ month, used }) => (
            <li key={month} className="contents">
              <span className="text-ink-2">{NAME.format(new Date(`${month}-01T00:00:00Z`))}</span>
              <span className="relative h-4 rounded-sm bg-sunken" aria-hidden>
                <span
                  className={`absolute inset-y-0 left-0 rounded-sm ${limit !== null && used > limit ? 'bg-warn' : 'bg-accent'}`}
                  style={{ width: `${(used / most) * 100}%` }}
                />
                {limit !== null && limit > 0 && (
                  <span
                    className="absolute -inset-y-0.5 border-r-2 border-line-strong"
                    style={{ left: `calc(${(limit / most) * 100}% - 2px)` }}
                  />
                )}
              </span>
              <span className="text-right">{count(used)}</span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
