import { useRef, type ReactNode } from 'react';
import { Menu } from '@base-ui/react/menu';
import { Plus } from 'lucide-react';
import { Button } from '../components/button.tsx';
import { KINDS, type Kind } from './kinds.ts';

/** All blocks, behind one button; what is chosen is put in behind the block that is written in. */
export function AddMenu({ onPut }: { readonly onPut: (kind: Kind) => void }): ReactNode {
  const chosen = useRef<Kind>(undefined);
  /** Once the menu is gone: while it is there it keeps the focus, which what is put in takes. */
  const putChosen = (isOpen: boolean): void => {
    const kind = chosen.current;
    chosen.current = undefined;
    if (!isOpen && kind) onPut(kind);
  };
  return (
    <Menu.Root onOpenChangeComplete={putChosen}>
      <Menu.Trigger
        render={
          <Button look="primary">
            <Plus className="size-4" aria-hidden />
            Block
          </Button>
        }
      />
      <Menu.Portal>
        <Menu.Positioner side="bottom" align="start" sideOffset={4} className="z-50 outline-hidden">
          <Menu.Popup
            // Back to the button for who chose nothing; else what was put in takes it.
            finalFocus={() => chosen.current === undefined}
            className="grid max-h-(--available-height) min-w-80 grid-cols-2 overflow-y-auto card py-1 outline-hidden max-sm:min-w-60 max-sm:grid-cols-1"
          >
            {KINDS.map((kind) => (
              <Menu.Item
                key={kind.label}
                onClick={() => {
                  chosen.current = kind;
                }}
                className="flex cursor-pointer items-center gap-2.5 px-3 py-1.5 outline-hidden select-none data-highlighted:bg-sunken max-sm:py-2.5"
              >
                <kind.icon className="size-4 text-ink-3" aria-hidden />
                {kind.label}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
