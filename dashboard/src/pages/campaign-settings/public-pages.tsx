import { useState, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Answer } from '../../api.ts';
import { Form } from '../../components/form.tsx';
import { Card } from '../../components/page.tsx';
import { Select } from '../../components/select.tsx';
import { toast } from '../../components/toast.tsx';
import { pageLanguages } from '../../languages.ts';
import { useAct } from '../../reading.ts';

/** Renders the setting for the language of public pages. */
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
        onSubmit={() => change.act({ body: { language } })}
      >
        <Select
          label="Language"
          name="language"
          isLabelShown
          choices={pageLanguages(settings.language)}
          value={language}
          onChange={setLanguage}
        />
        <Link to="/brand" className="self-start text-sm text-accent-ink underline underline-offset-2">
          Set the logo and the colors
        </Link>
      </Form>
    </Card>
  );
}
