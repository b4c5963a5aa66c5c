import { useState, type ReactNode } from 'react';
import type { Answer, Input } from '../../api.ts';
import type { Choice } from '../../components/choice.ts';
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

type Preview = Input<'GET /dashboard/campaign-settings/texts/preview'>['query']['page'];

interface Part extends Choice {
  readonly previews: readonly Preview[];
}

/** Pages and emails with customizable text, by the prefix of the keys of their strings, with their previews. */
const PARTS: readonly Part[] = [
  { value: 'confirmation.', label: 'Confirmation email', previews: ['confirmation'] },
  { value: 'confirm.', label: 'Confirmation page', previews: ['confirm', 'confirmed'] },
  { value: 'form.', label: 'Sign-up form', previews: ['form'] },
  { value: 'check.', label: 'Page after sign-up', previews: ['check'] },
  { value: 'thanks.', label: 'Thank-you page', previews: ['thanks'] },
  { value: 'unsubscribe.', label: 'Unsubscribe page', previews: ['unsubscribe', 'unsubscribed'] },
  { value: 'preferences.', label: 'Preferences page', previews: ['preferences'] },
  { value: 'archive.', label: 'Archive', previews: ['archive'] },
  { value: 'footer.', label: 'Footer', previews: [] },
];

const TITLES: Readonly<Record<Preview, string>> = {
  confirmation: 'Confirmation email',
  confirm: 'Confirmation page',
  confirmed: 'Page after confirmation',
  form: 'Sign-up form',
  check: 'Page after sign-up',
  thanks: 'Thank-you page',
  unsubscribe: 'Unsubscribe page',
  unsubscribed: 'Page after unsubscribing',
  preferences: 'Preferences page',
  archive: 'Archive',
};

/** Renders the strings of public pages and emails in one language, each with a field for the account's own wording. */
export function PageTexts(props: { readonly language: string }): ReactNode {
  const languages = pageLanguages();
  const known = languages.some(({ value }) => value === props.language) ? props.language : 'en';
  const [language, setLanguage] = useState(known);
  const [part, setPart] = useState('confirmation.');
  const read = useRead('GET /dashboard/campaign-settings/texts', { query: { language } });
  return (
    <Card
      title="Wording"
      summary="Change the wording of public pages, the confirmation email, and the footer. Readers see the wording in their language. Leave a field empty to keep the default text shown above it."
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
          <div className="flex flex-wrap items-start gap-6">
            <Texts
              key={`${language} ${part}`}
              language={language}
              texts={data.filter(({ key }) => key.startsWith(part))}
            />
            {PARTS.find(({ value }) => value === part)?.previews.map((page) => (
              <TextPreview key={page} page={page} language={language} />
            ))}
          </div>
        )}
      </Loaded>
    </Card>
  );
}

function Texts({ language, texts }: { readonly language: string; readonly texts: readonly Text[] }): ReactNode {
  const change = useAct('PATCH /dashboard/campaign-settings', {
    refresh: [
      'GET /dashboard/campaign-settings',
      'GET /dashboard/campaign-settings/texts',
      'GET /dashboard/campaign-settings/texts/preview',
    ],
    onDone: () => toast('Wording saved.'),
  });
  const nameOf = (key: string): string => `texts.${language}.${key}`;
  return (
    <Form
      action="Save wording"
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

/** Renders a public page or the confirmation email with the saved texts at the width of a phone. */
function TextPreview({ page, language }: { readonly page: Preview; readonly language: string }): ReactNode {
  const read = useRead('GET /dashboard/campaign-settings/texts/preview', { query: { page, language } }, { keep: true });
  return (
    <figure className="flex w-[377px] max-w-full flex-col gap-2">
      <Loaded read={read} lines={6}>
        {({ html, subject }) => (
          <>
            {subject !== null && (
              <p>
                <span className="text-ink-3">Subject</span>{' '}
                <span lang={language} dir="auto" className="font-medium">
                  {subject}
                </span>
              </p>
            )}
            <iframe
              key={html}
              title={`Preview: ${TITLES[page]}`}
              srcDoc={html}
              sandbox=""
              className="block h-[26rem] w-full rounded-card border border-line-strong bg-surface"
            />
          </>
        )}
      </Loaded>
      <figcaption className="text-sm text-ink-3">{TITLES[page]}, with the saved wording</figcaption>
    </figure>
  );
}
