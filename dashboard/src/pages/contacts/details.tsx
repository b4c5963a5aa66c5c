import { useState, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { ApiProblem, call, type Answer } from '../../api.ts';
import { SaveState, useAutosave } from '../../autosave.tsx';
import { Combobox } from '../../components/combobox.tsx';
import { Field, Switch } from '../../components/field.tsx';
import { Card, Facts } from '../../components/page.tsx';
import { Select } from '../../components/select.tsx';
import { Skeleton } from '../../components/states.tsx';
import { toast } from '../../components/toast.tsx';
import { contactLanguages } from '../../languages.ts';
import { useProblemToast } from '../../problem-toast.ts';
import { refresh, useAct, useRead } from '../../reading.ts';
import { languageName } from '../../words.ts';
import { knownZones } from '../../zoned-time.ts';

type Contact = Answer<'GET /contacts/{id}'>;
type OwnField = Answer<'GET /contact-fields'>['data'][number];
/** Values by field name. Names of custom fields have the prefix `field:`. */
type Change = Readonly<Record<string, string>>;

interface Props {
  readonly contact: Contact;
  readonly mayChange: boolean;
}

const MAX_FIELDS = '1000';
const OWN = 'field:';
const ZONES = [{ value: '', label: 'Unknown' }, ...knownZones().map((zone) => ({ value: zone, label: zone }))];

/** Renders a contact's names, language, time zone, and custom fields. The user can edit them in place. */
export function Details({ contact, mayChange }: Props): ReactNode {
  const fields = useRead('GET /contact-fields', { query: { per_page: MAX_FIELDS } });
  return (
    <Card title="Details">
      {fields.data ? (
        mayChange ? (
          <Edited contact={contact} fields={fields.data.data} />
        ) : (
          <Facts rows={factsOf(contact, fields.data.data)} />
        )
      ) : (
        <Skeleton lines={4} />
      )}
    </Card>
  );
}

function factsOf(contact: Contact, fields: readonly OwnField[]): readonly (readonly [string, ReactNode])[] {
  return [
    ['First name', contact.first_name || '–'],
    ['Last name', contact.last_name || '–'],
    ['Language', contact.language === null ? 'Unknown' : languageName(contact.language)],
    ['Time zone', contact.timezone ?? 'Unknown'],
    ...fields.map(({ label, name }) => [label, valueOf(contact, name) || '–'] as const),
  ];
}

function valueOf({ contact_fields: values }: Contact, name: string): string {
  return values.find((each) => each.name === name)?.value ?? '';
}

function Edited({ contact, fields }: { readonly contact: Contact; readonly fields: readonly OwnField[] }): ReactNode {
  const saving = useAutosave<Change>(async (change) => save(contact.id, change));
  return (
    <div className="flex flex-col gap-4">
      <Field
        label="First name"
        name="first_name"
        defaultValue={contact.first_name}
        onChange={({ target }) => saving.note({ first_name: target.value })}
        problem={saving.problem}
        autoComplete="off"
      />
      <Field
        label="Last name"
        name="last_name"
        defaultValue={contact.last_name}
        onChange={({ target }) => saving.note({ last_name: target.value })}
        problem={saving.problem}
        autoComplete="off"
      />
      <Language contact={contact} onChange={(language) => saving.note({ language })} />
      <TimeZone contact={contact} onChange={(timezone) => saving.note({ timezone })} />
      {fields.map(({ id, label, name, type }) => (
        <Field
          key={id}
          label={label}
          name={OWN + name}
          type={type === 'date' ? 'date' : 'text'}
          {...(type === 'number' && { inputMode: 'decimal' })}
          defaultValue={valueOf(contact, name)}
          onChange={({ target }) => saving.note({ [OWN + name]: target.value })}
          problem={saving.problem}
          autoComplete="off"
        />
      ))}
      <SaveState now={saving.now} saving={saving.saving} />
      {fields.length === 0 && (
        <p className="text-sm text-ink-3">
          To store more information about your contacts, add a{' '}
          <Link to="/fields" className="text-accent-ink underline">
            custom field
          </Link>
          .
        </p>
      )}
      <Tracking contact={contact} />
    </div>
  );
}

/** Renders a select for the language of a contact. An empty value deletes the language. */
function Language(props: { readonly contact: Contact; readonly onChange: (language: string) => void }): ReactNode {
  const { contact, onChange } = props;
  const [language, setLanguage] = useState(contact.language ?? '');
  return (
    <Select
      label="Language"
      isLabelShown
      choices={[{ value: '', label: 'Unknown' }, ...contactLanguages(contact.language ?? undefined)]}
      value={language}
      onChange={(next) => {
        setLanguage(next);
        onChange(next);
      }}
    />
  );
}

/** Renders a field for the time zone of a contact. An empty value deletes the time zone. */
function TimeZone(props: { readonly contact: Contact; readonly onChange: (timezone: string) => void }): ReactNode {
  const { contact, onChange } = props;
  const [timezone, setTimezone] = useState(contact.timezone ?? '');
  return (
    <Combobox
      label="Time zone"
      name="timezone"
      choices={ZONES}
      value={timezone}
      onChange={(next) => {
        setTimezone(next);
        onChange(next);
      }}
    />
  );
}

async function save(id: number, change: Change): Promise<void> {
  const own = Object.entries(change).filter(([name]) => name.startsWith(OWN));
  const names = Object.fromEntries(Object.entries(change).filter(([name]) => !name.startsWith(OWN)));
  const values = own.map(([name, value]) => ({ name: name.slice(OWN.length), value: value.trim() || null }));
  try {
    await call('PATCH /contacts/{id}', {
      params: { id: String(id) },
      body: { ...names, ...(values.length > 0 && { contact_fields: values }) },
    });
  } catch (error) {
    throw error instanceof ApiProblem ? named(error, own) : error;
  }
  refresh(['GET /contacts/{id}', 'GET /contacts', 'GET /lists/{list_id}/contacts']);
}

/**
 * Returns a copy of the problem in which error paths such as `contact_fields.0.value` are replaced with the names of
 * the form fields.
 */
function named(problem: ApiProblem, own: readonly (readonly [string, string])[]): ApiProblem {
  const errors = Object.entries(problem.errors).map(([path, faults]) => {
    const [, at] = /^contact_fields\.(\d+)/.exec(path) ?? [];
    return [own[Number(at)]?.[0] ?? path, faults] as const;
  });
  return Object.assign(Object.create(problem) as ApiProblem, { errors: Object.fromEntries(errors) });
}

function Tracking({ contact }: { readonly contact: Contact }): ReactNode {
  const change = useAct('PATCH /contacts/{id}', {
    refresh: ['GET /contacts/{id}'],
    onDone: () => toast('Tracking setting saved. Opens and clicks recorded earlier are kept.'),
  });
  useProblemToast(change.error);
  return (
    <Switch
      label="Track opens and clicks"
      hint="This setting applies to newsletters sent to this contact. Tracking doesn’t change how the emails look."
      checked={change.isPending ? !contact.is_tracked : contact.is_tracked}
      disabled={change.isPending}
      onChange={({ target }) =>
        change.act({ params: { id: String(contact.id) }, body: { is_tracked: target.checked } })
      }
    />
  );
}
