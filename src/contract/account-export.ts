import { z } from 'zod';
import { ownUser } from './accounts.ts';
import { REPORT_REASONS } from './constants.ts';
import { contactsResponse } from './contacts.ts';
import { handleFacts } from './handle-facts.ts';
import { passkeyResponse } from './passkeys.ts';
import { paymentAccountsResponse } from './payment-accounts.ts';
import { PLATFORMS } from './platforms/registry.ts';

/** GET /api/me/export: everything that is held about the member, without secrets. */
export const exportResponse = z
  .object({
    exportedAt: z.iso.datetime(),
    user: ownUser.extend({
      emailConfirmedAt: z.iso.datetime().nullable(),
      verifiedAt: z.iso.datetime().nullable(),
      /** The picture itself, as a data URL. */
      profileImageData: z.string().nullable(),
    }),
    /** Not available to other members. */
    formerUsernames: z.array(z.object({ username: z.string(), retiredAt: z.iso.datetime() })),
    paymentAccounts: z.array(
      paymentAccountsResponse.element.extend({
        createdAt: z.iso.datetime(),
        handleSince: z.iso.datetime(),
        proof: handleFacts.proof,
        proofDetail: handleFacts.proofDetail,
        provenAt: handleFacts.provenAt,
      }),
    ),
    /** The newest 1,000 handles that were replaced, removed or added again. */
    handleHistory: z.array(
      z.object({
        platform: z.enum(PLATFORMS),
        oldHandle: z.string().nullable(),
        newHandle: z.string().nullable(),
        at: z.iso.datetime(),
      }),
    ),
    passkeys: z.array(passkeyResponse.omit({ id: true })),
    contacts: contactsResponse,
    /** The username is null while the person is suspended. */
    savedPeople: z.array(
      z.object({ userId: z.int(), username: z.string().nullable(), savedAt: z.iso.datetime() }),
    ),
    /** The newest 1,000. */
    sessions: z.array(
      z.object({
        device: z.string().nullable(),
        network: z.string().nullable(),
        createdAt: z.iso.datetime(),
        lastUsedAt: z.iso.datetime(),
      }),
    ),
    /** The newest 1,000 reports that the member made while signed in. */
    reports: z.array(
      z.object({
        userId: z.int(),
        reason: z.enum(REPORT_REASONS),
        details: z.string().nullable(),
        at: z.iso.datetime(),
      }),
    ),
    verificationRequests: z.array(z.object({ note: z.string().nullable(), at: z.iso.datetime() })),
    /** The audit log's newest 1,000 entries about the member. */
    activity: z.array(
      z.object({ at: z.iso.datetime(), action: z.string(), ip: z.string().nullable() }),
    ),
  })
  .meta({ id: 'ExportResponse' });
