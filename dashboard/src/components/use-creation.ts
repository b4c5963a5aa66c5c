import { useEffect, useRef, useState, type RefObject } from 'react';
import { ApiProblem } from '../api.ts';
import { isSameName, type Choice, type Creation } from './choice.ts';
import { toast, toastProblem } from './toast.tsx';

export type Offered = Choice & { readonly hint?: string; readonly colour?: string };
/** The last entry of the list, which creates an object with the typed name. */
type New = Offered & { readonly name: string };

const NEW = ' new';

export function isNew(choice: Offered): choice is New {
  return choice.value === NEW;
}

interface Given {
  readonly choices: readonly Offered[];
  readonly creation: Creation | undefined;
  /** An element inside the form. The form must not be submitted while a choice is being created. */
  readonly box: RefObject<HTMLElement | null>;
  readonly onMade: (value: string, label: string) => void;
}

/** Adds a choice that creates an object with the typed name, if no choice has this name. */
export function useCreation({ box, choices, creation, onMade }: Given): {
  readonly items: readonly Offered[];
  readonly onTyped: (text: string) => void;
  readonly make: (name: string) => void;
  /** Status text about the choice that is being created. */
  readonly making: string | undefined;
} {
  const [typed, setTyped] = useState('');
  const [making, setMaking] = useState<string>();
  const latest = useRef(onMade);
  useEffect(() => {
    latest.current = onMade;
  });
  usePreventedSubmit(box, making !== undefined);
  const name = typed.trim();
  const isOffered =
    creation !== undefined &&
    making === undefined &&
    name !== '' &&
    !choices.some(({ label }) => isSameName(label, name));
  const make = async (wanted: string): Promise<void> => {
    if (!creation) return;
    setMaking(`Creating ${creation.noun} “${wanted}”`);
    try {
      latest.current(await creation.create(wanted), wanted);
      toast(`Created and selected ${creation.noun} “${wanted}”.`);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      toastProblem(error);
    } finally {
      setMaking(undefined);
    }
  };
  return {
    items: isOffered ? [...choices, { value: NEW, label: `Create ${creation.noun} “${name}”`, name } as New] : choices,
    onTyped: setTyped,
    make: (wanted) => void make(wanted),
    making,
  };
}

/** Prevents the submission of a form while one of its choices is being created. */
function usePreventedSubmit(box: RefObject<HTMLElement | null>, isHeld: boolean): void {
  useEffect(() => {
    const form = isHeld ? box.current?.closest('form') : undefined;
    const hold = (event: Event): void => {
      event.preventDefault();
      event.stopPropagation();
    };
    form?.addEventListener('submit', hold, true);
    return () => form?.removeEventListener('submit', hold, true);
  }, [box, isHeld]);
}
