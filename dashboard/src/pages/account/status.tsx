import type { ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Badge } from '../../components/badge.tsx';
import { TextArea } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Card, Page } from '../../components/page.tsx';
import { Loaded } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { toast } from '../../components/toast.tsx';
import { textOf } from '../../form-values.ts';
import { useAct, useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { count, plural } from '../../words.ts';
import { SafeguardsCard } from '../campaigns/safeguards-card.tsx';
import { ACCOUNT_STATUSES } from './account-statuses.ts';

type Status = Answer<'GET /dashboard/account/status'>;

const READ_AGAIN_MS = 30_000;

/** Renders the sending status of the account, the reasons for any block, the rates, and how to get the block lifted. */
export default function AccountStatus(): ReactNode {
  const read = useRead('GET /dashboard/account/status', {}, { every: READ_AGAIN_MS });
  return (
    <Page
      title="Account status"
      summary="See whether this account can send email and how to resolve any problems."
      back={{ to: '/account', label: 'Account' }}
    >
      <Loaded read={read}>
        {(status) => (
          <>
            <WhatHappened status={status} />
            <Health health={status.health} />
            <SafeguardsCard />
            <Review status={status} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function WhatHappened({ status }: { readonly status: Status }): ReactNode {
  const { label, tone } = ACCOUNT_STATUSES[status.status];
  const stops = [status.restriction, status.pause, ...status.paused_classes].filter((stop) => stop !== null);
  return (
    <Card isMain>
      <p className="pt-1">
        <Badge tone={tone}>{label}</Badge>
      </p>
      <p className="mt-2 font-title text-xl">{status.sentence}</p>
      {stops.map((stop) => (
        <div key={stop.sentence} className="mt-3 border-l-2 border-line pl-3">
          <p>{stop.sentence}</p>
          <p className="text-sm text-ink-3">
            Since <Time at={stop.since} style="full" />
          </p>
        </div>
      ))}
      {!status.transactional.enabled && <p className="mt-3 text-ink-2">{status.transactional.sentence}</p>}
    </Card>
  );
}

function Health({ health }: { readonly health: Status['health'] }): ReactNode {
  return (
    <Card title={`Last ${health.days} days`} summary={health.sentence}>
      <div className="grid grid-cols-2 gap-x-8 gap-y-5 max-sm:grid-cols-1">
        <Rate
          name="Bounced"
          rate={health.bounce_rate}
          limit={health.bounce_limit}
          emails={`${count(health.bounced)} of ${plural(health.delivered + health.bounced, 'email')}`}
        />
        <Rate
          name="Complained"
          rate={health.complaint_rate}
          limit={health.complaint_limit}
          emails={`${count(health.complained)} of ${plural(health.delivered, 'delivered email')}`}
        />
      </div>
    </Card>
  );
}

/**
 * Renders a rate and its limit as a bar. The limit is at two thirds of the bar's width, so that rates above the limit
 * fit.
 */
function Rate(props: {
  readonly name: string;
  readonly rate: number;
  readonly limit: number;
  readonly emails: string;
}): ReactNode {
  const { limit, emails, name, rate } = props;
  const whole = limit * 1.5;
  const isOver = rate > limit;
  return (
    <div>
      <p className="flex items-baseline justify-between gap-3">
        <span className="font-medium">{name}</span>
        <span>
          <span className={`text-xl font-semibold ${isOver ? 'text-bad' : ''}`}>{count(rate)}%</span>
          <span className="text-sm text-ink-3"> (limit: {count(limit)}%)</span>
        </span>
      </p>
      <div
        className="relative mt-1 h-2 rounded-full bg-sunken"
        role="meter"
        aria-label={name}
        aria-valuenow={Math.min(rate, whole)}
        aria-valuetext={`${rate} percent`}
        aria-valuemin={0}
        aria-valuemax={whole}
      >
        <div
          className={`h-full rounded-full ${isOver ? 'bg-bad' : 'bg-accent'}`}
          style={{ width: `${whole === 0 ? 0 : Math.min(100, (rate / whole) * 100)}%` }}
        />
        <div className="absolute -inset-y-1 left-2/3 border-l-2 border-line-strong" />
      </div>
      <p className="mt-1 text-sm text-ink-3">{emails}</p>
    </div>
  );
}

const REVIEW_STATES = {
  open: { label: 'waiting for the operator', tone: 'warn' },
  approved: { label: 'approved', tone: 'ok' },
  declined: { label: 'declined', tone: 'bad' },
} as const;

function Review({ status }: { readonly status: Status }): ReactNode {
  const mayAsk = useMay('dashboard:admin');
  const { review } = status;
  if (review === null && !status.may_ask_for_review) return null;
  return (
    <Card
      title="Review"
      {...(status.may_ask_for_review && {
        summary: 'The operator reviews your request and notifies you of the decision by email.',
      })}
    >
      <div className="flex flex-col gap-5">
        {review && (
          <div className="flex flex-col items-start gap-1">
            <Badge tone={REVIEW_STATES[review.state].tone}>{REVIEW_STATES[review.state].label}</Badge>
            <p>{review.sentence}</p>
            <blockquote className="border-l-2 border-line pl-3 whitespace-pre-wrap text-ink-2">
              {review.message}
            </blockquote>
            <p className="text-sm text-ink-3">
              {' '}
              Requested <Time at={review.asked_at} />
              {review.decided_at !== null && (
                <>
                  , decided <Time at={review.decided_at} />
                </>
              )}
            </p>
          </div>
        )}
        {status.may_ask_for_review && mayAsk && <Ask />}
        {status.may_ask_for_review && !mayAsk && (
          <p className="text-ink-2">Only owners and admins can request a review.</p>
        )}
      </div>
    </Card>
  );
}

function Ask(): ReactNode {
  const ask = useAct('POST /dashboard/account/review', {
    refresh: ['GET /dashboard/account/status', 'GET /dashboard/account/audit'],
    onDone: () => toast('Review requested.'),
  });
  return (
    <Form
      action="Request review"
      isMain
      isBusy={ask.isPending}
      problem={ask.error}
      fields={['message']}
      onSubmit={(form) => ask.act({ body: { message: textOf(form, 'message') } })}
    >
      <TextArea
        label="Message to the operator"
        name="message"
        rows={5}
        maxLength={2000}
        hint="What caused the problem, and what have you changed?"
        problem={ask.error}
      />
    </Form>
  );
}
