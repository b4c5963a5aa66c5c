import { useState, type ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Badge, type Tone } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { FormDialog } from '../../components/dialog.tsx';
import { TextArea } from '../../components/field.tsx';
import { MailFrame } from '../../components/mail-frame.tsx';
import { Card, Facts } from '../../components/page.tsx';
import { Segments } from '../../components/segments.tsx';
import { Loaded } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { toast } from '../../components/toast.tsx';
import { isUnknown, Unknown } from '../../components/unknown.tsx';
import { useGo } from '../../filters.ts';
import { textOf } from '../../form-values.ts';
import { useAct, useRead } from '../../reading.ts';
import { KINDS } from './approval-words.ts';
import { OperatorPage } from './operator-page.tsx';

type Content = Answer<'GET /dashboard/operator/accounts/{id}/campaigns/{campaign_id}/approval'>;
type Decision = 'approve' | 'reject';

interface Names {
  readonly account: string;
  readonly campaign: string;
}

const LIST = { to: '/operator/approvals', label: 'Approvals' };
const CHANGED = [
  'GET /dashboard/operator/campaign-approvals',
  'GET /dashboard/operator/accounts/{id}/campaigns/{campaign_id}/approval',
  'GET /dashboard/operator/accounts/{id}/audit',
] as const;

const STATES: Readonly<Record<Content['state'], Tone>> = {
  waiting: 'warn',
  approved: 'ok',
  rejected: 'bad',
  passed: 'ok',
};

/**
 * Renders content that is waiting for approval: the results of its checks, the email, and buttons to approve or reject
 * it.
 */
export function Approval({ account, campaign }: Names): ReactNode {
  const [decision, setDecision] = useState<Decision>();
  const read = useRead('GET /dashboard/operator/accounts/{id}/campaigns/{campaign_id}/approval', {
    params: { id: account, campaign_id: campaign },
  });
  if (isUnknown(read)) {
    return (
      <Unknown noun="approval request" list={LIST}>
        The approval request may have been deleted.
      </Unknown>
    );
  }
  const { data } = read;
  return (
    <OperatorPage
      title={data?.campaign.subject ?? 'Approval'}
      back={LIST}
      summary={
        data && (
          <span className="flex flex-wrap items-center gap-2">
            <Badge tone={STATES[data.state]}>{data.state}</Badge> {KINDS[data.campaign.kind]} from {data.account.name}
          </span>
        )
      }
      actions={
        data && (
          <>
            <Button look="danger" onClick={() => setDecision('reject')}>
              Reject
            </Button>
            <Button look="primary" onClick={() => setDecision('approve')}>
              Approve
            </Button>
          </>
        )
      }
    >
      {() => (
        <Loaded read={read} lines={8}>
          {(content) => (
            <>
              <About content={content} />
              <Contents content={content} account={account} campaign={campaign} />
              {decision && <Decide content={content} decision={decision} onClose={() => setDecision(undefined)} />}
            </>
          )}
        </Loaded>
      )}
    </OperatorPage>
  );
}

function About({ content }: { readonly content: Content }): ReactNode {
  const { account, campaign, findings } = content;
  return (
    <Card isMain>
      <Facts
        rows={[
          ['Account', `${account.name}, ${account.email}`],
          ['Title', campaign.title],
          ['Sender', `${campaign.from_name} <${campaign.from_email}>`],
          ['Requested', <Time key="asked" at={content.asked_at} style="full" />],
          ...(content.decided_at === null
            ? []
            : [['Decided', <Time key="decided" at={content.decided_at} style="full" />] as const]),
          ...(content.reason === null ? [] : [['Reason', content.reason] as const]),
        ]}
      />
      {content.has_changed && (
        <p className="mt-3 text-warn">
          The content has changed since the request. You are reviewing the current version.
        </p>
      )}
      <ul className="mt-3 flex flex-col gap-1">
        {findings.length === 0 && <li className="text-ink-2">The checks found no problems.</li>}
        {findings.map(({ check, message }) => (
          <li key={`${check} ${message}`} className="text-warn">
            {message}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Renders the email. Merge tags are shown by name instead of by value. */
function Contents({ account, campaign, content }: Names & { readonly content: Content }): ReactNode {
  const [shown, setShown] = useState('0');
  const one = content.contents[Number(shown)] ?? content.contents[0];
  if (!one) return null;
  return (
    <Card
      title="Email"
      summary={one.preview_text === '' ? one.subject : `${one.subject} · ${one.preview_text}`}
      isFlush
      actions={
        content.contents.length > 1 && (
          <Segments
            label="Content shown"
            choices={content.contents.map((_each, at) => ({
              value: String(at),
              label: at === 0 ? 'Original' : `Variant ${at}`,
            }))}
            value={shown}
            onChange={setShown}
          />
        )
      }
    >
      <div className="border-t border-line">
        <MailFrame
          path="/dashboard/operator/accounts/{id}/campaigns/{campaign_id}/approval/preview"
          id={account}
          params={{ campaign_id: campaign }}
          query={{ content: shown === '0' ? undefined : shown }}
        />
      </div>
    </Card>
  );
}

/**
 * Renders the dialog that approves or rejects the content that is shown. If the content has changed in the meantime,
 * the server rejects the decision.
 */
function Decide(props: {
  readonly content: Content;
  readonly decision: Decision;
  readonly onClose: () => void;
}): ReactNode {
  const { content, decision, onClose } = props;
  const go = useGo();
  const isApproved = decision === 'approve';
  const decide = useAct('POST /dashboard/operator/accounts/{id}/campaigns/{campaign_id}/approval', {
    refresh: CHANGED,
    onDone: () => {
      toast(
        isApproved
          ? 'Campaign approved. The account has been notified.'
          : 'Campaign rejected. The account has been notified.',
      );
      onClose();
      go('/operator/approvals');
    },
  });
  return (
    <FormDialog
      title={isApproved ? 'Approve this content?' : 'Reject this content?'}
      description={
        isApproved
          ? `“${content.campaign.subject}” can be sent as long as its content doesn’t change. Automation and confirmation emails resume immediately.`
          : `“${content.campaign.subject}” won’t be sent. If the content changes, you will be asked to review it again.`
      }
      isOpen
      onClose={onClose}
      action={isApproved ? 'Approve' : 'Reject'}
      isBusy={decide.isPending}
      problem={decide.error}
      fields={['reason']}
      onSubmit={(form) => {
        const reason = textOf(form, 'reason');
        decide.act({
          params: { id: String(content.account.id), campaign_id: String(content.campaign.id) },
          body: { decision, hash: content.hash, ...(reason !== '' && { reason }) },
        });
      }}
    >
      <TextArea
        label="Reason"
        name="reason"
        rows={3}
        maxLength={500}
        hint={
          isApproved
            ? 'Optional. The members of the account can see this reason.'
            : 'The members of the account can see this reason.'
        }
        problem={decide.error}
      />
    </FormDialog>
  );
}
