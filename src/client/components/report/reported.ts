import type { Platform } from '#contract/platforms/registry.ts';

export interface Reported {
  id: number;
  /** The display name. */
  name: string;
  platforms: readonly Platform[];
}
