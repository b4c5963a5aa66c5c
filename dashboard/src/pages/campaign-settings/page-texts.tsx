import { useState, type ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Card } from '../../components/page.tsx';
import { Select } from '../../components/select.tsx';
import { Loaded } from '../../components/states.tsx';
import { toast } from '../../components/toast.tsx';
import { textOf } from '../../form-values.ts';
import { pageLanguages } from '../../languages.ts';
import { useAct, useRead } from '../../reading.ts';

type Text = Answer<'GET /dashboard/campaign-settings/texts'>['data'][number];

/** Pages and emails with customizable text, by the prefix of the keys of their strings. */
const PARTS = [
  { value: 'confirmation.', label: 'Confirmation email' },
  { value: 'confirm.', label: 'Confirmation page' },
  { value: 'form.', label: 'Sign-up form' },
  { value: 'check.', label: 'Page after sign-up' },
  { value: 'thanks.', label: 'Thank-you page' },
  { value: 'unsubscribe.', label: 'Unsubscribe page' },
  { value: 'preferences.', label: 'Preferences page' },
  { value: 'archive.', label: 'Archive' },
  { value: 'footer.', label: 'Footer' },
];

/** Renders the strings of public pages and emails in one language, each with a field for the account's own wording. */
export function PageTexts(props: { readonly language: string }): ReactNode {
  const languages = pageLanguages();
  const known = languages.some(({ value }) => value === props.language) ? props.language : 'en';
  const [language, setLanguage] = useState(known);
  const [part, setPart] = useState('confirmation.');
  const read = useRead('GET /dashboard/campaign-settings/texts', { query: { language } });
  return (
    <Card
      title="Texts"
      summary="Replace the texts of public pages, the confirmation email, and the footer. Readers see the texts in their language. Leave a field empty to keep the default text shown above it."
    >
      <div className="mb-4 flex flex-wrap gap-4">
        <Select
          label="Text language"
          isLabelShown
          className="w-56 max-sm:w-full"
          choices={languages}
          value={language}
          onChange={setLanguage}
        />
        <Select
          label="Part"
          isLabelShown
          className="w-56 max-sm:w-full"
          choices={PARTS}
          value={part}
          onChange={setPart}
        />
      </div>
      <Loaded read={read} lines={6}>
        {({ data }) => (
          <Texts
            key={`${language} ${part}`}
            language={language}
            texts={data.filter(({ key }) => key.startsWith(part))}
          />
        )}
      </Loaded>
    </Card>
  );
}

function Texts({ language, texts }: { readonly language: string; readonly texts: readonly Text[] }): ReactNode {
  const change = useAct('PATCH /dashboard/campaign-settings', {
    refresh: ['GET /dashboard/campaign-settings', 'GET /dashboard/campaign-settings/texts'],
    onDone: () => toast('Texts saved.'),
  });
  const nameOf = (key: string): string => `texts.${language}.${key}`;
  return (
    <Form
      action="Save texts"
      isBusy={change.isPending}
      problem={change.error}
      fields={texts.map(({ key }) => nameOf(key))}
      onSubmit={(form) => {
        const given = texts.map(({ key }) => [key, textOf(form, nameOf(key)) || null] as const);
        change.act({ body: { texts: { [language]: Object.fromEntries(given) } } });
      }}
    >
      {texts.map(({ key, own, sample, standard }) => (
        <Field
          key={key}
          label={standard}
          name={nameOf(key)}
          defaultValue={own ?? ''}
          {...(own !== null && { hint: `Readers see “${sample}”.` })}
          lang={language}
          dir="auto"
          autoComplete="off"
          problem={change.error}
        />
      ))}
    </Form>
  );
}
