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
      ? `${plural(all, 'contact')} of its audience so far; it is still being put together.`
      : `${count(sent)} of ${plural(all, 'contact')} sent to.`;
  return (
    <Card isMain title={status === 'paused' ? 'It is paused' : 'It is going out'}>
      <ProgressBar
        label="How much of it has gone out"
        progress={{ done: sent, total: status === 'preparing' ? null : all, sentence }}
      />
      {status === 'paused' && (
        <p className="mt-3 text-ink-2">{reason ?? 'Somebody paused it: nothing more goes out until it is resumed.'}</p>
      )}
      {campaign.badges.includes('lane_paused') && (
        <p className="mt-3 text-warn">Mail to some mailbox providers is held back: their lanes below are paused.</p>
      )}
    </Card>
  );
}
