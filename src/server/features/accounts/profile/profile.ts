import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { messageResponse, ownUser, type ProfileInput, profileInput } from '#contract/accounts.ts';
import { errorResponse } from '#contract/errors.ts';
import { idParams } from '#contract/fields.ts';
import { canDeleteUser } from '#contract/permissions.ts';
import { keepAdmin } from '#server/db/admins.ts';
import type { Db } from '#server/db/client.ts';
import { insertMail } from '#server/db/mail-queue.ts';
import { findOwnUser, isNeverConfirmed, toOwnUser, type UserRow } from '#server/db/users.ts';
import { NO_PENDING_EMAIL } from '#server/features/accounts/email/link-queries.ts';
import { invalidInput, notAllowed, notFound } from '#server/lib/app-error.ts';
import { emailKey, mailboxKey, screenNameKey } from '#server/lib/keys.ts';
import { refuseImitations } from '#server/lib/name-imitations.ts';
import { originOf } from '#server/lib/origin.ts';
import { isReservedUsername, USERNAME_RESERVED } from '#server/lib/reserved-usernames.ts';
import { changeAs } from '#server/plugins/access.ts';
import { countAgainst, isWithinLimit } from '#server/plugins/limits.ts';
import { releaseSlotWhile } from '#server/plugins/pressure.ts';
import { clearSessionCookie, requireRecentAuth, signedInUser } from '#server/plugins/session.ts';
import { wakeJobsAfterResponse } from '#server/plugins/wake-jobs.ts';
import { imageBody, makePicture } from './image-body.ts';
import { deleteUser, findTaken, updateUser } from './queries.ts';
import { alreadyTaken, takenField, takenOf } from './taken.ts';

const TOO_LARGE = 'File size exceeds 5MB. Please choose a smaller image.';

export const profileRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.database;
  const { adminEmails } = app.config;

  app.patch(
    '/api/me',
    {
      ...imageBody(TOO_LARGE, 'profileImage'),
      config: { access: 'user', limit: 'profileByAddress' },
      schema: {
        operationId: 'updateProfile',
        tags: ['accounts'],
        summary: 'Update your profile',
        description:
          'Omitted fields stay the same; null or an empty text clears a field. Changing the email or the username requires recent authentication. A new email of a confirmed account is pending until its emailed link is followed; the current email cancels it.',
        body: profileInput,
        response: { 200: ownUser, 409: errorResponse },
      },
      onResponse: wakeJobsAfterResponse,
    },
    async (request) => {
      const { id, email, username } = signedInUser(request);
      const newEmail = isOtherMailbox(request.body.email, email) ? request.body.email : undefined;
      const wanted = request.body.username;
      const isRenamed = wanted !== undefined && wanted !== username;
      await countAgainst(request, 'profile', String(id));
      if (newEmail || isRenamed) requireRecentAuth(request);
      if (newEmail) {
        // Before the lookup, so that probing for addresses is limited.
        await countAgainst(request, 'emailChange', String(id));
        await countAgainst(request, 'takenEmail');
      }
      if (isRenamed && isReservedUsername(wanted)) {
        throw invalidInput(USERNAME_RESERVED, { username: USERNAME_RESERVED });
      }
      refuseImitations(request.body);
      const changes = await columnsOf(request, request.body);
      const taken = alreadyTaken(takenOf(await findTakenBy(id, changes)));
      if (taken) throw taken;
      if (isRenamed) await countAgainst(request, 'usernameChange', String(id));
      // Without the email, the member can ask for it later.
      const canMail =
        newEmail !== undefined && (await isWithinLimit(request, 'mailbox', mailboxKey(newEmail)));
      try {
        const user = await changeAs(request, (tx, before) =>
          saveProfile(tx, request, before, changes, canMail),
        );
        return toOwnUser(user, adminEmails);
      } catch (error) {
        const field = takenField(error);
        throw (field && alreadyTaken([field])) ?? error;
      }
    },
  );

  /** If the new address of a confirmed account is taken, only an email to that address says so. */
  async function findTakenBy(id: number, changes: Columns) {
    const { emailKey: key, ...others } = changes;
    if (key === undefined) return findTaken(db, others, id);
    const user = await findOwnUser(db, id);
    return findTaken(db, isNeverConfirmed(user) ? changes : others, id);
  }

  async function saveProfile(
    tx: Db,
    request: FastifyRequest,
    before: UserRow,
    changes: Columns,
    canMail: boolean,
  ): Promise<UserRow> {
    const isNewMailbox = changes.emailKey !== undefined && changes.emailKey !== before.emailKey;
    const isRenamed = changes.username !== undefined && changes.username !== before.username;
    // Again, because another session may have changed them since.
    if (isNewMailbox || isRenamed) requireRecentAuth(request);
    const columns = withPendingEmail(before, changes);
    const user = await updateUser(tx, before, columns, originOf(request));
    if (isNewMailbox && changes.email !== undefined && canMail) {
      await insertMail(tx, { kind: 'confirm-email', recipient: changes.email, userId: before.id });
    }
    return user;
  }

  app.delete(
    '/api/user/:id',
    {
      config: { access: 'user', recentAuth: true },
      schema: {
        operationId: 'deleteAccount',
        tags: ['accounts'],
        summary: 'Delete an account and everything that belongs to it',
        description: 'Only the owner or an admin may do this. The last admin cannot be deleted.',
        params: idParams,
        response: { 200: messageResponse, 404: errorResponse, 409: errorResponse },
      },
      onResponse: wakeJobsAfterResponse,
    },
    async (request, reply) => {
      const { id } = request.params;
      if (!canDeleteUser(signedInUser(request), id)) throw notAllowed();
      const deleteIt = async (tx: Db, _: UserRow, subject: UserRow | undefined) => {
        const actor = signedInUser(request);
        if (!canDeleteUser(actor, id)) throw notAllowed();
        if (!subject) throw notFound('There is no such user.');
        await keepAdmin(tx, adminEmails, subject, () =>
          deleteUser(tx, subject, actor, originOf(request)),
        );
      };
      await changeAs(request, deleteIt, { subjectId: id, lock: 'update' });
      if (signedInUser(request).id === id) clearSessionCookie(request, reply);
      return { message: 'The account was deleted' };
    },
  );
};

function isOtherMailbox(email: string | undefined, current: string | null): boolean {
  return email !== undefined && (current === null || emailKey(email) !== emailKey(current));
}

type Columns = Awaited<ReturnType<typeof columnsOf>>;

/**
 * A new address of an account that was confirmed is pending until its link is followed. Typing the current address
 * cancels that, and so does an address that takes effect immediately.
 */
function withPendingEmail(before: UserRow, changes: Columns) {
  const { email, emailKey: key, ...others } = changes;
  if (email === undefined || key === undefined) return changes;
  if (key === before.emailKey || isNeverConfirmed(before)) {
    return { ...changes, ...NO_PENDING_EMAIL };
  }
  return { ...others, pendingEmail: email, pendingEmailKey: key };
}

/** The input as columns, with the keys of unique names and the processed picture. */
async function columnsOf(request: FastifyRequest, { profileImage, ...fields }: ProfileInput) {
  const avatar = profileImage
    ? await releaseSlotWhile(request, () =>
        makePicture(request, profileImage, { field: 'profileImage', tooLarge: TOO_LARGE }),
      )
    : undefined;
  const { screenName, email } = fields;
  return withoutUndefined({
    ...fields,
    screenNameKey: screenName ? screenNameKey(screenName) : screenName,
    emailKey: email === undefined ? undefined : emailKey(email),
    profileImage: avatar?.dataUrl ?? (profileImage === null ? null : undefined),
    profileImageHash: avatar?.hash ?? (profileImage === null ? null : undefined),
  });
}

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as T;
}
