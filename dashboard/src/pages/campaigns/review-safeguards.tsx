import type { ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Badge, type Tone } from '../../components/badge.tsx';
import { Card } from '../../components/page.tsx';
import { Loaded } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { useRead } from '../../reading.ts';
import { plural } from '../../words.ts';
import { leftUntil, type Campaign } from './campaign-words.ts';

type Foresight = Answer<'GET /dashboard/campaigns/{id}/safeguards'>;

const READ_AGAIN_MS = 30_000;
const HOUR_MINUTES = 60;

/** Labels for the statuses of the operator's approval. */
const APPROVALS: Readonly<Record<Foresight['approval']['state'], { readonly text: string; readonly tone: Tone }>> = {
  not_needed: { text: 'No approval is needed.', tone: 'ok' },
  asked_when_sent: {
    text: 'When you send or schedule the campaign, Postrider asks the operator to approve it.',
    tone: 'info',
  },
  waiting: { text: 'Waiting for the operator’s approval. You’ll get an email with the decision.', tone: 'warn' },
  approved: { text: 'The operator approved this content.', tone: 'ok' },
  rejected: { text: 'The operator rejected this content. Edit the content to request another review.', tone: 'bad' },
};

/**
 * Renders the safeguards that will hold the campaign and their duration, the contacts who receive the campaign first,
 * and the approval status of the content.
 */
export function ReviewSafeguards({ campaign }: { readonly campaign: Campaign }): ReactNode {
  const read = useRead(
    'GET /dashboard/campaigns/{id}/safeguards',
    { params: { id: String(campaign.id) } },
    { every: READ_AGAIN_MS },
  );
  return (
    <Card title="Safeguards">
      <Loaded read={read} lines={4}>
        {(foresight) => (
          <ul className="flex flex-col divide-y divide-line">
            <Holds foresight={foresight} />
            <FirstWave foresight={foresight} campaign={campaign} />
            {foresight.engaged_only && (
              <Point tone="warn" word="engaged contacts only">
                {foresight.engaged_reason ??
                  'The campaign is sent only to new contacts and to contacts who opened an email in the last 90 days.'}
              </Point>
            )}
            <Point tone={APPROVALS[foresight.approval.state].tone} word="approval">
              {APPROVALS[foresight.approval.state].text}
              {foresight.approval.reason !== null && <span className="text-ink-2"> {foresight.approval.reason}</span>}
            </Point>
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

function Holds({ foresight }: { readonly foresight: Foresight }): ReactNode {
  if (foresight.holds.length === 0) {
    return (
      <Point tone="ok" word="clear">
        No safeguard is holding this campaign.
      </Point>
    );
  }
  return foresight.holds.map(({ fix, safeguard, lifts_at: until, message }) => (
    <Point key={safeguard} tone="bad" word="on hold">
      {message} {fix !== null && <span className="text-ink-2">{fix}</span>}
      {until !== null && (
        <span className="block text-sm text-ink-3">
          Until <Time at={until} style="full" />, {leftUntil(until, Date.now())}.
        </span>
      )}
    </Point>
  ));
}

function FirstWave({ campaign, foresight }: { readonly foresight: Foresight; readonly campaign: Campaign }): ReactNode {
  const { first_wave: wave } = foresight;
  if (wave === null) {
    return (
      <Point tone="plain" word="sending order">
        {campaign.ab_test === null
          ? 'The campaign is sent to the whole audience without a first wave.'
          : 'The test group receives the campaign first, followed by the rest of the audience.'}
      </Point>
    );
  }
  const wait =
    wave.minutes >= 2 * HOUR_MINUTES
      ? plural(Math.round(wave.minutes / HOUR_MINUTES), 'hour')
      : plural(Math.round(wave.minutes), 'minute');
  const why = wave.safeguard === 'warm_up' ? 'The sending domain is new to mailbox providers' : 'The audience is large';
  return (
    <Point tone="info" word="sending order">
      {why}, so {plural(wave.contacts, 'contact receives', 'contacts receive')} the campaign first. After {wait}, if the
      results are good, the campaign is sent to the rest of the audience. Otherwise, the campaign stops.
    </Point>
  );
}

function Point(props: { readonly tone: Tone; readonly word: string; readonly children: ReactNode }): ReactNode {
  return (
    <li className="flex flex-col items-start gap-1 py-3 first:pt-0 last:pb-0">
      <Badge tone={props.tone}>{props.word}</Badge>
      <div>{props.children}</div>
    </li>
  );
}
