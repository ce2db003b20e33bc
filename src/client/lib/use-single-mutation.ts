import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';

/**
 * The normal way to change something: while a call is pending, another one joins it. A double click
 * is faster than `isPending`. Changes that may follow each other quickly use `useMutation`.
 */
export function useSingleMutation<Data, Variables = void>(
  options: UseMutationOptions<Data, Error, Variables>,
) {
  const mutation = useMutation(options);
  const { mutateAsync: start } = mutation;
  const running = useRef<Promise<Data>>(undefined);
  const mutateAsync = useCallback(
    (...call: Parameters<typeof start>) => {
      running.current ??= start(...call).finally(() => {
        running.current = undefined;
      });
      return running.current;
    },
    [start],
  );
  const mutate = useCallback(
    (...call: Parameters<typeof start>) => {
      // The mutation has the error.
      mutateAsync(...call).catch(() => undefined);
    },
    [mutateAsync],
  );
  return { ...mutation, mutate, mutateAsync };
}
