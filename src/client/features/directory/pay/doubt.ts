import type { Person } from '#client/features/directory/person.ts';
import { displayHandle } from '#contract/handles.ts';
import type { Platform } from '#contract/platforms/registry.ts';
import { lastPaid } from './paid-before.ts';

/** Why to ask before paying somebody on a platform. */
export interface Doubt {
  /** The verified member whom the person is not. */
  of?: string | undefined;
  /** Several people reported the page. */
  isReported?: boolean;
  /** When the handle changed. */
  since?: string | undefined;
  /** What this browser paid last time. */
  old?: string | undefined;
}

export function doubtAbout(person: Person, platform: Platform): Doubt | undefined {
  const { caution, isContact, id } = person;
  if (isContact) return undefined;
  const of = caution?.kind === 'lookalike' ? caution.of.name : undefined;
  const isReported = caution?.kind === 'reported';
  const changes = caution?.kind === 'changed' ? [caution, ...caution.others] : [];
  const since = changes.find((change) => change.platform === platform)?.since;
  const shown = displayHandle(platform, person[`${platform}Username`] ?? '');
  const paid = lastPaid(id, platform);
  const old = paid && paid !== shown ? paid : undefined;
  return of || isReported || since || old ? { of, isReported, since, old } : undefined;
}
