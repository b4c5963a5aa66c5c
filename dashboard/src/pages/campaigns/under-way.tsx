import type { ReactNode } from 'react';
import { ProgressBar } from '../../components/progress-bar.tsx';
import { Card } from '../../components/page.tsx';
import { useRead } from '../../reading.ts';
import { count, plural } from '../../words.ts';
import type { Campaign } from './campaign-words.ts';

const READ_AGAIN_MS = 5_000;

/** How far a campaign is, and why it stands still. */
export function UnderWay({ campaign }: { readonly campaign: Campaign }): ReactNode {
  const { data } = useRead(
    'GET /campaigns/{id}/stats',
    { params: { id: String(campaign.id) }, query: { include_link_stats: true } },
    { every: READ_AGAIN_MS },
  );
  const { pause_reason: reason, recipients_count: all, status } = campaign;
  const sent = data?.sent_count ?? 0;
  const sentence =
    status === 'preparing'
      ? `Preparing the audience: ${plural(all, 'contact')} so far.`
      : `Sent to ${count(sent)} of ${plural(all, 'contact')}.`;
  return (
    <Card isMain title={status === 'paused' ? 'Campaign paused' : 'Sending in progress'}>
      <ProgressBar
        label="Sending progress"
        progress={{ done: sent, total: status === 'preparing' ? null : all, sentence }}
      />
      {status === 'paused' && (
        <p className="mt-3 text-ink-2">{reason ?? 'Paused by a team member. No emails are sent until it’s resumed.'}</p>
      )}
      {campaign.badges.includes('lane_paused') && (
        <p className="mt-3 text-warn">Some provider lanes below are paused. Emails to these providers are on hold.</p>
      )}
    </Card>
  );
}
