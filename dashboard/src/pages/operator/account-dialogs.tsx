import { useState, type ReactNode } from 'react';
import type { Answer, Input } from '../../api.ts';
import { ConfirmDialog, FormDialog } from '../../components/dialog.tsx';
import { Field, TextArea } from '../../components/field.tsx';
import { Select } from '../../components/select.tsx';
import { toast } from '../../components/toast.tsx';
import { textOf } from '../../form-values.ts';
import { useAct, useRead } from '../../reading.ts';
import { words } from '../../words.ts';
import { ACCOUNT_CHANGED } from './refreshed.ts';

type Account = Answer<'GET /dashboard/operator/accounts/{id}'>;
type Change = NonNullable<Input<'PATCH /dashboard/operator/accounts/{id}'>['body']>;

interface OfAccount {
  readonly of: Account;
  readonly onClose: () => void;
}

function useChange(
  { of, onClose }: OfAccount,
  done: string,
): Omit<ReturnType<typeof useAct<'PATCH /dashboard/operator/accounts/{id}'>>, 'act'> & { act: (body: Change) => void } {
  const change = useAct('PATCH /dashboard/operator/accounts/{id}', {
    refresh: [...ACCOUNT_CHANGED, 'GET /dashboard/operator/plans', 'GET /dashboard/session'],
    onDone: () => {
      toast(done);
      onClose();
    },
  });
  return { ...change, act: (body) => change.act({ params: { id: String(of.id) }, body }) };
}

/** Renders the form that renames an account or changes its plan. */
export function EditAccount(props: OfAccount): ReactNode {
  const { of, onClose } = props;
  const [plan, setPlan] = useState(of.plan);
  const plans = useRead('GET /dashboard/operator/plans', {});
  const change = useChange(props, 'Account updated.');
  const choices = (plans.data?.data ?? [{ name: of.plan }]).map(({ name }) => ({ value: name, label: words(name) }));
  return (
    <FormDialog
      title={`Edit ${of.name}`}
      isOpen
      onClose={onClose}
      action="Save changes"
      isBusy={change.isPending}
      problem={change.error}
      fields={['name']}
      onSubmit={(form) => change.act({ name: textOf(form, 'name'), ...(plan !== of.plan && { plan }) })}
    >
      <Field
        label="Name"
        name="name"
        defaultValue={of.name === of.email ? '' : of.name}
        placeholder={of.email}
        autoComplete="off"
        autoFocus
        problem={change.error}
      />
      <Select label="Plan" isLabelShown choices={choices} value={plan} onChange={setPlan} />
    </FormDialog>
  );
}

/** Renders the dialog that turns transactional email on or off for an account. */
export function SendingSwitch(props: OfAccount): ReactNode {
  const { of, onClose } = props;
  const isOn = of.transactional_enabled;
  const change = useChange(
    props,
    isOn ? `Transactional email is off for ${of.name}.` : `Transactional email is on for ${of.name}.`,
  );
  const act = { isOpen: true, isBusy: change.isPending, problem: change.error, onClose };
  if (isOn) {
    return (
      <ConfirmDialog
        {...act}
        title={`Turn off transactional email for ${of.name}?`}
        action="Turn off"
        onConfirm={() => change.act({ transactional_enabled: false })}
      >
        New requests to send email are rejected. Emails that have already been accepted are still sent.
      </ConfirmDialog>
    );
  }
  return (
    <FormDialog
      {...act}
      title={`Turn on transactional email for ${of.name}?`}
      description="The account’s API keys can send from its verified domains, within the limits of its plan."
      action="Turn on"
      onSubmit={() => change.act({ transactional_enabled: true })}
    >
      {null}
    </FormDialog>
  );
}

/** A type of bulk email that can be paused separately. */
export type PausedClass = OfAccount['of']['paused_classes'][number]['mail_class'];

/** Labels for the types of bulk email. */
export const CLASSES: Readonly<Record<PausedClass, string>> = {
  automation: 'Automation emails',
  confirmation: 'Confirmation emails',
  campaign: 'Campaigns',
};

/** Renders the dialog that resumes a paused type of bulk email for an account. */
export function ResumeDialog(props: OfAccount & { readonly mailClass: PausedClass }): ReactNode {
  const { mailClass, of, onClose } = props;
  const change = useChange(props, 'Sending resumed. Queued emails are sent within seconds.');
  return (
    <FormDialog
      title={`Resume ${CLASSES[mailClass].toLowerCase()} for ${of.name}?`}
      description="Queued emails are sent within seconds. The bounce and complaint counts are reset."
      isOpen
      onClose={onClose}
      action="Resume sending"
      isBusy={change.isPending}
      problem={change.error}
      onSubmit={() => change.act({ class_pauses: { [mailClass]: null } })}
    >
      {null}
    </FormDialog>
  );
}

const STOPS = {
  pause: {
    begin: (name: string) => `Pause ${name}?`,
    end: (name: string) => `Resume ${name}?`,
    what: 'New requests to send email are rejected. Accepted transactional email is still sent, but bulk email is put on hold.',
    lifted: 'Requests to send email are accepted again.',
    action: 'Pause sending',
    lift: 'Resume sending',
    field: 'pause_reason',
  },
  restrict: {
    begin: (name: string) => `Restrict ${name}?`,
    end: (name: string) => `Lift the restriction on ${name}?`,
    what: 'The account API rejects the account’s requests and explains where to find the reason.',
    lifted: 'The account can use the account API again.',
    action: 'Restrict account',
    lift: 'Lift restriction',
    field: 'restricted_reason',
  },
} as const;

/**
 * Renders the dialog that pauses or restricts an account, or lifts the pause or restriction. The members of the account
 * can see the reason.
 */
export function Stop(props: OfAccount & { readonly what: keyof typeof STOPS }): ReactNode {
  const { of, onClose, what } = props;
  const stop = STOPS[what];
  const isStopped = (what === 'pause' ? of.paused_at : of.restricted_at) !== null;
  const change = useChange(props, 'Account updated. The account’s status page shows the change.');
  const submit = (form: FormData): void => {
    const reason = textOf(form, stop.field) || null;
    if (what === 'pause') change.act(isStopped ? { paused: false } : { paused: true, pause_reason: reason });
    else change.act(isStopped ? { restricted: false } : { restricted: true, restricted_reason: reason });
  };
  return (
    <FormDialog
      title={isStopped ? stop.end(of.name) : stop.begin(of.name)}
      description={isStopped ? stop.lifted : stop.what}
      isOpen
      onClose={onClose}
      action={isStopped ? stop.lift : stop.action}
      isBusy={change.isPending}
      problem={change.error}
      fields={[stop.field]}
      onSubmit={submit}
    >
      {!isStopped && (
        <TextArea
          label="Reason"
          name={stop.field}
          rows={3}
          hint="The members of the account can see this reason."
          autoFocus
          problem={change.error}
        />
      )}
    </FormDialog>
  );
}
