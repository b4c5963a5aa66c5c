/** A choice in a field or menu. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Settings for creating a choice with the name that the user has typed. */
export interface Creation {
  /** Type of the object that is created, for example `list`. */
  readonly noun: string;
  /**
   * Creates the object. Resolves with the value of the new choice as soon as the field offers this choice. Rejects with
   * ApiProblem.
   */
  readonly create: (name: string) => Promise<string>;
}

/** Returns whether two names differ only in case, whitespace, or Unicode form (NFKC). Pure. */
export function isSameName(one: string, other: string): boolean {
  return foldedName(one) === foldedName(other);
}

function foldedName(name: string): string {
  return name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
