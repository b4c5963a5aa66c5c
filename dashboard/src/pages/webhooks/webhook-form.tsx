import { useState, type FormEvent, type ReactNode } from 'react';
import type { Answer, ApiProblem, Input } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { MultiSelect } from '../../components/combobox.tsx';
import { Checkbox, Field, FormProblem } from '../../components/field.tsx';
import { Card } from '../../components/page.tsx';
import { LeaveGuard, UNSAVED, useDraft } from '../../components/leave-guard.tsx';
import { Select } from '../../components/select.tsx';
import { toast } from '../../components/toast.tsx';
import { textOf } from '../../form-values.ts';
import { useAct } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { EVENTS } from '../../webhook-events.ts';

type Webhook = Answer<'GET /transactional/webhook'>;
type Format = Webhook['format'];
type Change = NonNullable<Input<'PATCH /transactional/webhook'>['body']>;

const DEFAULT_EVENTS = EVENTS.flatMap(({ isDefault, value }) => (isDefault ? [value] : []));

const FORMATS = [
  { value: 'native', label: 'Native: X-Service-Signature' },
  { value: 'compatible', label: 'Compatible: Resend and Svix' },
] as const;

export function WebhookForm(props: {
  readonly webhook: Webhook | undefined;
  readonly format: Format;
  readonly setFormat: (format: Format) => void;
  readonly onSecret: (secret: string) => void;
}): ReactNode {
  const { format, onSecret, setFormat, webhook } = props;
  const mayChange = useMay('dashboard:write');
  const [isEnabled, setEnabled] = useState(webhook?.enabled ?? true);
  const save = useAct('PATCH /transactional/webhook', {
    refresh: ['GET /transactional/webhook', 'GET /transactional/webhook/health'],
    onDone: (answer) => {
      if ('secret' in answer) onSecret(answer.secret);
      else toast('Webhook updated.');
    },
  });
  const { form, isChanged } = useDraft({ isBusy: save.isPending, problem: save.error });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    save.act({ body: changeOf(new FormData(event.currentTarget), format, isEnabled) });
  };
  return (
    <Card isMain {...(webhook ? { title: 'Settings' } : NEW)}>
      <form ref={form} onSubmit={submit} noValidate>
        <LeaveGuard question={() => (isChanged() ? UNSAVED : undefined)} />
        {/* The choice itself is not a form field. The hidden input lets the form detect when the choice changes. */}
        <input type="hidden" name="format" value={format} />
        <fieldset disabled={!mayChange} className="flex min-w-0 flex-col gap-4">
          <UrlField url={webhook?.url} problem={save.error} />
          <Select
            label="Format"
            isLabelShown
            choices={FORMATS}
            value={format}
            onChange={(value) => setFormat(value === 'compatible' ? 'compatible' : 'native')}
          />
          <Events chosen={webhook?.events ?? DEFAULT_EVENTS} isDisabled={!mayChange} problem={save.error} />
          <Switches webhook={webhook} isEnabled={isEnabled} setEnabled={setEnabled} />
          <FormProblem problem={save.error} fields={['url', 'events']} />
          {mayChange && (
            <div>
              <Button type="submit" look="primary" isBusy={save.isPending}>
                {webhook ? 'Save changes' : 'Set up webhook'}
              </Button>
            </div>
          )}
        </fieldset>
      </form>
    </Card>
  );
}

function UrlField({
  problem,
  url,
}: {
  readonly url: string | undefined;
  readonly problem: ApiProblem | null;
}): ReactNode {
  return (
    <Field
      label="URL"
      name="url"
      type="url"
      defaultValue={url}
      placeholder="https://hooks.example.com/mail"
      hint="The URL must use https, be publicly reachable, and respond with a 2xx status code within 15 seconds."
      autoComplete="off"
      problem={problem}
    />
  );
}

function Switches(props: {
  readonly webhook: Webhook | undefined;
  readonly isEnabled: boolean;
  readonly setEnabled: (isEnabled: boolean) => void;
}): ReactNode {
  const { isEnabled, setEnabled, webhook } = props;
  return (
    <>
      <Checkbox
        name="single_signature"
        label="Send only one signature"
        hint="Select this option for receivers of the compatible format that compare the whole header with one value."
        defaultChecked={webhook?.single_signature}
      />
      <Checkbox
        name="both_signatures"
        label="Sign with both secrets during a rotation"
        hint="Select this option for receivers that try each signature in the header. Otherwise, the old secret signs requests until you activate the new secret."
        defaultChecked={webhook?.both_signatures}
      />
      {webhook && (
        <Checkbox
          name="enabled"
          label="Send events"
          hint={
            webhook.disabled_by === 'gone'
              ? GONE
              : 'While sending is off, events are put on hold, and you can replay them later.'
          }
          checked={isEnabled}
          onChange={(event) => setEnabled(event.target.checked)}
        />
      )}
    </>
  );
}

const NEW = {
  title: 'Set up webhook',
  summary: 'Enter the URL on your server that receives events. The signing secret is shown in the next step.',
};
const GONE = 'Sending was turned off because the receiver responded with 410 Gone. Events since then are on hold.';

function Events(props: {
  readonly chosen: readonly string[];
  readonly isDisabled: boolean;
  readonly problem: ApiProblem | null;
}): ReactNode {
  const { chosen, isDisabled, problem } = props;
  const [values, setValues] = useState(chosen);
  return (
    <MultiSelect
      label="Events"
      name="events"
      choices={EVENTS}
      values={values}
      onChange={setValues}
      isDisabled={isDisabled}
      hint="Choose the events to send to your server."
      problem={problem}
    />
  );
}

function changeOf(form: FormData, format: Format, enabled: boolean): Change {
  return {
    url: textOf(form, 'url'),
    format,
    events: EVENTS.map(({ value }) => value).filter((value) => form.getAll('events').includes(value)),
    single_signature: form.has('single_signature'),
    both_signatures: form.has('both_signatures'),
    enabled,
  };
}
