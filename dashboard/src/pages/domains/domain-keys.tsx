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
const STATES: Readonly<Record<Key['state'], string>> = { active: 'active', waiting: 'waiting', retired: 'retired' };

/** Renders the DKIM keys of a domain and their rotation. */
export function DomainKeys({ domain }: { readonly domain: DomainPage }): ReactNode {
  const [isRotating, setRotating] = useState(false);
  const mayRotate = useMay('dashboard:write');
  return (
    <Card
      title="Signing keys"
      isFlush
      summary={
        domain.rotation.reason ?? 'You can rotate the key at any time. Emails are still signed during a rotation.'
      }
      actions={
        mayRotate && (
          <Button onClick={() => setRotating(true)} disabled={!domain.rotation.is_possible}>
            {' '}
            Rotate key{' '}
          </Button>
        )
      }
    >
      <Table
        label="Signing keys"
        columns={COLUMNS}
        rows={domain.keys}
        keyOf={({ selector }) => selector}
        empty={<p className="px-6 pb-6 text-ink-2">The first key is created during the next DNS check.</p>}
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
  { key: 'kind', header: 'Type', cell: (key) => (key.algorithm === 'rsa' ? 'RSA, 2048 bits' : 'Ed25519') },
  {
    key: 'state',
    header: 'Status',
    cell: (key) => <Badge tone={TONES[key.state]}>{STATES[key.state]}</Badge>,
    isSide: true,
  },
  { key: 'found', header: 'Record found', cell: (key) => <Time at={key.published_at} />, isExtra: true },
  { key: 'from', header: 'Active from', cell: (key) => <Time at={key.active_from} />, isExtra: true },
  { key: 'until', header: 'Retired', cell: (key) => <Time at={key.retired_at} />, isExtra: true },
];

function Rotate({ domain, onClose }: { readonly domain: DomainPage; readonly onClose: () => void }): ReactNode {
  const id = String(domain.id);
  const rotate = useAct('POST /dashboard/domains/{id}/rotate-key', {
    onDone: (answer) => {
      cache.setQueryData(['GET /dashboard/domains/{id}', { params: { id } }], answer);
      toast('New key created. Publish the key’s DNS record, which is shown above.');
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Rotate the DKIM key for ${domain.name}`}
      description="The new key starts signing one day after its DNS record is found. Until then, the current key is used."
      isOpen
      onClose={onClose}
      action="Rotate key"
      isBusy={rotate.isPending}
      problem={rotate.error}
      onSubmit={(form) => rotate.act({ params: { id }, body: { now: form.has('now') } })}
    >
      <Checkbox
        name="now"
        label="The current key may be compromised"
        hint="The new key starts signing as soon as its record is found."
      />
    </FormDialog>
  );
}
