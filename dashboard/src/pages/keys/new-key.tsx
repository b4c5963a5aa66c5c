import type { ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { CodeBlock } from '../../components/copy.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { useRead } from '../../reading.ts';
import { useSession } from '../../session.ts';
import { curlWith } from './key-words.ts';

/** Renders a new API key, which is shown only once, and an example that uses the key. */
export function NewKey(props: {
  readonly made: Answer<'POST /dashboard/keys'>;
  readonly isRotation: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const { made, isRotation, onClose } = props;
  const { account, installation } = useSession();
  return (
    <ShownOnce
      title={isRotation ? `New key for ${made.name}` : `${made.name} created`}
      noun="key"
      secret={made.key}
      example={curlWith(made, {
        baseUrl: installation.base_url,
        sandboxDomain: installation.sandbox_domain,
        ownAddress: account.email,
      })}
      onClose={onClose}
    >
      {isRotation && (
        <p className="text-ink-2">
          Replace the old key with the new key. The old key stops working after the overlap period you chose.
        </p>
      )}
      {made.signing && <Signing pair={made.signing} />}
      {made.domain !== null && made.scopes.includes('transactional:send') && <Unverified name={made.domain} />}
    </ShownOnce>
  );
}

/** Renders the environment variables for Amazon SES clients. Like the key, they are shown only once. */
function Signing({ pair }: { readonly pair: NonNullable<Answer<'POST /dashboard/keys'>['signing']> }): ReactNode {
  const label = 'For Amazon SES clients (shown only once)';
  const { base_url: baseUrl } = useSession().installation;
  const lines = [
    `AWS_ENDPOINT_URL_SESV2=${baseUrl}`,
    `AWS_ENDPOINT_URL_SES=${baseUrl}`,
    `AWS_ACCESS_KEY_ID=${pair.access_key_id}`,
    `AWS_SECRET_ACCESS_KEY=${pair.secret_access_key}`,
  ];
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-sm font-medium text-ink-2">{label}</p>
      <CodeBlock label={label} code={lines.join('\n')} />
    </div>
  );
}

/**
 * Renders a warning if the domain of the key is not verified, because no email can be sent from an unverified domain.
 */
function Unverified({ name }: { readonly name: string }): ReactNode {
  const { data } = useRead('GET /domains', { query: { per_page: '1000' } });
  const domain = data?.data.find((each) => each.domain === name);
  if (!domain || domain.status === 'verified') return null;
  return (
    <p className="rounded-control bg-warn-soft px-3 py-2 text-warn">
      {name} isn’t verified yet. The command below works once the domain’s DNS records are found.
    </p>
  );
}
