import { useState, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Answer } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { Card } from '../../components/page.tsx';
import { Time } from '../../components/time.tsx';
import { toast } from '../../components/toast.tsx';
import { useAct, useRead } from '../../reading.ts';

type Stopped = Answer<'GET /dashboard/operator/campaign-stops'>['data'][number];

const READ_AGAIN_MS = 30_000;

/**
 * Renders the campaigns that were stopped because of their statistics. An account can resume its campaign only after
 * the operator has released it. Renders nothing if there are none.
 */
export function StoppedCampaigns(): ReactNode {
  const [released, setReleased] = useState<Stopped>();
  const { data } = useRead('GET /dashboard/operator/campaign-stops', {}, { every: READ_AGAIN_MS });
  if (!data || data.data.length === 0) return null;
  return (
    <Card
      title="Stopped campaigns"
      summary="These campaigns were stopped because of their results. Release a campaign to let the account resume it."
    >
      <ul className="flex flex-col divide-y divide-line">
        {data.data.map((stopped) => (
          <li
            key={`${stopped.account.id} ${stopped.campaign.id}`}
            className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3 first:pt-0 last:pb-0"
          >
            <div className="min-w-0 flex-1 basis-80">
              <p className="font-medium">{stopped.campaign.title}</p>
              <p className="text-warn">{stopped.reason}</p>
              <p className="text-sm text-ink-3">
                <Link to={`/operator/accounts/${stopped.account.id}`} className="text-accent-ink underline">
                  {stopped.account.name}
                </Link>
                , <Time at={stopped.stopped_at} />
              </p>
            </div>
            <Button onClick={() => setReleased(stopped)} aria-label={`Release ${stopped.campaign.title}`}>
              Release
            </Button>
          </li>
        ))}
      </ul>
      {released && <Release of={released} onClose={() => setReleased(undefined)} />}
    </Card>
  );
}

function Release({ of, onClose }: { readonly of: Stopped; readonly onClose: () => void }): ReactNode {
  const release = useAct('POST /dashboard/operator/accounts/{id}/campaigns/{campaign_id}/release', {
    refresh: ['GET /dashboard/operator/campaign-stops', 'GET /dashboard/operator/accounts/{id}/audit'],
    onDone: () => {
      toast('Campaign released. The account can now resume the campaign.');
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Release ${of.campaign.title}?`}
      isOpen
      onClose={onClose}
      action="Release campaign"
      isBusy={release.isPending}
      problem={release.error}
      onConfirm={() => release.act({ params: { id: String(of.account.id), campaign_id: String(of.campaign.id) } })}
    >
      The results so far will be ignored. Only new results can stop the campaign again.
    </ConfirmDialog>
  );
}
