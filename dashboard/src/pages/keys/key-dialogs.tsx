import { useState, type ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { ConfirmDialog, FormDialog } from '../../components/dialog.tsx';
import { Checkbox, Field } from '../../components/field.tsx';
import { Select } from '../../components/select.tsx';
import { toast } from '../../components/toast.tsx';
import { numberOf, textOf } from '../../form-values.ts';
import { useAct, useRead } from '../../reading.ts';
import type { Key } from './key-words.ts';

const LIST = ['GET /dashboard/keys'] as const;

interface OfKey {
  readonly of: Key;
  readonly onClose: () => void;
}

type Made = Answer<'POST /dashboard/keys'>;

/**
 * Renders the form that creates an API key with a name, scopes, a domain, a rate limit, and optionally a signing
 * secret.
 */
export function CreateKey(props: { readonly onClose: () => void; readonly onMade: (made: Made) => void }): ReactNode {
  const { onClose, onMade } = props;
  const [domain, setDomain] = useState('');
  const domains = useRead('GET /domains', { query: { per_page: '1000' } });
  const create = useAct('POST /dashboard/keys', { refresh: LIST, onDone: onMade });
  const submit = (form: FormData): void => {
    const scopes = SCOPES.filter(({ value }) => form.has(value)).map(({ value }) => value);
    const rest = { domain: domain || null, signing: form.has('signing'), ...ratesOf(form) };
    create.act({ body: { name: textOf(form, 'name'), scopes, ...rest } });
  };
  return (
    <FormDialog
      title="Create API key"
      isOpen
      onClose={onClose}
      action="Create API key"
      isBusy={create.isPending}
      problem={create.error}
      fields={['name', 'domain', 'rate_per_second', 'rate_per_minute']}
      onSubmit={submit}
    >
      <Field
        label="Name"
        name="name"
        placeholder="Shop, production"
        hint="Enter the name of the program that uses this key."
        autoComplete="off"
        autoFocus
        problem={create.error}
      />
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 text-sm font-medium text-ink-2">Permissions</legend>
        {SCOPES.map(({ hint, label, value }) => (
          <Checkbox key={value} name={value} label={label} hint={hint} defaultChecked={value !== 'account'} />
        ))}
      </fieldset>
      <Select
        label="Sender domain"
        isLabelShown
        value={domain}
        onChange={setDomain}
        choices={[
          { value: '', label: 'Any domain' },
          ...(domains.data?.data ?? []).map((each) => ({ value: each.domain, label: each.domain })),
        ]}
      />
      <RateFields problem={create.error} />
      <Checkbox
        name="signing"
        label="For Amazon SES clients"
        hint="The key includes an access key ID and a secret for signing requests."
      />
    </FormDialog>
  );
}

const SCOPES = [
  { value: 'transactional:send', label: 'Send email', hint: 'Individual messages and batches' },
  { value: 'transactional:read', label: 'Read', hint: 'Messages and their delivery status' },
  {
    value: 'transactional:manage',
    label: 'Manage',
    hint: 'Webhook, suppressions, tags, and alerts. If you choose a sender domain, access is limited to that domain.',
  },
  {
    value: 'account',
    label: 'Account',
    hint: 'Contacts, campaigns, templates, and domains. This permission has no effect if you choose a sender domain.',
  },
] as const;

/** Renders the form that renames an API key or sets its rate limit. */
export function EditKey({ of, onClose }: OfKey): ReactNode {
  const change = useAct('PATCH /dashboard/keys/{id}', {
    refresh: LIST,
    onDone: () => {
      toast('API key updated.');
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Edit ${of.name}`}
      description="The permissions of a key can’t be changed. For other permissions, create a new key."
      isOpen
      onClose={onClose}
      action="Save changes"
      isBusy={change.isPending}
      problem={change.error}
      fields={['name', 'rate_per_second', 'rate_per_minute']}
      onSubmit={(form) =>
        change.act({ params: { id: String(of.id) }, body: { name: textOf(form, 'name'), ...ratesOf(form) } })
      }
    >
      <Field label="Name" name="name" defaultValue={of.name} autoComplete="off" autoFocus problem={change.error} />
      <RateFields problem={change.error} {...(of.rate.is_own && { rate: of.rate })} />
    </FormDialog>
  );
}

function RateFields({ problem, rate }: { problem: ReturnType<typeof useAct>['error']; rate?: Key['rate'] }): ReactNode {
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field
        label="Requests per second"
        name="rate_per_second"
        inputMode="numeric"
        placeholder="plan default"
        defaultValue={rate?.per_second ?? ''}
        problem={problem}
      />
      <Field
        label="Requests per minute"
        name="rate_per_minute"
        inputMode="numeric"
        placeholder="plan default"
        defaultValue={rate?.per_minute ?? ''}
        problem={problem}
      />
    </div>
  );
}

function ratesOf(form: FormData): { rate_per_second: number | null; rate_per_minute: number | null } {
  return { rate_per_second: numberOf(form, 'rate_per_second'), rate_per_minute: numberOf(form, 'rate_per_minute') };
}

const OVERLAPS = [
  { value: '24', label: '1 day' },
  { value: '1', label: '1 hour' },
  { value: '72', label: '3 days' },
  { value: '168', label: '7 days' },
  { value: '0', label: 'No overlap (revoke now)' },
] as const;

/** Renders the form that creates a replacement for an API key. The old key stays valid for a while. */
export function RotateKey({ of, onClose, onMade }: OfKey & { readonly onMade: (made: Made) => void }): ReactNode {
  const [overlap, setOverlap] = useState('24');
  const rotate = useAct('POST /dashboard/keys/{id}/rotate', { refresh: LIST, onDone: onMade });
  return (
    <FormDialog
      title={`Rotate ${of.name}`}
      description="A new key with the same permissions is created. Both keys work during the overlap."
      isOpen
      onClose={onClose}
      action="Rotate key"
      isBusy={rotate.isPending}
      problem={rotate.error}
      onSubmit={() => rotate.act({ params: { id: String(of.id) }, body: { overlap_hours: Number(overlap) } })}
    >
      <Select
        label="Keep the old key valid for"
        isLabelShown
        choices={OVERLAPS}
        value={overlap}
        onChange={setOverlap}
      />
    </FormDialog>
  );
}

/** Renders the dialog that permanently revokes an API key. */
export function RevokeKey({ of, onClose }: OfKey): ReactNode {
  const revoke = useAct('DELETE /dashboard/keys/{id}', {
    refresh: LIST,
    onDone: () => {
      toast(`${of.name} revoked.`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Revoke ${of.name}?`}
      action="Revoke key"
      isOpen
      isBusy={revoke.isPending}
      problem={revoke.error}
      onConfirm={() => revoke.act({ params: { id: String(of.id) } })}
      onClose={onClose}
    >
      Programs that use {of.prefix}…{of.last4} lose access within a second. This can’t be undone. To replace the key
      without downtime, rotate it instead.
    </ConfirmDialog>
  );
}
