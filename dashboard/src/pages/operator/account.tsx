import { useState, type ReactNode } from 'react';
import { useParams } from '@tanstack/react-router';
import type { Answer } from '../../api.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Card, Facts } from '../../components/page.tsx';
import { Loaded } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { useFilters } from '../../filters.ts';
import { useRead } from '../../reading.ts';
import { count, words } from '../../words.ts';
import { AuditList } from '../account/audit-list.tsx';
import { ACCOUNT_STATUSES } from '../account/account-statuses.ts';
import { Gauge } from '../usage/gauge.tsx';
import { AccountSafeguards } from './account-safeguards.tsx';
import { CLASSES, ResumeDialog, EditAccount, SendingSwitch, Stop, type PausedClass } from './account-dialogs.tsx';
import { Decide } from './decide.tsx';
import { Deletion } from './deletion.tsx';
import { OperatorPage } from './operator-page.tsx';

type Account = Answer<'GET /dashboard/operator/accounts/{id}'>;
type Open = 'edit' | 'pause' | 'restrict' | 'switch' | 'decide' | PausedClass;

/** Renders an account for the operator: its usage, whether it may send, and its audit log. */
export default function OperatedAccount(): ReactNode {
  const { id = '' } = useParams({ strict: false });
  return <Shown key={id} id={id} />;
}

function Shown({ id }: { readonly id: string }): ReactNode {
  const [open, setOpen] = useState<Open>();
  const read = useRead('GET /dashboard/operator/accounts/{id}', { params: { id } });
  const account = read.data;
  const accountStatus = account && ACCOUNT_STATUSES[account.status];
  return (
    <OperatorPage
      title={account?.name ?? 'Account'}
      summary={
        account && (
          <span className="flex flex-wrap items-center gap-2">
            {account.email} {accountStatus && <Badge tone={accountStatus.tone}>{accountStatus.label}</Badge>}
            {account.is_operator && <Badge tone="info">operator</Badge>}
          </span>
        )
      }
      back={{ to: '/operator/accounts', label: 'Accounts' }}
      actions={account && <Button onClick={() => setOpen('edit')}>Edit account</Button>}
    >
      {() => (
        <Loaded read={read}>
          {(loaded) => (
            <>
              {loaded.review?.state === 'open' && (
                <Card
                  title="Review requested"
                  isMain
                  actions={<Button onClick={() => setOpen('decide')}>Review request</Button>}
                >
                  <p>{loaded.review.sentence}</p>
                  <blockquote className="mt-1 border-l-2 border-line pl-3 whitespace-pre-wrap text-ink-2">
                    {loaded.review.message}
                  </blockquote>
                </Card>
              )}
              <May account={loaded} setOpen={setOpen} />
              <div className="grid grid-cols-2 items-start gap-5 max-lg:grid-cols-1">
                <Sent account={loaded} />
                <About account={loaded} />
              </div>
              <AccountSafeguards id={id} />
              <AuditCard id={id} />
              {!loaded.is_operator && <Deletion of={loaded} />}
              <Dialogs account={loaded} open={open} onClose={() => setOpen(undefined)} />
            </>
          )}
        </Loaded>
      )}
    </OperatorPage>
  );
}

function Dialogs(props: {
  readonly account: Account;
  readonly open: Open | undefined;
  readonly onClose: () => void;
}): ReactNode {
  const { account, onClose, open } = props;
  switch (open) {
    case undefined:
      return null;
    case 'edit':
      return <EditAccount of={account} onClose={onClose} />;
    case 'switch':
      return <SendingSwitch of={account} onClose={onClose} />;
    case 'decide':
      return account.review && <Decide review={account.review} account={account} onClose={onClose} />;
    case 'automation':
    case 'confirmation':
    case 'campaign':
      return <ResumeDialog of={account} mailClass={open} onClose={onClose} />;
    default:
      return <Stop of={account} what={open} onClose={onClose} />;
  }
}

/** Renders the sending permissions of the account, and the types of bulk email that are paused. */
function May({ account, setOpen }: { readonly account: Account; readonly setOpen: (next: Open) => void }): ReactNode {
  const { paused_at: pausedAt, restricted_at: restrictedAt, transactional_enabled: isOn } = account;
  return (
    <Card title="Permissions">
      <ul className="flex flex-col divide-y divide-line">
        <Switch
          name="Transactional email"
          state={isOn ? 'Sending is on.' : 'Sending is off. Requests to send email are rejected.'}
          isGood={isOn}
          action={isOn ? 'Turn off' : 'Turn on'}
          onClick={() => setOpen('switch')}
        />
        <Switch
          name="Pause"
          state={
            pausedAt === null
              ? 'Sending is not paused.'
              : 'Sending is paused. Accepted transactional email is still sent, but bulk email is on hold.'
          }
          isGood={pausedAt === null}
          reason={account.pause_reason}
          since={pausedAt}
          action={pausedAt === null ? 'Pause' : 'Resume'}
          onClick={() => setOpen('pause')}
        />
        {account.paused_classes.map(({ mail_class: mailClass, reason, since }) => (
          <Switch
            key={mailClass}
            name={CLASSES[mailClass]}
            state="Sending is paused. Emails of this type are on hold, but other emails are still sent."
            isGood={false}
            reason={reason}
            since={since}
            action="Resume"
            onClick={() => setOpen(mailClass)}
          />
        ))}
        <Switch
          name="Restriction"
          state={
            restrictedAt === null
              ? 'The account can use the account API.'
              : 'The account API rejects the account’s requests.'
          }
          isGood={restrictedAt === null}
          reason={account.restricted_reason}
          since={restrictedAt}
          action={restrictedAt === null ? 'Restrict' : 'Lift'}
          onClick={() => setOpen('restrict')}
        />
      </ul>
    </Card>
  );
}

function Switch(props: {
  readonly name: string;
  readonly state: string;
  readonly isGood: boolean;
  readonly reason?: string | null;
  readonly since?: string | null;
  readonly action: string;
  readonly onClick: () => void;
}): ReactNode {
  const { action, isGood, name, onClick, reason = null, since = null, state } = props;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">{name}</p>
        <p className={isGood ? 'text-ink-2' : 'text-bad'}>{state}</p>
        {since !== null && (
          <p className="text-sm text-ink-3">
            Since <Time at={since} />
            {reason === null ? '. No reason was given.' : `: ${reason}`}
          </p>
        )}
      </div>
      <Button look={isGood ? 'danger' : 'plain'} onClick={onClick} aria-label={`${action}: ${name}`}>
        {action}
      </Button>
    </li>
  );
}

function Sent({ account }: { readonly account: Account }): ReactNode {
  const { last_30_days: days, runs_out_on: runsOutOn, usage } = account;
  return (
    <Card title="Usage">
      <Gauge label="Emails this month" used={usage.month.used} limit={usage.month.limit} isShort={runsOutOn !== null} />
      {runsOutOn !== null && (
        <p className="mt-1 text-sm text-warn">
          At the current rate, the quota will be used up on <Time at={runsOutOn} style="date" />.
        </p>
      )}
      <div className="mt-4">
        <Facts
          rows={[
            ['Last 30 days', `${count(days.sent)} sent, ${count(days.delivered)} delivered`],
            ['Bounced', `${count(days.bounced)}, ${count(days.bounce_rate)}%`],
            ['Complained', `${count(days.complained)}, ${count(days.complaint_rate)}%`],
            ['Today', count(usage.day.used)],
          ]}
        />
      </div>
    </Card>
  );
}

function About({ account }: { readonly account: Account }): ReactNode {
  const { overage } = account.usage;
  return (
    <Card title="Details">
      <Facts
        rows={[
          ['ID', String(account.id)],
          ['Plan', words(account.plan)],
          ['Overage', overage.enabled ? `on, up to $${count(overage.cap_usd)} per month` : 'off'],
          ['Time zone', account.timezone],
          ['Created', <Time key="since" at={account.created_at} style="date" />],
          ...(account.review ? [['Last review', account.review.sentence] as const] : []),
        ]}
      />
    </Card>
  );
}

function AuditCard({ id }: { readonly id: string }): ReactNode {
  const filtering = useFilters();
  const { after, before } = filtering.filters;
  const read = useRead(
    'GET /dashboard/operator/accounts/{id}/audit',
    { params: { id }, query: { ...(before && { before }), ...(after && { after }) } },
    { keep: true },
  );
  return (
    <Card title="Audit log" isFlush>
      <Loaded read={read} lines={3}>
        {(page) => <AuditList page={page} filtering={filtering} />}
      </Loaded>
    </Card>
  );
}
