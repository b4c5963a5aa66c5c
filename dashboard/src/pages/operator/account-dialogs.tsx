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

/** Renames an account, or gives it another plan. */
export function EditAccount(props: OfAccount): ReactNode {
  const { of, onClose } = props;
  const [plan, setPlan] = useState(of.plan);
  const plans = useRead('GET /dashboard/operator/plans', {});
  const change = useChange(props, 'The account is changed.');
  const choices = (plans.data?.data ?? [{ name: of.plan }]).map(({ name }) => ({ value: name, label: words(name) }));
  return (
    <FormDialog
      title={`Change ${of.name}`}
      isOpen
      onClose={onClose}
      action="Save"
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

/** Turns transactional mail on or off. */
export function SendingSwitch(props: OfAccount): ReactNode {
  const { of, onClose } = props;
  const isOn = of.transactional_enabled;
  const change = useChange(props, isOn ? `${of.name} may no longer send.` : `${of.name} may send.`);
  const act = { isOpen: true, isBusy: change.isPending, problem: change.error, onClose };
  if (isOn) {
    return (
      <ConfirmDialog
        {...act}
        title={`Turn transactional mail of ${of.name} off?`}
        action="Turn it off"
        onConfirm={() => change.act({ transactional_enabled: false })}
      >
        Its sends are refused from then on. What was accepted before goes out.
      </ConfirmDialog>
    );
  }
  return (
    <FormDialog
      {...act}
      title={`Turn transactional mail of ${of.name} on?`}
      description="Its keys may send from its verified domains, within its plan."
      action="Turn it on"
      onSubmit={() => change.act({ transactional_enabled: true })}
    >
      {null}
    </FormDialog>
  );
}

/** A class of mail to many that may be paused by itself. */
export type PausedClass = OfAccount['of']['paused_classes'][number]['mail_class'];

/** Classes of mail to many, as the page calls them. */
export const CLASSES: Readonly<Record<PausedClass, string>> = {
  automation: 'Mails of automations',
  confirmation: 'Confirmations',
  campaign: 'Campaigns',
};

/** Lifts the pause of a class of an account's mail to many. */
export function LetGo(props: OfAccount & { readonly mailClass: PausedClass }): ReactNode {
  const { mailClass, of, onClose } = props;
  const change = useChange(props, 'Done; what waits goes on within seconds.');
  return (
    <FormDialog
      title={`Resume ${CLASSES[mailClass].toLowerCase()} of ${of.name}?`}
      description="What waits goes on within seconds, and the count of bounces and complaints begins anew."
      isOpen
      onClose={onClose}
      action="Resume"
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
    what: 'Its sends are refused from then on; transactional mail accepted before goes out, and mail to many waits.',
    lifted: 'Its sends are accepted again.',
    action: 'Pause',
    lift: 'Resume',
    field: 'pause_reason',
  },
  restrict: {
    begin: (name: string) => `Restrict ${name}?`,
    end: (name: string) => `Lift the restriction of ${name}?`,
    what: 'The account API refuses it from then on, and tells it where it sees why.',
    lifted: 'The account API is open to it again.',
    action: 'Restrict',
    lift: 'Lift it',
    field: 'restricted_reason',
  },
} as const;

/** Pauses or restricts an account, with a reason that it is told, or lifts that. */
export function Stop(props: OfAccount & { readonly what: keyof typeof STOPS }): ReactNode {
  const { of, onClose, what } = props;
  const stop = STOPS[what];
  const isStopped = (what === 'pause' ? of.paused_at : of.restricted_at) !== null;
  const change = useChange(props, 'Done; the account sees it on its status page.');
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
          hint="The account is told."
          autoFocus
          problem={change.error}
        />
      )}
    </FormDialog>
  );
}
