import type { Call } from './answer.ts';
import type { Given, Operation } from './request.ts';
import type { CallOptions, Transport } from './transport.ts';

/** Base class of the operation groups in generated.ts. */
export class Group {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  protected call<T>(operation: Operation, given: Given, options?: CallOptions): Call<T> {
    return this.#transport.call<T>(operation, given, options);
  }
}
