import { useState, type ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Badge, type Tone } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { FormDialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Card, Facts } from '../../components/page.tsx';
import { toast } from '../../components/toast.tsx';
import { textOf } from '../../form-values.ts';
import { useAct } from '../../reading.ts';
import { useMay } from '../../session.ts';

type DomainPage = Answer<'GET /dashboard/domains/{id}'>;

/** Renders the host name of the tracking links in the domain's emails. The user can change the host name. */
export function LinkHost({ domain }: { readonly domain: DomainPage }): ReactNode {
  const [isChanging, setChanging] = useState(false);
  const mayChange = useMay('dashboard:write');
  const { base_url: base, host } = domain.tracking;
  const [tone, state] = stateOf(domain);
  return (
    <Card
      title="Tracking links"
      summary={summaryOf(domain)}
      actions={mayChange && <Button onClick={() => setChanging(true)}>Change host</Button>}
    >
      <div data-link-host>
        <Facts
          rows={[
            ['Host', host === null ? 'none' : <code className="font-mono text-sm break-all">{host}</code>],
            ['Status', <Badge tone={tone}>{state}</Badge>],
            ...(base === null
              ? []
              : ([['Links start with', <code className="font-mono text-sm break-all">{base}</code>]] as const)),
          ]}
        />
      </div>
      {isChanging && <Change domain={domain} onClose={() => setChanging(false)} />}
    </Card>
  );
}

function summaryOf({ records, tracking }: DomainPage): string {
  if (tracking.base_url !== null) return 'Links and images in emails from this domain use the domain’s own host name.';
  const isOffered = tracking.host === null || records.some(({ name }) => name === 'tracking');
  return isOffered
    ? 'Links and images in emails from this domain use this server’s URL.'
    : 'Custom link hosts aren’t available because this server’s URL doesn’t contain a public domain name.';
}

function stateOf({ records, tracking }: DomainPage): readonly [Tone, string] {
  if (tracking.host === null) return ['plain', 'off'];
  if (tracking.base_url !== null) return ['ok', 'in use'];
  const record = records.find(({ name }) => name === 'tracking');
  if (!record) return ['plain', 'not available'];
  return record.found.length > 0 ? ['bad', 'incorrect'] : ['warn', 'waiting for DNS'];
}

function Change({ domain, onClose }: { readonly domain: DomainPage; readonly onClose: () => void }): ReactNode {
  const change = useAct('PATCH /domains/{id}', {
    refresh: ['GET /dashboard/domains/{id}'],
    onDone: ({ tracking_host: host }) => {
      toast(
        host === null
          ? 'Links now use this server’s host name.'
          : `Links will use ${host} once the DNS record is found.`,
      );
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Link host for ${domain.name}`}
      description="Links in emails already sent still use the old host, so keep its DNS record in place."
      isOpen
      onClose={onClose}
      action="Save changes"
      isBusy={change.isPending}
      problem={change.error}
      fields={['tracking_host']}
      onSubmit={(form) => {
        const host = textOf(form, 'tracking_host').trim();
        change.act({ params: { id: String(domain.id) }, body: { tracking_host: host === '' ? null : host } });
      }}
    >
      <Field
        label="Host"
        name="tracking_host"
        defaultValue={domain.tracking.host ?? ''}
        placeholder={`click.${domain.name}`}
        hint={`Enter a subdomain of ${domain.name}. Leave empty to use this server’s host name.`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        problem={change.error}
      />
    </FormDialog>
  );
}
