import { useState, type ReactNode } from 'react';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Card, Page } from '../../components/page.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { Select } from '../../components/select.tsx';
import { toast } from '../../components/toast.tsx';
import { textIn } from '../../form-text.ts';
import { textOf } from '../../form-values.ts';
import { pageLanguages } from '../../languages.ts';
import { useAct } from '../../reading.ts';
import { useSession } from '../../session.ts';
import { DeleteSelf } from './delete-self.tsx';
import { Passkeys } from './passkeys.tsx';
import { Sessions } from './sessions.tsx';
import { TwoFactor } from './two-factor.tsx';

/**
 * Renders the settings of the user, which apply to all accounts: the name, the language, the email address, and the
 * sign-in methods.
 */
export default function Security(): ReactNode {
  return (
    <Page title="Sign-in and security" summary="Your personal settings apply to all accounts that you belong to.">
      <div className="grid grid-cols-2 items-start gap-5 max-lg:grid-cols-1">
        <Person />
        <Password />
      </div>
      <TwoFactor />
      <Passkeys />
      <Sessions />
      <DeleteSelf />
    </Page>
  );
}

function Person(): ReactNode {
  const { person } = useSession();
  const [language, setLanguage] = useState(person.language ?? '');
  const save = useAct('PATCH /dashboard/me', {
    refresh: ['GET /dashboard/session', 'GET /dashboard/team'],
    onDone: () => toast('Profile updated.'),
  });
  return (
    <Card title="Profile">
      <div className="flex flex-col gap-6">
        <Form
          action="Save profile"
          isBusy={save.isPending}
          problem={save.error}
          fields={['name', 'language']}
          onSubmit={(form) =>
            save.act({ body: { name: textOf(form, 'name'), language: language === '' ? null : language } })
          }
        >
          <Field label="Name" name="name" defaultValue={person.name} autoComplete="name" problem={save.error} />
          <Select
            label="Language of emails from Postrider"
            isLabelShown
            name="language"
            choices={[{ value: '', label: 'The account’s language' }, ...pageLanguages(person.language ?? undefined)]}
            value={language}
            onChange={setLanguage}
          />
        </Form>
        <Address />
      </div>
    </Card>
  );
}

function Address(): ReactNode {
  const { person } = useSession();
  const [asked, setAsked] = useState<string>();
  const change = useAct('POST /dashboard/me/email', { onDone: (_answer, { body }) => setAsked(body.email) });
  return (
    <Form
      key={asked}
      action="Change email"
      isBusy={change.isPending}
      problem={change.error}
      fields={['email', 'password']}
      onSubmit={(form) => change.act({ body: { email: textOf(form, 'email'), password: textIn(form, 'password') } })}
    >
      <p>
        You sign in with <strong className="font-semibold">{person.email}</strong>.
      </p>
      {asked !== undefined && (
        <p role="status" className="rounded-control bg-info-soft px-3 py-2 text-sm text-info">
          Check the inbox of {asked} and open the link to confirm the change. The link expires after one hour.
        </p>
      )}
      <Field
        label="New email"
        name="email"
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        problem={change.error}
      />
      <PasswordField label="Your password" name="password" problem={change.error} />
    </Form>
  );
}

function Password(): ReactNode {
  const [times, setTimes] = useState(0);
  const change = useAct('POST /dashboard/me/password', {
    refresh: ['GET /dashboard/me/sessions'],
    onDone: () => {
      toast('Password changed. Your other sessions have ended.');
      setTimes(times + 1);
    },
  });
  return (
    <Card title="Password" summary="Changing your password signs you out on all other devices.">
      <Form
        key={times}
        action="Change password"
        isBusy={change.isPending}
        problem={change.error}
        fields={['current_password', 'new_password']}
        onSubmit={(form) =>
          change.act({
            body: {
              current_password: textIn(form, 'current_password'),
              new_password: textIn(form, 'new_password'),
            },
          })
        }
      >
        <PasswordField label="Current password" name="current_password" problem={change.error} />
        <PasswordField label="New password" name="new_password" isNew problem={change.error} />
      </Form>
    </Card>
  );
}
