import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { exportResponse } from '#contract/account-export.ts';
import { toOwnUser, type UserRow } from '#server/db/users.ts';
import { notSignedIn } from '#server/lib/app-error.ts';
import { handleFacts } from '#server/lib/handle-facts.ts';
import { signedInUser } from '#server/plugins/session.ts';
import { findAccountData } from './queries.ts';

const iso = (date: Date) => date.toISOString();

type Account = NonNullable<Awaited<ReturnType<typeof findAccountData>>>['accounts'][number];

function proofOf(account: Account, user: Pick<UserRow, 'emailKey' | 'emailProvenAt'>) {
  const provenAt = account.provenAt?.getTime() ?? null;
  const stored = { ...account, since: account.handleSince.getTime(), provenAt };
  const emailProvenAt = user.emailProvenAt?.getTime() ?? null;
  const { since: _, ...proof } = handleFacts(stored, { emailKey: user.emailKey, emailProvenAt });
  return proof;
}

export const exportRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/api/me/export',
    {
      config: { access: 'user', recentAuth: true, limit: 'export' },
      schema: {
        operationId: 'exportAccount',
        tags: ['accounts'],
        summary: 'Download everything stored about you, without secrets',
        description: 'Sessions, replaced handles and activity: the newest 1,000 each.',
        response: { 200: exportResponse },
      },
    },
    async (request, reply) => {
      const { id } = signedInUser(request);
      const held = await app.database.db.transaction((tx) => findAccountData(tx, id), {
        isolationLevel: 'repeatable read',
        accessMode: 'read only',
      });
      if (!held) throw notSignedIn();
      const { user, handles } = held;
      const handlesOf = new Map<number, typeof handles>();
      for (const handle of handles) {
        const known = handlesOf.get(handle.contactId);
        if (known) known.push(handle);
        else handlesOf.set(handle.contactId, [handle]);
      }
      reply.header('content-disposition', 'attachment; filename="payfolk-export.json"');
      return {
        exportedAt: iso(new Date()),
        user: {
          ...toOwnUser(user, app.config.adminEmails),
          emailConfirmedAt: user.emailProvenAt?.toISOString() ?? null,
          verifiedAt: user.verifiedAt?.toISOString() ?? null,
          profileImageData: user.profileImage,
        },
        formerUsernames: held.formerUsernames.map(({ username, retiredAt }) => ({
          username,
          retiredAt: iso(retiredAt),
        })),
        paymentAccounts: held.accounts.map((account) => ({
          ...account,
          ...proofOf(account, user),
          createdAt: iso(account.createdAt),
          handleSince: iso(account.handleSince),
        })),
        passkeys: held.keys.map(({ name, createdAt, lastUsedAt }) => ({
          name,
          createdAt: iso(createdAt),
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
        })),
        handleHistory: held.replaced.map((entry) => ({ ...entry, at: iso(entry.at) })),
        contacts: held.people.map((contact) => ({
          ...contact,
          createdAt: iso(contact.createdAt),
          accounts: handlesOf.get(contact.id) ?? [],
        })),
        savedPeople: held.saved.map((person) => ({ ...person, savedAt: iso(person.savedAt) })),
        sessions: held.logins.map(({ createdAt, lastUsedAt, ...origin }) => ({
          ...origin,
          createdAt: iso(createdAt),
          lastUsedAt: iso(lastUsedAt),
        })),
        reports: held.asked.reported.map((report) => ({ ...report, at: iso(report.at) })),
        verificationRequests: held.asked.requests.map((each) => ({ ...each, at: iso(each.at) })),
        activity: held.activity.map((entry) => ({ ...entry, at: iso(entry.at) })),
      };
    },
  );
};
