import type { ReactNode } from 'react';
import { FormProblem, Switch } from '../../components/field.tsx';
import { Card } from '../../components/page.tsx';
import { Loaded } from '../../components/states.tsx';
import { toast } from '../../components/toast.tsx';
import { useAct, useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import type { Vendor } from './clients.ts';

const LIST = 'GET /dashboard/surfaces';
const LISTED = new Intl.ListFormat('en-GB');

/** Which other vendors' clients may speak to the account. */
export function Surfaces(): ReactNode {
  const read = useRead(LIST, {});
  const mayChange = useMay('dashboard:admin');
  const change = useAct('PATCH /dashboard/surfaces/{vendor}', {
    refresh: [LIST],
    onDone: ({ is_on: isOn, name }) => toast(`Clients of ${name} ${isOn ? 'are let in' : 'are refused'}.`),
  });
  return (
    <Card
      title="Clients of other services"
      summary="They speak to this account while their switch is on; a key is asked of them all the same."
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
                  The operator of this installation has switched off {LISTED.format(locked)}: ask there to have it on.
                </p>
              )}
              {!mayChange && <p className="text-ink-2">Admins and owners of the account can switch them.</p>}
              <FormProblem problem={change.error} />
            </div>
          );
        }}
      </Loaded>
    </Card>
  );
}

/** Says before somebody tries that these lines would be refused. */
export function SurfaceNote({ vendor }: { readonly vendor: Vendor }): ReactNode {
  const { data } = useRead(LIST, {});
  const surface = data?.data.find((each) => each.vendor === vendor);
  if (!surface || surface.is_on) return null;
  return (
    <p className="rounded-control bg-warn-soft px-3 py-2 text-warn">
      {surface.is_locked
        ? `Clients of ${surface.name} are switched off for this account by the operator of the installation: these lines do not work until they are switched on there.`
        : `Clients of ${surface.name} are switched off for this account: these lines work once they are switched on below.`}
    </p>
  );
}
