import type { ReactNode } from 'react';
import { FormProblem, Switch } from '../../components/field.tsx';
import { Card } from '../../components/page.tsx';
import { Loaded } from '../../components/states.tsx';
import { toast } from '../../components/toast.tsx';
import { useAct, useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import type { Vendor } from './clients.ts';

const LIST = 'GET /dashboard/adapters';
const LISTED = new Intl.ListFormat('en-GB');

/** Renders a list of vendors whose clients can use the account, and whether each adapter is on. */
export function Adapters(): ReactNode {
  const read = useRead(LIST, {});
  const mayChange = useMay('dashboard:admin');
  const change = useAct('PATCH /dashboard/adapters/{vendor}', {
    refresh: [LIST],
    onDone: ({ is_on: isOn, name }) => toast(`${name} compatibility is ${isOn ? 'on' : 'off'}.`),
  });
  return (
    <Card
      title="Vendor compatibility"
      summary="When compatibility is on, clients of these services can use this account. The clients still need an API key."
    >
      <Loaded read={read}>
        {({ data }) => {
          const locked = data.flatMap((each) => (each.is_locked ? [each.name] : []));
          return (
            <div className="flex flex-col gap-2">
              {data.map(({ is_locked: isLocked, is_on: isOn, name, vendor }) => (
                <Switch
                  key={vendor}
                  label={name}
                  checked={isOn}
                  disabled={!mayChange || isLocked || change.isPending}
                  onChange={({ target }) => change.act({ params: { vendor }, body: { is_on: target.checked } })}
                />
              ))}
              {locked.length > 0 && (
                <p className="text-ink-2">
                  The operator has turned off compatibility with {LISTED.format(locked)}. Ask the operator to turn
                  compatibility back on.
                </p>
              )}
              {!mayChange && <p className="text-ink-2">Only owners and admins can change these settings.</p>}
              <FormProblem problem={change.error} />
            </div>
          );
        }}
      </Loaded>
    </Card>
  );
}

/** Renders a note if the adapter for a vendor is turned off, because the server then rejects the client's requests. */
export function AdapterNote({ vendor }: { readonly vendor: Vendor }): ReactNode {
  const { data } = useRead(LIST, {});
  const adapter = data?.data.find((each) => each.vendor === vendor);
  if (!adapter || adapter.is_on) return null;
  return (
    <p className="rounded-control bg-warn-soft px-3 py-2 text-warn">
      {adapter.is_locked
        ? `The operator has turned off ${adapter.name} compatibility for this account. The code doesn’t work until the operator turns compatibility back on.`
        : `${adapter.name} compatibility is off for this account. To use this code, turn on compatibility below.`}
    </p>
  );
}
