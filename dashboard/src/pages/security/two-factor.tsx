import { useState, type ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Copyable, CopyButton } from '../../components/copy.tsx';
import { FormDialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Card } from '../../components/page.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { keptQuestion } from '../../components/shown-once.tsx';
import { toast } from '../../components/toast.tsx';
import { textIn } from '../../form-text.ts';
import { textOf } from '../../form-values.ts';
import { useAct } from '../../reading.ts';
import { useSession } from '../../session.ts';

type Setup = Answer<'POST /dashboard/me/two-factor'>;
type Open = 'start' | 'end' | Setup;

const CHANGED = ['GET /dashboard/session', 'GET /dashboard/me/sessions'] as const;

/**
 * Renders the settings for two-factor authentication, which requires a code from an authenticator app in addition to
 * the password.
 */
export function TwoFactor(): ReactNode {
  const [open, setOpen] = useState<Open>();
  const isOn = useSession().person.two_factor;
  const close = (): void => setOpen(undefined);
  return (
    <Card
      title="Two-factor authentication"
      summary="Two-factor authentication requires a code from an authenticator app in addition to your password."
      actions={
        isOn ? (
          <Button look="danger" onClick={() => setOpen('end')}>
            Turn off
          </Button>
        ) : (
          <Button onClick={() => setOpen('start')}>Set up</Button>
        )
      }
    >
      <p className="flex flex-wrap items-center gap-2">
        {isOn ? <Badge tone="ok">on</Badge> : <Badge tone="warn">off</Badge>}
        <span className="text-ink-2">
          {isOn
            ? 'Your password alone isn’t enough to sign in.'
            : 'Set up two-factor authentication so that your password alone isn’t enough to sign in.'}
        </span>
      </p>
      {open === 'start' && <Start onClose={close} onBegun={setOpen} />}
      {open === 'end' && <End onClose={close} />}
      {typeof open === 'object' && <Confirm setup={open} onClose={close} />}
    </Card>
  );
}

function Start(props: { readonly onClose: () => void; readonly onBegun: (setup: Setup) => void }): ReactNode {
  const start = useAct('POST /dashboard/me/two-factor', { onDone: props.onBegun });
  return (
    <FormDialog
      title="Set up two-factor authentication"
      description="You need an authenticator app on your phone or in your password manager."
      isOpen
      onClose={props.onClose}
      action="Continue"
      isBusy={start.isPending}
      problem={start.error}
      fields={['password']}
      onSubmit={(form) => start.act({ body: { password: textIn(form, 'password') } })}
    >
      <PasswordField label="Your password" name="password" autoFocus problem={start.error} />
    </FormDialog>
  );
}

/**
 * Renders the confirmation of a second factor. Sign-in does not require the second factor until the user has entered a
 * code to prove that the authenticator app works.
 */
function Confirm({ setup, onClose }: { readonly setup: Setup; readonly onClose: () => void }): ReactNode {
  const confirm = useAct('POST /dashboard/me/two-factor/confirm', {
    refresh: CHANGED,
    onDone: () => {
      toast('Two-factor authentication is on.');
      onClose();
    },
  });
  return (
    <FormDialog
      title="Set up two-factor authentication"
      isOpen
      width="wide"
      question={() => KEPT}
      onClose={onClose}
      action="Turn on"
      isBusy={confirm.isPending}
      problem={confirm.error}
      fields={['code']}
      onSubmit={(form) => confirm.act({ body: { code: textOf(form, 'code') } })}
    >
      <ol className="flex list-decimal flex-col gap-4 pl-5 marker:text-ink-3">
        <Scan setup={setup} />
        <Keep codes={setup.backup_codes} />
        <li>
          <Field
            label="Code from the authenticator app"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            className="max-w-60"
            problem={confirm.error}
          />
        </li>
      </ol>
    </FormDialog>
  );
}

/** Asks whether the user has stored the secret and the backup codes, which are shown only once. */
const KEPT = keptQuestion('secret and the backup codes');

function Scan({ setup }: { readonly setup: Setup }): ReactNode {
  return (
    <li>
      <p>Scan the QR code with your authenticator app, or enter the secret.</p>
      <div className="mt-2 flex flex-wrap items-center gap-4">
        <img
          src={`data:image/svg+xml,${encodeURIComponent(setup.qr_svg)}`}
          alt="QR code for your authenticator app"
          className="size-40 rounded-control border border-line"
        />
        <div className="min-w-0 flex-1 basis-52">
          <p className="text-sm text-ink-3">Secret</p>
          <Copyable text={setup.secret} label="Copy secret" />
        </div>
      </div>
    </li>
  );
}

function Keep({ codes }: { readonly codes: readonly string[] }): ReactNode {
  return (
    <li>
      <div className="flex items-start justify-between gap-3">
        <p>
          Store these backup codes in a safe place. You can use each code once instead of a code from the authenticator
          app.
        </p>
        <CopyButton text={codes.join('\n')} label="Copy backup codes" />
      </div>
      <ul
        aria-label="Backup codes"
        className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-x-4 gap-y-1 rounded-control bg-sunken px-4 py-3 font-mono text-sm"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </li>
  );
}

function End({ onClose }: { readonly onClose: () => void }): ReactNode {
  const end = useAct('DELETE /dashboard/me/two-factor', {
    refresh: CHANGED,
    onDone: () => {
      toast('Two-factor authentication is off.');
      onClose();
    },
  });
  return (
    <FormDialog
      title="Turn off two-factor authentication?"
      description="Your password alone will be enough to sign in. The backup codes stop working."
      isOpen
      onClose={onClose}
      action="Turn off"
      isBusy={end.isPending}
      problem={end.error}
      fields={['password']}
      onSubmit={(form) => end.act({ body: { password: textIn(form, 'password') } })}
    >
      <PasswordField label="Your password" name="password" autoFocus problem={end.error} />
    </FormDialog>
  );
}
