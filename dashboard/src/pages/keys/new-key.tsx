import type { ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { ShownOnce } from '../../components/shown-once.tsx';
import { useSession } from '../../session.ts';
import { curlWith } from './key-words.ts';

/** A key that was made just now: itself, this once, and a line that sends a mail with it. */
export function NewKey(props: {
  readonly made: Answer<'POST /dashboard/keys'>;
  readonly isRotation: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const { made, isRotation, onClose } = props;
  const { installation } = useSession();
  const from = `mail@${made.domain ?? installation.sandbox_domain}`;
  const send = made.scopes.includes('transactional:send');
  return (
    <ShownOnce
      title={isRotation ? `The new key of ${made.name}` : `${made.name} is made`}
      noun="key"
      secret={made.key}
      example={{
        label: send ? 'Send a mail with it' : 'Read with it',
        code: curlWith(made.key, from, { baseUrl: installation.base_url, send }),
      }}
      onClose={onClose}
    >
      {isRotation && (
        <p className="text-ink-2">
          Put it in the place of the old key, which is taken for as long as you said and refused from then on.
        </p>
      )}
    </ShownOnce>
  );
}
