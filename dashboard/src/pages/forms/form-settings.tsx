import { useState, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Answer, ApiProblem } from '../../api.ts';
import type { Creation } from '../../components/choice.ts';
import { MultiSelect } from '../../components/combobox.tsx';
import { Select } from '../../components/select.tsx';
import { pageLanguages } from '../../languages.ts';
import { Checkbox, Field, TextArea } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { RadioGroup } from '../../components/radio-group.tsx';
import { Skeleton } from '../../components/states.tsx';
import { toast } from '../../components/toast.tsx';
import { textOf } from '../../form-values.ts';
import { useAct, useRead } from '../../reading.ts';
import { useLists } from '../contacts/choices.ts';

type Shown = Answer<'GET /forms/{id}'>;

const FIELDS = [
  'title',
  'heading',
  'description',
  'button',
  'lists',
  'fields',
  'gdpr_required',
  'consent_text',
  'double_opt_in',
  'redirect_url',
];

const MAX_FIELDS = '1000';

interface Choosable {
  readonly value: string;
  readonly label: string;
}

/** Renders the settings of a sign-up form. */
export function FormSettings({ form }: { readonly form: Shown }): ReactNode {
  const { choices, creation, isThere } = useLists();
  const asked = useRead('GET /contact-fields', { query: { per_page: MAX_FIELDS } }).data;
  // Wait for the choices, because choices that appear after the form would count as unsaved changes.
  return isThere && asked ? (
    <Opened
      form={form}
      offered={choices}
      creation={creation}
      askable={asked.data.map(({ label, name }) => ({ value: name, label }))}
    />
  ) : (
    <Skeleton lines={8} />
  );
}

function Opened(props: {
  readonly form: Shown;
  readonly offered: readonly Choosable[];
  readonly creation: Creation | undefined;
  readonly askable: readonly Choosable[];
}): ReactNode {
  const { askable, creation, form, offered } = props;
  const [fields, setFields] = useState(form.fields);
  const [lists, setLists] = useState<readonly string[]>(form.lists.map(({ id }) => String(id)));
  const [hasBox, setBox] = useState(form.gdpr_required);
  const [language, setLanguage] = useState(form.language ?? '');
  const [double, setDouble] = useState(form.double_opt_in === null ? '' : String(form.double_opt_in));
  const save = useAct('PATCH /forms/{id}', {
    refresh: ['GET /forms', 'GET /forms/{id}'],
    onDone: () => toast('Form saved.'),
  });
  const submit = (filled: FormData): void => {
    save.act({
      params: { id: String(form.id) },
      body: {
        title: textOf(filled, 'title'),
        heading: orNull(filled, 'heading'),
        description: orNull(filled, 'description'),
        button: orNull(filled, 'button'),
        redirect_url: orNull(filled, 'redirect_url'),
        lists: lists.map(Number),
        fields,
        gdpr_required: hasBox,
        // Keep the values of settings while they are hidden, so that they are still there when the settings are shown
        // again.
        ...(hasBox && { consent_text: orNull(filled, 'consent_text') }),
        language: language || null,
        double_opt_in: double === '' ? null : double === 'true',
      },
    });
  };
  return (
    <Form action="Save changes" isMain isBusy={save.isPending} problem={save.error} fields={FIELDS} onSubmit={submit}>
      <Words form={form} problem={save.error} />
      <MultiSelect
        label="Lists"
        name="lists"
        choices={withOwn(offered, form)}
        creation={creation}
        values={lists}
        onChange={setLists}
        hint="New subscribers are added to these lists."
        problem={save.error}
      />
      <RequestedFields choices={askable} values={fields} onChange={setFields} problem={save.error} />
      <Box form={form} isOn={hasBox} onChange={setBox} problem={save.error} />
      <Language form={form} value={language} onChange={setLanguage} />
      <Double value={double} onChange={setDouble} />
      <Redirect form={form} problem={save.error} />
    </Form>
  );
}

function Redirect({ form, problem }: { readonly form: Shown; readonly problem: ApiProblem | null }): ReactNode {
  return (
    <Field
      label="Redirect URL"
      name="redirect_url"
      type="url"
      defaultValue={form.redirect_url ?? ''}
      placeholder="https://www.example.com/thanks"
      hint="People are redirected to this page after sign-up. Leave empty to show a thank-you page."
      problem={problem}
    />
  );
}

function Language(props: {
  readonly form: Shown;
  readonly value: string;
  readonly onChange: (language: string) => void;
}): ReactNode {
  const { form, onChange, value } = props;
  return (
    <Select
      label="Language"
      name="language"
      isLabelShown
      choices={[{ value: '', label: 'The visitor’s language' }, ...pageLanguages(form.language ?? undefined)]}
      value={value}
      onChange={onChange}
    />
  );
}

/** Renders the custom fields that a sign-up form can contain. Renders nothing if the account has no custom fields. */
function RequestedFields(props: {
  readonly choices: readonly Choosable[];
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
  readonly problem: ApiProblem | null;
}): ReactNode {
  if (props.choices.length === 0 && props.values.length === 0) return null;
  return (
    <MultiSelect
      label="Custom fields"
      name="fields"
      hint="These fields appear along with the email address and name. All custom fields are optional."
      {...props}
    />
  );
}

function Words({ form, problem }: { readonly form: Shown; readonly problem: ApiProblem | null }): ReactNode {
  return (
    <>
      <Field
        label="Title"
        name="title"
        defaultValue={form.title}
        hint="The title is for internal use. If the form has no heading, the title is shown above the form."
        autoComplete="off"
        problem={problem}
      />
      <Field
        label="Heading"
        name="heading"
        defaultValue={form.heading ?? ''}
        placeholder={form.title}
        autoComplete="off"
        problem={problem}
      />
      <TextArea
        label="Description"
        name="description"
        defaultValue={form.description ?? ''}
        hint="Leave an empty line to start a new paragraph."
        problem={problem}
      />
      <Field
        label="Button text"
        name="button"
        defaultValue={form.button ?? ''}
        placeholder="Sign up"
        autoComplete="off"
        problem={problem}
      />
    </>
  );
}

function Box(props: {
  readonly form: Shown;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly problem: ApiProblem | null;
}): ReactNode {
  const { form, isOn, onChange, problem } = props;
  return (
    <>
      <Checkbox
        label="Require a consent checkbox"
        hint="The wording and the time of consent are stored as proof."
        name="gdpr_required"
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
      {isOn && (
        <TextArea
          label="Consent text"
          name="consent_text"
          rows={3}
          defaultValue={form.consent_text ?? ''}
          placeholder="I agree to receive newsletters by email. I can unsubscribe at any time."
          problem={problem}
        />
      )}
    </>
  );
}

function Double(props: { readonly value: string; readonly onChange: (value: string) => void }): ReactNode {
  const { data } = useRead('GET /double-opt-in', {});
  const now = data && (data.enabled ? ' (on)' : ' (off)');
  return (
    <div className="flex flex-col gap-1">
      <RadioGroup
        label="Double opt-in"
        name="double_opt_in"
        choices={[
          { value: '', label: `Account default${now ?? ''}` },
          { value: 'true', label: 'Always' },
          {
            value: 'false',
            label: 'Never',
            hint: 'Without confirmation, anyone can sign up with someone else’s address.',
          },
        ]}
        {...props}
      />
      <Link to="/double-opt-in" className="self-start text-sm text-accent-ink underline underline-offset-2">
        Edit confirmation email
      </Link>
    </div>
  );
}

/**
 * Returns the lists that the user can choose. Always includes the lists of the sign-up form, even if the account has
 * more lists than were loaded.
 */
function withOwn(offered: readonly Choosable[], form: Shown): readonly Choosable[] {
  const known = new Set(offered.map(({ value }) => value));
  const own = form.lists.map(({ id, name }) => ({
    value: String(id),
    label: name,
  }));
  return [...own.filter(({ value }) => !known.has(value)), ...offered];
}

/** Returns the text of a field, or null if the field is empty. Null means that the default text is used. */
function orNull(form: FormData, name: string): string | null {
  const text = textOf(form, name);
  return text === '' ? null : text;
}
