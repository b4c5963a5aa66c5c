import type { ReactNode } from 'react';
import { Menu } from '@base-ui/react/menu';
import { Ellipsis } from 'lucide-react';
import { IconButton } from './button.tsx';

export interface RowAction {
  readonly label: string;
  readonly onClick: () => void;
  /** Whether the action deletes or removes something. */
  readonly isDanger?: boolean;
}

/**
 * Renders a menu with the actions of a row. The menu button is above the row's link, so that users can click it.
 */
export function RowMenu({
  label,
  actions,
}: {
  /** Label for screen readers: for example `Actions for Shop, production`. */
  readonly label: string;
  readonly actions: readonly RowAction[];
}): ReactNode {
  return (
    <Menu.Root>
      <Menu.Trigger render={<IconButton label={label} className="relative z-10" />}>
        <Ellipsis aria-hidden />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side="bottom" align="end" sideOffset={4} className="z-50 outline-hidden">
          <Menu.Popup className="min-w-44 card py-1 outline-hidden">
            {actions.map(({ label: name, isDanger, onClick }) => (
              <Menu.Item
                key={name}
                onClick={onClick}
                className={`flex cursor-pointer items-center px-3 py-1.5 outline-hidden select-none data-highlighted:bg-sunken max-sm:py-2.5 ${isDanger === true ? 'text-bad' : ''}`}
              >
                {name}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
