import { useRouter } from 'wouter';

/**
 * The search part of the address, as it is. wouter's `useSearch` decodes it, and URLSearchParams would then
 * decode a typed percent sign once more.
 */
export function useSearchPart(): string {
  const router = useRouter();
  return router.searchHook(router).replace(/^\?/, '');
}
