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
    text: 'Puts the form where it stands, with looks of its own. A policy of your page (CSP) must allow scripts of this server, and connections to it.',
  },
  html: {
    label: 'HTML',
    text: 'A form in the looks of your page, which you may change. With its script people stay on the page; it works without too.',
  },
  link: {
    label: 'Link',
    text: 'Leads to the page of the form: for mails, profiles, and pages that take no forms.',
  },
};

/** What puts a form on other pages, to be copied. */
export function Embeds({ of }: { readonly of: Embed }): ReactNode {
  const [way, setWay] = useState<Way>('script');
  const { label, text } = WAYS[way];
  return (
    <Card
      title="Put it on your pages"
      actions={
        <Segments
          label="Way of putting it there"
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
