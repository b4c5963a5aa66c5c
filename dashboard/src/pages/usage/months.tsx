import type { ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Chart } from '../../components/chart.tsx';
import { Card } from '../../components/page.tsx';
import { plural } from '../../words.ts';
import { seriesOf } from './month-series.ts';

type Month = Answer<'GET /dashboard/account'>['usage']['months'][number];

const NAME = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** The last months, each as a bar; what was beyond the quota of the plan as it is now stands on it. */
export function Months({
  limit,
  months,
}: {
  readonly months: readonly Month[];
  readonly limit: number | null;
}): ReactNode {
  const inOrder = months.toReversed();
  return (
    <Card
      title="Months"
      {...(limit !== null && limit > 0 && { summary: `Measured by today’s quota of ${plural(limit, 'mail')}.` })}
    >
      {months.length === 0 ? (
        <p className="text-ink-2">Nothing was sent yet. The first mail begins the first month.</p>
      ) : (
        <Chart
          title="Mails a month"
          labels={inOrder.map(({ month }) => NAME.format(new Date(`${month}-01T00:00:00Z`)))}
          series={seriesOf(
            inOrder.map(({ used }) => used),
            limit,
          )}
          total="Mails"
          kind="bars"
        />
      )}
    </Card>
  );
}
