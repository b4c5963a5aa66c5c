import { useState, type ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Card } from '../../components/page.tsx';
import { Select } from '../../components/select.tsx';
import { toast } from '../../components/toast.tsx';
import { textOf } from '../../form-values.ts';
import { pageLanguages } from '../../languages.ts';
import { useAct } from '../../reading.ts';

/** Renders the settings for the language and the color of public pages. */
export function PublicPages({
  settings,
}: {
  readonly settings: Answer<'GET /dashboard/campaign-settings'>;
}): ReactNode {
  const [language, setLanguage] = useState(settings.language);
  const change = useAct('PATCH /dashboard/campaign-settings', {
    refresh: ['GET /dashboard/campaign-settings'],
    onDone: () => toast('Settings saved.'),
  });
  return (
    <Card
      title="Public pages"
      summary="Readers whose language is known see pages and confirmation emails in their own language. Choose the language for all other readers."
    >
      <Form
        action="Save pages"
        isBusy={change.isPending}
        problem={change.error}
        fields={['accent_color']}
        onSubmit={(form) => change.act({ body: { language, accent_color: textOf(form, 'accent_color') } })}
      >
        <Select
          label="Language"
          name="language"
          isLabelShown
          choices={pageLanguages(settings.language)}
          value={language}
          onChange={setLanguage}
        />
        <Field
          label="Accent color"
          name="accent_color"
          defaultValue={settings.accent_color}
          hint="The color of buttons and links, for example #0a7d4f. Leave empty to use the default color."
          autoComplete="off"
          problem={change.error}
        />
      </Form>
    </Card>
  );
}
