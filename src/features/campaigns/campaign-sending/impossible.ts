import { Refusal, sentenceOf } from '../../../base/refusal.ts';

/** A campaign cannot be sent, or not go on, for a reason that its owner is told. */
export class Impossible extends Error {
  override readonly name = 'Impossible';
}

/** The campaign is somebody else's by now, or gone with its account. */
export class Lost extends Error {
  override readonly name = 'Lost';
}

/** Does what may be refused; the refusal's words are for the owner of the campaign. */
export async function orImpossible<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Refusal ? new Impossible(sentenceOf(error)) : error;
  }
}

/** Its account is nobody's any more. */
export class Closed extends Impossible {
  constructor() {
    super('The account was closed.');
  }
}
