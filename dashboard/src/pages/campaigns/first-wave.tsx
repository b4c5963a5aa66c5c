import type { ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Time } from '../../components/time.tsx';
import { useRead } from '../../reading.ts';
import { plural } from '../../words.ts';
import { leftUntil, percent, type Campaign } from './campaign-words.ts';

type Wave = NonNullable<Answer<'GET /dashboard/campaigns/{id}/first-wave'>['wave']>;

/** Refresh interval in milliseconds while the campaign is being sent. */
const READ_AGAIN_MS = 5_000;

/**
 * Renders why a campaign waits after its first wave, until when, and which results let it continue. Renders nothing if
 * the campaign does not wait.
 */
export function FirstWave({ campaign }: { readonly campaign: Campaign }): ReactNode {
  const input = { params: { id: String(campaign.id) } };
  const wave = useRead('GET /dashboard/campaigns/{id}/first-wave', input, { every: READ_AGAIN_MS }).data?.wave;
  if (!wave) return null;
  return (
    <div className="mt-3 flex max-w-prose flex-col gap-1 text-ink-2">
      <p>{whyOf(wave)}</p>
      <p>
        {wave.ends_at === null ? (
          'The wait begins after the first wave has been sent.'
        ) : (
          <>
            The remaining contacts wait until <Time at={wave.ends_at} /> ({leftUntil(wave.ends_at, Date.now())}).
          </>
        )}
      </p>
      <p>{decisionOf(wave)}</p>
    </div>
  );
}

/** Returns why the campaign is first sent to a few contacts. Pure. */
function whyOf({ contacts, domain, safeguard }: Pick<Wave, 'contacts' | 'domain' | 'safeguard'>): string {
  const first = `The campaign is sent to ${plural(contacts, 'contact')} first`;
  return safeguard === 'warm_up'
    ? `${first}, because mailbox providers don’t know ${domain} as a sender yet.`
    : `${first}, because its audience is large.`;
}

/** Returns the condition for continuing the campaign. Omits limits of 100 percent, which are never exceeded. Pure. */
function decisionOf(wave: Wave): string {
  const tests = [
    ...(wave.least_reached_percent === null
      ? []
      : [`at least ${percent(wave.least_reached_percent)} of the first-wave emails were sent`]),
    ...(wave.most_bounced_percent < 100 ? [`at most ${percent(wave.most_bounced_percent)} bounced`] : []),
    ...(wave.most_complained_percent < 100
      ? [`at most ${percent(wave.most_complained_percent)} were reported as spam`]
      : []),
    ...(wave.least_opened_percent === null ? [] : [`at least ${percent(wave.least_opened_percent)} were opened`]),
  ];
  if (tests.length === 0) return 'After the wait, the campaign continues.';
  const condition = new Intl.ListFormat('en').format(tests);
  return `After the wait, the campaign continues if ${condition}. Otherwise, the campaign stops.`;
}
