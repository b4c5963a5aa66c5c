/** Task that the pool sends to a worker. */
export interface WorkerTask {
  readonly name: string;
  readonly args: readonly unknown[];
}

/** Result of a task, or the error that the task threw. */
export type WorkerAnswer = { readonly value: unknown } | { readonly error: Error };

// Entry point of the processes that `worker-pool.ts` starts. Runs exported functions of the given module.
const loaded: Promise<Record<string, (...args: readonly unknown[]) => unknown>> = import(String(process.argv[2]));

process.on('message', ({ args, name }: WorkerTask) => {
  void answer(name, args).then((given) => process.send?.(given));
});
// The pool was closed, or its process has ended.
process.on('disconnect', () => process.exit());

async function answer(name: string, args: readonly unknown[]): Promise<WorkerAnswer> {
  try {
    return { value: (await loaded)[name]?.(...args) };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}
