import { useState, type ReactNode } from 'react';
import { useParams } from '@tanstack/react-router';
import type { Answer } from '../../api.ts';
import { CodeBlock, CopyButton } from '../../components/copy.tsx';
import { MailFrame } from '../../components/mail-frame.tsx';
import { Facts, Page } from '../../components/page.tsx';
import { Loaded } from '../../components/states.tsx';
import { Tabs, type Tab } from '../../components/tabs.tsx';
import { Time } from '../../components/time.tsx';
import { isUnknown, Unknown } from '../../components/unknown.tsx';
import { useRead } from '../../reading.ts';
import { plural, size } from '../../words.ts';

type Mail = Answer<'GET /inbox/{id}'>;

/** Maximum number of characters of the source that are shown. Rendering more would block the page. */
const SHOWN_CHARACTERS = 200_000;

/** Renders an email in the local inbox: its preview, its text, its links, and its source. */
export default function InboxMail(): ReactNode {
  const { id = '' } = useParams({ strict: false });
  const [tab, setTab] = useState('html');
  const read = useRead('GET /inbox/{id}', { params: { id } });
  if (isUnknown(read)) {
    return (
      <Unknown noun="email" list={{ to: '/inbox', label: 'Inbox' }}>
        The email may have been deleted. The inbox keeps only the newest emails.
      </Unknown>
    );
  }
  const title = read.data?.subject || 'No subject';
  return (
    <Page
      title={read.data ? title : 'Email'}
      back={{ to: '/inbox', label: 'Inbox' }}
      summary={read.data && <Summary mail={read.data} />}
    >
      <Loaded read={read} lines={10}>
        {(mail) => <Tabs tabs={tabsOf(mail)} value={tab} onChange={setTab} />}
      </Loaded>
    </Page>
  );
}

function Summary({ mail }: { readonly mail: Mail }): ReactNode {
  return (
    <span>
      From {mail.from || 'unknown sender'} to {mail.recipients.join(', ')}, <Time at={mail.received_at} />
    </span>
  );
}

function tabsOf(mail: Mail): Tab[] {
  return [
    {
      value: 'html',
      label: mail.html === null ? 'Preview' : 'HTML',
      content: <MailFrame path="/inbox/{id}/preview" id={mail.id} />,
    },
    { value: 'text', label: 'Text', content: <Text text={mail.text} /> },
    { value: 'links', label: `Links (${mail.links.length})`, content: <Links links={mail.links} /> },
    { value: 'headers', label: 'Headers', content: <Headers mail={mail} /> },
    { value: 'source', label: 'Source', content: <Source raw={mail.raw} /> },
  ];
}

function Text({ text }: { readonly text: string | null }): ReactNode {
  if (text === null)
    return (
      <p className="p-6 text-ink-2">
        This email has no text part. Email clients that can’t display HTML show an empty email.
      </p>
    );
  return <pre className="p-6 font-mono text-sm whitespace-pre-wrap">{text}</pre>;
}

function Links({ links }: { readonly links: readonly string[] }): ReactNode {
  if (links.length === 0) return <p className="p-6 text-ink-2">This email contains no links.</p>;
  return (
    <ul className="divide-y divide-line">
      {links.map((link, index) => (
        // The same link can be in an email several times.
        <li key={`${index} ${link}`} className="flex items-start gap-2 py-1.5 pr-4 pl-6 max-sm:pl-4">
          <span className="min-w-0 flex-1 py-1.5 font-mono text-sm break-all">
            {/^https?:\/\//i.test(link) ? (
              <a href={link} target="_blank" rel="noopener noreferrer" className="text-accent-ink underline">
                {link}
              </a>
            ) : (
              link
            )}
          </span>
          <CopyButton text={link} label="Copy link" />
        </li>
      ))}
    </ul>
  );
}

function Headers({ mail }: { readonly mail: Mail }): ReactNode {
  return (
    <div className="flex flex-col gap-6 p-6 max-sm:p-4">
      <Facts
        rows={[
          ['Envelope sender', mail.mail_from || 'empty, as in bounces'],
          ['Envelope recipients', mail.recipients.join(', ')],
          ['Signature', mail.dkim ? `${mail.dkim.domain}, selector ${mail.dkim.selector}` : 'none'],
        ]}
      />
      <dl className="flex flex-col gap-2">
        {mail.headers.map(({ name, value }, index) => (
          <div key={`${index} ${name}`} className="grid grid-cols-[11rem_1fr] gap-x-4 max-sm:grid-cols-1">
            <dt className="font-mono text-sm text-ink-3">{name}</dt>
            <dd className="min-w-0 font-mono text-sm">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Source({ raw }: { readonly raw: string }): ReactNode {
  const bytes = Uint8Array.from(raw.slice(0, SHOWN_CHARACTERS), (character) => character.codePointAt(0) ?? 0);
  const isCut = raw.length > SHOWN_CHARACTERS;
  return (
    <div className="flex flex-col gap-2 p-4">
      <p className="text-sm text-ink-3">
        {size(raw.length)}
        {isCut && `, first ${plural(SHOWN_CHARACTERS, 'byte')} shown`}
      </p>
      <CodeBlock label="Source" code={new TextDecoder().decode(bytes)} />
    </div>
  );
}
