import { useEffect, useRef, useState, type ReactNode } from 'react';
import { KeyRound, Send } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { CodeBlock, Copyable } from '../../components/copy.tsx';
import { FormProblem } from '../../components/field.tsx';
import { Card, Page } from '../../components/page.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useGo } from '../../filters.ts';
import { useAct, useRead } from '../../reading.ts';
import { useMay, useSession } from '../../session.ts';
import { LANGUAGES, snippetOf, type FirstMail, type Language } from './snippets.ts';

/** Besides being told, the page looks this often whether the mail was accepted. */
const LOOK_EVERY_MS = 2_000;
const PLACEHOLDER = '<your API key>';

/** From nothing to a mail whose way can be watched, in some twenty seconds and without DNS. */
export default function Welcome(): ReactNode {
  const { account, installation } = useSession();
  const [key, setKey] = useState<string>();
  useArrival();
  const mail: FirstMail = {
    baseUrl: installation.base_url,
    key: key ?? PLACEHOLDER,
    from: `onboarding@${installation.sandbox_domain}`,
    to: account.email,
  };
  return (
    <Page
      title="Your first mail"
      summary="Paste the code into a terminal and run it. This page turns to the mail’s route the moment it is accepted."
    >
      <Card isMain>
        <div className="flex flex-col gap-6">
          <Key shown={key} onMade={setKey} />
          <Code mail={mail} />
          <Waiting mail={mail} />
        </div>
      </Card>
      <Card title="What is ready, and what comes next">
        <ul className="flex max-w-prose list-disc flex-col gap-1.5 pl-5 text-ink-2">
          <li>
            <code className="font-mono text-sm">{mail.from}</code> may write to {account.email} at once, no DNS needed.
          </li>
          <li>{DELIVERY_WORDS[installation.delivery] ?? 'Mail is delivered as this installation is set up to.'}</li>
          <li>To write to others, add a domain of your own; its page says which DNS records to set.</li>
        </ul>
      </Card>
    </Page>
  );
}

const DELIVERY_WORDS: Readonly<Record<string, string>> = {
  inbox: 'Nothing leaves this machine yet: every mail goes into the built-in inbox, where you can read it.',
  relay: 'Mail goes out through the relay that this installation was given.',
  direct: 'Mail goes straight to the mail servers of its recipients.',
};

/** Leads to the route of the first mail that is accepted while the page is looked at. */
function useArrival(): void {
  const go = useGo();
  const known = useRef<string | null>(undefined);
  const read = useRead('GET /transactional/emails', { query: { per_page: '1' } }, { every: LOOK_EVERY_MS });
  const newest = read.data && (read.data.data[0]?.id ?? null);
  const { isFetching } = read;
  useEffect(() => {
    if (newest === undefined || (isFetching && known.current === undefined)) return;
    if (known.current === undefined) known.current = newest;
    else if (newest !== null && newest !== known.current) go(`/messages/${newest}`);
  }, [newest, isFetching, go]);
}

function Key(props: { readonly shown: string | undefined; readonly onMade: (key: string) => void }): ReactNode {
  const mayMake = useMay('dashboard:admin');
  const make = useAct('POST /dashboard/keys', {
    refresh: ['GET /dashboard/keys'],
    onDone: (made) => props.onMade(made.key),
  });
  if (props.shown !== undefined) {
    return (
      <div>
        <p className="text-ink-2">This key is shown only now, and it stands in the code below already.</p>
        <Copyable text={props.shown} label="Copy the key" />
      </div>
    );
  }
  if (!mayMake) {
    return (
      <p className="text-ink-2">
        Your role cannot make keys. Ask an admin of the account for one, and put it in below.
      </p>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        look="primary"
        isBusy={make.isPending}
        onClick={() => make.act({ body: { name: 'First mail', scopes: ['transactional:send', 'transactional:read'] } })}
      >
        <KeyRound className="size-4" aria-hidden /> Make a key
      </Button>
      <span className="text-ink-2">It is put into the code for you.</span>
      <FormProblem problem={make.error} />
    </div>
  );
}

function Code({ mail }: { readonly mail: FirstMail }): ReactNode {
  const [language, setLanguage] = useState<string>('curl');
  const tabs = LANGUAGES.map((each: Language) => ({
    value: each,
    label: each,
    content: (
      <div className="p-3">
        <CodeBlock code={snippetOf(each, mail)} label={`${each} code`} />
      </div>
    ),
  }));
  return <Tabs tabs={tabs} value={language} onChange={setLanguage} />;
}

function Waiting({ mail }: { readonly mail: FirstMail }): ReactNode {
  const mayWrite = useMay('dashboard:write');
  const go = useGo();
  const send = useAct('POST /transactional/emails', {
    refresh: ['GET /transactional/emails'],
    onDone: (made) => go(`/messages/${made.id}`),
  });
  const { from, to } = mail;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="flex flex-1 basis-64 items-center gap-2 text-ink-2" role="status">
        <span className="size-2 animate-pulse rounded-full bg-info" aria-hidden />
        Waiting for your mail.
      </p>
      {mayWrite && (
        <Button
          isBusy={send.isPending}
          onClick={() =>
            send.act({
              body: { from, to: [to], subject: 'Hello from Postrider', text: 'It works.', tag: 'first_mail' },
            })
          }
        >
          <Send className="size-4" aria-hidden /> Send it for me
        </Button>
      )}
      <FormProblem problem={send.error} />
    </div>
  );
}
