import { useState, type ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Badge, type Tone } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { FormDialog } from '../../components/dialog.tsx';
import { Checkbox } from '../../components/field.tsx';
import { Card } from '../../components/page.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { toast } from '../../components/toast.tsx';
import { cache, useAct } from '../../reading.ts';
import { useMay } from '../../session.ts';

type DomainPage = Answer<'GET /dashboard/domains/{id}'>;
type Key = DomainPage['keys'][number];

const TONES: Readonly<Record<Key['state'], Tone>> = { active: 'ok', waiting: 'warn', retired: 'plain' };
const STATES: Readonly<Record<Key['state'], string>> = { active: 'signs', waiting: 'waits', retired: 'retired' };

/** The keys that sign for a domain, and how another follows one. */
export function DomainKeys({ domain }: { readonly domain: DomainPage }): ReactNode {
  const [isRotating, setRotating] = useState(false);
  const mayRotate = useMay('dashboard:write');
  return (
    <Card
      title="Signing keys"
      isFlush
      summary={domain.rotation.reason ?? 'A key may be followed by another at any time, without a mail going unsigned.'}
      actions={
        mayRotate && (
          <Button onClick={() => setRotating(true)} disabled={!domain.rotation.is_possible}>
            Rotate the key
          </Button>
        )
      }
    >
      <Table
        label="Signing keys"
        columns={COLUMNS}
        rows={domain.keys}
        keyOf={({ selector }) => selector}
        empty={<p className="px-6 pb-6 text-ink-2">The first key is made with the next look at the records.</p>}
      />
      {isRotating && <Rotate domain={domain} onClose={() => setRotating(false)} />}
    </Card>
  );
}

const COLUMNS: readonly Column<Key>[] = [
  {
    key: 'selector',
    header: 'Selector',
    cell: (key) => <code className="font-mono text-sm">{key.selector}</code>,
    isMain: true,
  },
  { key: 'kind', header: 'Kind', cell: (key) => (key.algorithm === 'rsa' ? 'RSA, 2048 bits' : 'Ed25519') },
  {
    key: 'state',
    header: 'State',
    cell: (key) => <Badge tone={TONES[key.state]}>{STATES[key.state]}</Badge>,
    isSide: true,
  },
  { key: 'found', header: 'Record found', cell: (key) => <Time at={key.published_at} />, isExtra: true },
  { key: 'from', header: 'Signs from', cell: (key) => <Time at={key.active_from} />, isExtra: true },
  { key: 'until', header: 'Retired', cell: (key) => <Time at={key.retired_at} />, isExtra: true },
];

function Rotate({ domain, onClose }: { readonly domain: DomainPage; readonly onClose: () => void }): ReactNode {
  const id = String(domain.id);
  const rotate = useAct('POST /dashboard/domains/{id}/rotate-key', {
    onDone: (answer) => {
      cache.setQueryData(['GET /dashboard/domains/{id}', { params: { id } }], answer);
      toast('The new key is made. Publish its record, which stands above.');
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Rotate the key of ${domain.name}`}
      description="A new key is made. It signs a day after its record was found; until then, and for mails on their way, the old one goes on."
      isOpen
      onClose={onClose}
      action="Make the new key"
      isBusy={rotate.isPending}
      problem={rotate.error}
      onSubmit={(form) => rotate.act({ params: { id }, body: { now: form.has('now') } })}
    >
      <Checkbox
        name="now"
        label="Others may have the present key"
        hint="The new key signs as soon as its record is found, without the wait of a day."
      />
    </FormDialog>
  );
}
