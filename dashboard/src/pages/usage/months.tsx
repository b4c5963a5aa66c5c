import type { ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Chart } from '../../components/chart.tsx';
import { Card } from '../../components/page.tsx';
import { plural } from '../../words.ts';
import { seriesOf } from './month-series.ts';

type Month = Answer<'GET /dashboard/account'>['usage']['months'][number];

const NAME = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Renders the usage in recent months as bars. Usage that exceeds the current quota is stacked on top. */
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
      title="Monthly usage"
      {...(limit !== null &&
        limit > 0 && { summary: `Each month is compared with the current quota of ${plural(limit, 'email')}.` })}
    >
      {months.length === 0 ? (
        <p className="text-ink-2">No emails have been sent yet.</p>
      ) : (
        <Chart
          title="Emails per month"
          labels={inOrder.map(({ month }) => NAME.format(new Date(`${month}-01T00:00:00Z`)))}
          series={seriesOf(
            inOrder.map(({ used }) => used),
            limit,
          )}
          total="Emails"
          kind="bars"
        />
      )}
    </Card>
  );
}
