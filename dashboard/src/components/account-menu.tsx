import { useCallback, useRef, useState, type ReactNode } from 'react';
import { ChevronsUpDown } from 'lucide-react';
import { partOf } from '../lazy.tsx';
import { useSession } from '../session.ts';

/** Loaded on demand, because menus need a large script. */
const AccountItems = partOf(() => import('./account-items.tsx'));

/** Renders a button that shows the signed-in user and the current account and opens the account menu. */
export function AccountMenu(): ReactNode {
  const { account, person } = useSession();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
        className="flex w-full items-center gap-2 rounded-control px-2 py-1.5 text-left hover:bg-surface"
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{account.name}</span>
          <span className="block truncate text-sm text-ink-3">{person.email}</span>
        </span>
        <ChevronsUpDown className="size-3.5 text-ink-3" aria-hidden />
      </button>
      {isOpen && <AccountItems anchor={button} onClose={close} />}
    </>
  );
}
