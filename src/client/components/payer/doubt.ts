import { isSameHandle } from '#contract/handles.ts';
import type { PaymentDetails } from '#contract/payment-details.ts';
import type { Platform } from '#contract/platforms/registry.ts';
import { lastPaid } from './paid-before.ts';
import { handleOn, type Payee } from './payee.ts';

/** Why to ask before paying somebody on a platform. */
export interface Doubt {
  /** The verified member with a similar name. */
  of?: string | undefined;
  /** Several people reported the page. */
  isReported?: boolean;
  /** When the handle changed. */
  since?: string | undefined;
  /** What this browser paid last time. */
  old?: string | undefined;
}

export interface Paying {
  platform: Platform;
  details: PaymentDetails;
}

export interface Question extends Paying {
  doubt: Doubt;
}

/** `paid` is the handle that this browser paid last. */
export function doubtAbout(
  person: Payee,
  platform: Platform,
  paid = lastPaid(person.id, platform),
): Doubt | undefined {
  const { caution, isContact } = person;
  if (isContact) return undefined;
  const of = caution?.kind === 'lookalike' ? caution.of.name : undefined;
  const isReported = caution?.kind === 'reported';
  const changes = caution?.kind === 'changed' ? [caution, ...caution.others] : [];
  const since = changes.find((change) => change.platform === platform)?.since;
  const handle = handleOn(person, platform) ?? '';
  const old = paid && !isSameHandle(platform, paid, handle) ? paid : undefined;
  return of || isReported || since || old ? { of, isReported, since, old } : undefined;
}
