import { useState, type ReactNode } from 'react';
import { KeyRound } from 'lucide-react';
import type { Answer } from '../../api.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { CodeBlock, Copyable } from '../../components/copy.tsx';
import { Field, FormProblem } from '../../components/field.tsx';
import { LeaveGuard } from '../../components/leave-guard.tsx';
import { Card, Page } from '../../components/page.tsx';
import { Select } from '../../components/select.tsx';
import { keptQuestion } from '../../components/shown-once.tsx';
import { useAct, useRead } from '../../reading.ts';
import { useMay, useSession } from '../../session.ts';
import { scopeInWords } from '../keys/key-words.ts';
import { CLIENTS, type ClientRow, type Connection } from './clients.ts';
import { Fields } from './fields.tsx';
import { AdapterNote, Adapters } from './adapters.tsx';

type Made = Answer<'POST /dashboard/keys'>;

const LEAVING = { ...keptQuestion('key'), leave: 'Leave page' };

/**
 * Renders the setup of a client. The user chooses a client, and gets code for it and an API key with only the necessary
 * permissions.
 */
export default function Connect(): ReactNode {
  const [value, setValue] = useState('curl');
  const [domain, setDomain] = useState('');
  const client = CLIENTS.find((each) => each.value === value) ?? FIRST;
  const domains = useDomains(client);
  const chosen = domains.includes(domain) ? domain : (domains[0] ?? '');
  const choices = domains.map((each) => ({ value: each, label: each }));
  return (
    <Page
      title="Connect your app"
      summary="Choose a client and copy the code, which contains this server’s URL and an API key."
    >
      <Card isMain>
        <div className="flex flex-col gap-5">
          <div className="grid gap-4 sm:grid-cols-2">
            <Select label="Client" isLabelShown value={value} onChange={setValue} choices={CLIENTS} />
            <Select
              isDisabled={domains.length === 0}
              label="Sender domain"
              isLabelShown
              value={chosen}
              onChange={setDomain}
              choices={choices}
            />
          </div>
          {client.vendor !== undefined && <AdapterNote vendor={client.vendor} />}
          {chosen === '' ? <NoDomain /> : <Lines client={client} domain={chosen} />}
          {client.fields !== undefined && <Fields of={client.fields} />}
        </div>
      </Card>
      <Adapters />
    </Page>
  );
}

function NoDomain(): ReactNode {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="text-ink-2">
        This client sends newsletters from your own domain, but you haven’t verified a domain yet.
      </p>
      <ButtonLink to="/domains">Go to domains</ButtonLink>
    </div>
  );
}

/**
 * Renders the code for a client, including an API key. Keys that were created on this page are kept until the user
 * leaves the page.
 */
function Lines({ client, domain }: { readonly client: ClientRow; readonly domain: string }): ReactNode {
  const { account, installation } = useSession();
  const [given, setGiven] = useState('');
  const [keys, setKeys] = useState<ReadonlyMap<string, Made>>(new Map());
  const [isKept, setKept] = useState(true);
  // For clients whose keys are limited to one domain, keep a separate key for each domain.
  const place = client.isOfDomain === true ? `${client.value} ${domain}` : client.value;
  const made = keys.get(place);
  const keep = (): void => setKept(true);
  const onMade = (next: Made): void => {
    setKeys(new Map(keys).set(place, next));
    setKept(false);
  };
  const lines = client.lines({
    baseUrl: installation.base_url,
    key: made?.key ?? (given.trim() || '<your API key>'),
    signing: signingOf(made),
    domain,
    from: `${domain === installation.sandbox_domain ? 'onboarding' : 'mail'}@${domain}`,
    to: account.email,
  });
  return (
    <div
      className="flex flex-col gap-5"
      onCopy={() => made && getSelection()?.toString().includes(secretOf(made)) === true && keep()}
    >
      <LeaveGuard question={() => (isKept ? undefined : LEAVING)} />
      <Key {...{ client, domain, made, given, onMade }} onGiven={setGiven} onCopied={keep} />
      <div className="flex flex-col gap-1.5">
        <p className="text-ink-2">{client.hint}</p>
        <CodeBlock code={lines} label={`Code for ${client.label}`} onCopied={keep} />
      </div>
    </div>
  );
}

const [FIRST] = CLIENTS as readonly [ClientRow, ...ClientRow[]];

/**
 * Returns the domains that a client can send from: the verified domains of the account and the sandbox domain. Excludes
 * the sandbox domain if `isOfDomain` is true.
 */
function useDomains({ isOfDomain = false }: ClientRow): readonly string[] {
  const { installation } = useSession();
  const { data } = useRead('GET /domains', { query: { per_page: '1000' } });
  const own = (data?.data ?? []).filter(({ status }) => status === 'verified').map(({ domain }) => domain);
  return isOfDomain ? own : [...own, installation.sandbox_domain];
}

function signingOf(made: Made | undefined): Connection['signing'] {
  return {
    accessKeyId: made?.signing?.access_key_id ?? '<your access key ID>',
    secretAccessKey: made?.signing?.secret_access_key ?? '<your secret access key>',
  };
}

/**
 * Returns the secret that the code contains. It is not shown again. For clients that sign requests, this is the signing
 * secret instead of the key.
 */
function secretOf({ key, signing }: Made): string {
  return signing?.secret_access_key ?? key;
}

interface KeyProps {
  readonly client: ClientRow;
  readonly domain: string;
  readonly made: Made | undefined;
  /** An existing API key that the user has entered. It is only inserted into the code. */
  readonly given: string;
  readonly onGiven: (key: string) => void;
  readonly onMade: (made: Made) => void;
  readonly onCopied: () => void;
}

function Key({ client, domain, given, made, onCopied, onGiven, onMade }: KeyProps): ReactNode {
  if (made) {
    return (
      <div>
        <p className="text-ink-2">
          {`This ${made.signing ? 'secret' : 'key'} is shown only once. The code below already contains the ${made.signing ? 'secret' : 'key'}.`}
        </p>
        <Copyable text={secretOf(made)} label={made.signing ? 'Copy secret' : 'Copy key'} onCopied={onCopied} />
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <MakeKey client={client} domain={domain} onMade={onMade} />
      {client.isSigning !== true && (
        <Field
          label="Or use an existing key"
          value={given}
          onChange={({ target }) => onGiven(target.value)}
          placeholder="pr_..."
          hint="The key is inserted into the code and isn’t sent anywhere."
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </div>
  );
}

function MakeKey({ client, domain, onMade }: Pick<KeyProps, 'client' | 'domain' | 'onMade'>): ReactNode {
  const mayMake = useMay('dashboard:admin');
  const make = useAct('POST /dashboard/keys', { refresh: ['GET /dashboard/keys'], onDone: onMade });
  if (!mayMake)
    return <p className="text-ink-2">Your role doesn’t allow you to create API keys. Ask an admin to create a key.</p>;
  const { isOfDomain = false, isSigning = false, label, scopes } = client;
  const body = { name: label, scopes: [...scopes], domain: isOfDomain ? domain : null, signing: isSigning };
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button look="primary" isBusy={make.isPending} onClick={() => make.act({ body })}>
        <KeyRound className="size-4" aria-hidden /> Create API key
      </Button>
      <span className="text-ink-2">
        The key can {listed(scopes.map(scopeInWords))}
        {isOfDomain && `, for ${domain} only`}
        {isSigning && ', and includes a secret for signing requests'}.
      </span>
      <FormProblem problem={make.error} />
    </div>
  );
}

const LIST = new Intl.ListFormat('en-GB');

function listed(words: readonly string[]): string {
  return LIST.format(words);
}
