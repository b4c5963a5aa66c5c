import { useState, type ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { CodeBlock } from '../../components/copy.tsx';
import { Card } from '../../components/page.tsx';
import { Segments } from '../../components/segments.tsx';

type Embed = Answer<'GET /forms/{id}'>['embed'];
type Way = keyof Embed;

const WAYS: Readonly<Record<Way, { readonly label: string; readonly text: string }>> = {
  script: {
    label: 'Script',
    text: 'Shows the form where you place the script, with its own styles. If your site has a Content Security Policy, allow scripts from this server and connections to it.',
  },
  html: {
    label: 'HTML',
    text: 'An HTML form that uses the styles of your site and that you can edit. With the script, visitors stay on the page. The form also works without the script.',
  },
  link: {
    label: 'Link',
    text: 'A link to the form’s page, for emails, profiles, and sites that can’t embed forms.',
  },
};

/** What puts a form on other pages, to be copied. */
export function Embeds({ of }: { readonly of: Embed }): ReactNode {
  const [way, setWay] = useState<Way>('script');
  const { label, text } = WAYS[way];
  return (
    <Card
      title="Embed the form"
      actions={
        <Segments
          label="Embed method"
          choices={CHOICES}
          value={way}
          onChange={(value) => isWay(value) && setWay(value)}
        />
      }
    >
      <p className="mb-3 max-w-prose text-ink-2">{text}</p>
      <CodeBlock label={`The ${label}`} code={of[way]} />
    </Card>
  );
}

const CHOICES = Object.entries(WAYS).map(([value, { label }]) => ({
  value,
  label,
}));

function isWay(value: string): value is Way {
  return Object.hasOwn(WAYS, value);
}
