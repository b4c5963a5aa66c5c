import { useState, type ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Switch } from '../../components/field.tsx';
import { Card, Page } from '../../components/page.tsx';
import { Loaded } from '../../components/states.tsx';
import { useProblemToast } from '../../problem-toast.ts';
import { useAct, useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { count } from '../../words.ts';
import { ConfirmationMail } from './confirmation-mail.tsx';

type DoubleOptInSettings = Answer<'GET /double-opt-in'>;

/** Renders the settings for double opt-in, the confirmation email, and the results. */
export default function DoubleOptIn(): ReactNode {
  const read = useRead('GET /double-opt-in', {});
  return (
    <Page
      title="Double opt-in"
      summary="With double opt-in, new subscribers confirm their address by clicking a link in an email."
    >
      <Loaded read={read} lines={8}>
        {(doubleOptIn) => (
          <>
            <Card isMain>
              <div className="flex flex-col gap-5">
                <OnOff doubleOptIn={doubleOptIn} />
                {doubleOptIn.fault !== null && <Fault text={doubleOptIn.fault} />}
                <Figures of={doubleOptIn} />
              </div>
            </Card>
            <ConfirmationMail key={doubleOptIn.campaign_id} campaign={doubleOptIn.campaign} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function OnOff({ doubleOptIn: { enabled } }: { readonly doubleOptIn: DoubleOptInSettings }): ReactNode {
  const mayChange = useMay('dashboard:admin');
  const change = useAct('PATCH /dashboard/account', {
    refresh: ['GET /double-opt-in', 'GET /dashboard/account', 'GET /dashboard/account/audit'],
  });
  const [wanted, setWanted] = useState(enabled);
  useProblemToast(change.error);
  if (!mayChange) {
    return (
      <p className="max-w-prose">
        <strong className="font-medium">{enabled ? 'Double opt-in is on.' : 'Double opt-in is off.'}</strong>{' '}
        <span className="text-ink-2">Only owners and admins can change this setting.</span>
      </p>
    );
  }
  return (
    <Switch
      label="Require confirmation"
      hint="This setting applies to forms without their own setting and to contacts added one at a time through the API. Existing contacts and imports aren’t affected."
      // Show the new value immediately, and the server's value as soon as its response arrives.
      checked={change.isPending ? wanted : enabled}
      onChange={({ target: { checked } }) => {
        setWanted(checked);
        change.act({ body: { double_opt_in: checked } });
      }}
    />
  );
}

function Fault({ text }: { readonly text: string }): ReactNode {
  return (
    <div className="max-w-prose rounded-control bg-warn-soft px-4 py-3 text-warn">
      <p className="font-medium">The confirmation email can’t be sent.</p>
      <p>{text}</p>
      <p className="text-sm">
        Sign-ups are still accepted. Confirmation emails will be sent once the problem is fixed.
      </p>
    </div>
  );
}

/**
 * Renders the counts. They are not shown as percentages of each other, because a subscriber who received two
 * confirmation emails is counted twice.
 */
function Figures({ of: { asked, confirmed, days, waiting } }: { readonly of: DoubleOptInSettings }): ReactNode {
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-3">
      <Figure label={`Asked to confirm in the last ${days} days`} value={asked} />
      <Figure label={`Confirmed in the last ${days} days`} value={confirmed} />
      <Figure label="Waiting for confirmation" value={waiting} />
    </dl>
  );
}

function Figure({ label, value }: { readonly label: string; readonly value: number }): ReactNode {
  return (
    <div>
      <dt className="text-sm text-ink-3">{label}</dt>
      <dd className="text-xl font-semibold">{count(value)}</dd>
    </div>
  );
}
