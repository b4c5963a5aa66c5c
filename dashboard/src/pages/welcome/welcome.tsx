import { useEffect, useState, type ReactNode } from 'react';
import { KeyRound, Send } from 'lucide-react';
import type { Answer } from '../../api.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { CodeBlock, Copyable } from '../../components/copy.tsx';
import { FormProblem } from '../../components/field.tsx';
import { LeaveGuard } from '../../components/leave-guard.tsx';
import { Card, Page } from '../../components/page.tsx';
import { keptQuestion } from '../../components/shown-once.tsx';
import { Loaded } from '../../components/states.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { refresh, useAct, useRead } from '../../reading.ts';
import { useMay, useSession } from '../../session.ts';
import { RouteCard } from '../messages/route-card.tsx';
import { Checklist } from '../../components/checklist.tsx';
import { LANGUAGES, snippetOf, type FirstMail, type Language } from './snippets.ts';

type Made = Answer<'POST /dashboard/keys'>;

/**
 * Poll intervals in milliseconds: until the email is accepted, and while it is in progress. Polling is in addition to
 * live events.
 */
const POLL_EVERY_MS = 2_000;
const IN_PROGRESS_POLL_MS = 1_000;
const PLACEHOLDER = '<your API key>';

/** Renders a guide to sending the first email, which requires no DNS records. */
export default function Welcome(): ReactNode {
  const { account, installation } = useSession();
  const [made, setMade] = useState<Made>();
  const [sent, setSent] = useState<string>();
  const [isKept, setKept] = useState(false);
  const keep = (): void => setKept(true);
  const ofKey = useFirstMessage(made);
  const own = sent ?? ofKey;
  const mail: FirstMail = {
    baseUrl: installation.base_url,
    key: made?.key ?? PLACEHOLDER,
    from: `onboarding@${installation.sandbox_domain}`,
    to: account.email,
  };
  return (
    <Page
      title="Your first email"
      summary="Create an API key, paste the code into a terminal, and run it. The message’s route appears below as soon as the message is accepted."
    >
      {/* An email that was sent with the key proves that the user has saved it, so do not ask for confirmation. */}
      <LeaveGuard question={() => (made && !isKept && ofKey === undefined ? LEAVING : undefined)} />
      <Card isMain={own === undefined}>
        <div
          className="flex flex-col gap-6"
          onCopy={() => made && getSelection()?.toString().includes(made.key) === true && keep()}
        >
          <Key shown={made?.key} onMade={setMade} onCopied={keep} />
          <Code mail={mail} onCopied={keep} />
          <Sending mail={mail} isAwaited={made !== undefined && own === undefined} onSent={setSent} />
        </div>
      </Card>
      {own !== undefined && <OwnMail id={own} isKeyShown={made !== undefined} />}
      {own !== undefined && <Checklist />}
      <Card title="Sandbox and delivery">
        <ul className="flex max-w-prose list-disc flex-col gap-1.5 pl-5 text-ink-2">
          <li>
            <code className="font-mono text-sm">{mail.from}</code> can send to {account.email} without any DNS setup.
          </li>
          <li>{DELIVERY_WORDS[installation.delivery] ?? 'Email is delivered as configured for this installation.'}</li>
          <li>To send to other recipients, add your own domain. The domain’s page lists the DNS records to publish.</li>
        </ul>
      </Card>
    </Page>
  );
}

const LEAVING = { ...keptQuestion('key'), leave: 'Leave page' };

const DELIVERY_WORDS: Readonly<Record<string, string>> = {
  inbox: 'This server doesn’t deliver email yet. All emails are stored in the built-in inbox, where you can read them.',
  relay: 'Email is sent through the configured relay.',
  direct: 'Email is delivered directly to the recipients’ mail servers.',
};

/** Returns the ID of the first message that was sent with the key of this page. Ignores other messages. */
function useFirstMessage(made: Made | undefined): string | undefined {
  const read = useRead(
    'GET /dashboard/keys/{id}/first-message',
    { params: { id: String(made?.id ?? '') } },
    {
      enabled: made !== undefined,
      every: ({ data }) => (data?.message_id === undefined || data.message_id === null ? POLL_EVERY_MS : false),
    },
  );
  return read.data?.message_id ?? undefined;
}

/**
 * Renders the route of the message on this page, because the key is shown only once and would be lost if the user left
 * the page.
 */
function OwnMail({ id, isKeyShown }: { readonly id: string; readonly isKeyShown: boolean }): ReactNode {
  // The onboarding checklist is hidden until the first email is sent, so reload the checklist.
  useEffect(() => refresh(['GET /dashboard/checklist']), [id]);
  const route = useRead(
    'GET /dashboard/messages/{id}/route',
    { params: { id } },
    { every: ({ data }) => (data?.is_final === true ? false : IN_PROGRESS_POLL_MS) },
  );
  return (
    <div className="flex flex-col gap-3" data-own-mail={id}>
      <div className="flex flex-wrap items-center justify-between gap-3" role="status">
        <p className="font-medium">
          Your email was accepted.{' '}
          {isKeyShown && <span className="font-normal text-ink-2">Save the key before you leave this page.</span>}
        </p>
        <ButtonLink to={`/messages/${id}`}>View message</ButtonLink>
      </div>
      <Loaded read={route}>{(data) => <RouteCard route={data} />}</Loaded>
    </div>
  );
}

function Key(props: {
  readonly shown: string | undefined;
  readonly onMade: (made: Made) => void;
  readonly onCopied: () => void;
}): ReactNode {
  const mayMake = useMay('dashboard:admin');
  const make = useAct('POST /dashboard/keys', {
    refresh: ['GET /dashboard/keys'],
    onDone: props.onMade,
  });
  if (props.shown !== undefined) {
    return (
      <div>
        <p className="text-ink-2">This key is shown only once. The code below already contains the key.</p>
        <Copyable text={props.shown} label="Copy key" onCopied={props.onCopied} />
      </div>
    );
  }
  if (!mayMake) {
    return (
      <p className="text-ink-2">
        Your role doesn’t allow you to create API keys. Ask an admin to create a key, then paste the key into the code
        below.
      </p>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        look="primary"
        isBusy={make.isPending}
        onClick={() =>
          make.act({ body: { name: 'First email', scopes: ['transactional:send', 'transactional:read'] } })
        }
      >
        <KeyRound className="size-4" aria-hidden /> Create API key
      </Button>
      <span className="text-ink-2">The key is inserted into the code for you.</span>
      <FormProblem problem={make.error} />
    </div>
  );
}

function Code({ mail, onCopied }: { readonly mail: FirstMail; readonly onCopied: () => void }): ReactNode {
  const [language, setLanguage] = useState<string>('curl');
  const tabs = LANGUAGES.map((each: Language) => ({
    value: each,
    label: each,
    content: (
      <div className="p-3">
        <CodeBlock code={snippetOf(each, mail)} label={`${each} code`} onCopied={onCopied} />
      </div>
    ),
  }));
  return <Tabs tabs={tabs} value={language} onChange={setLanguage} />;
}

function Sending(props: {
  readonly mail: FirstMail;
  /** Whether a key was created, but no email has been sent with it yet. */
  readonly isAwaited: boolean;
  readonly onSent: (id: string) => void;
}): ReactNode {
  const { from, to } = props.mail;
  const mayWrite = useMay('dashboard:write');
  const send = useAct('POST /transactional/emails', {
    refresh: ['GET /transactional/emails', 'GET /dashboard/checklist'],
    onDone: ({ id }) => props.onSent(id),
  });
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="flex flex-1 basis-64 items-center gap-2 text-ink-2" role="status">
        {props.isAwaited && (
          <>
            <span className="size-2 animate-pulse rounded-full bg-info" aria-hidden />
            Waiting for your first email.
          </>
        )}
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
          <Send className="size-4" aria-hidden /> Send email for me
        </Button>
      )}
      <FormProblem problem={send.error} />
    </div>
  );
}
